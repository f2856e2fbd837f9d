import { localMoment } from '#node/clock.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { changeLines } from '../answer.ts';
import { type Answer, type Call, type CommandRecord, oneCall } from '../command.ts';

export const undo: CommandRecord = {
  name: 'undo',
  about: 'Undo the latest change, whichever window or command made it.',
  options: [['--list', 'only list what can be undone, the latest first']],
  examples: ['undo', 'undo --list'],
  run: (call: Call<{ readonly list?: true }>) => (call.options.list ? listChanges(call) : undoLatest(call)),
};

async function undoLatest({ client, workspace }: Call): Promise<Answer> {
  const next = (await client.call('context.read', { workspace, limit: 1 })).summary.undoRedo.undo;
  if (next === null) {
    return { json: { undone: null, result: null }, lines: [nothing] };
  }
  const result = await client.call('context.undo', { workspace, change: next.id });
  const [, ...consequences] = changeLines(result);
  const undone = result.change === null ? 'It was undone already' : 'Undone';
  return { json: { undone: next, result }, lines: [`${undone}: ${oneLine(next.label)}.`, ...consequences] };
}

const nothing = 'There is nothing to undo.';

const listChanges = oneCall(
  'context.undoable',
  ({ workspace }: Call) => ({ workspace }),
  ({ changes }) => {
    const lines = changes.map(({ at, label }) =>
      [...(at === null ? [] : [localMoment(new Date(at))]), oneLine(label)].join('  '),
    );
    return { json: { changes }, lines: lines.length === 0 ? [nothing] : lines };
  },
);
