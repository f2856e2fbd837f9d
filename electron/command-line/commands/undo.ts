import type { Command } from 'commander';
import { localMoment } from '#node/clock.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { answer, changeLines } from '../answer.ts';
import { examples } from '../change-entries.ts';
import type { CommandHost, Runtime } from '../runtime.ts';
import { onWorkspace, type WorkspaceOptions, withWorkspace } from '../with-workspace.ts';

type UndoOptions = WorkspaceOptions & { readonly list?: true };

export function registerUndo(program: Command, { runtime }: CommandHost): void {
  onWorkspace(program.command('undo'))
    .description('Undo what was changed last, by whichever window or command; what came after it stays.')
    .option('--list', 'only list what can be undone, the latest first')
    .addHelpText('after', examples('undo', 'undo --list'))
    .action((options: UndoOptions) => (options.list ? list(options, runtime) : undo(options, runtime)));
}

function undo(options: WorkspaceOptions, runtime: Runtime): Promise<void> {
  return withWorkspace(runtime, options, async (client, { id: workspace }) => {
    const next = (await client.call('context.read', { workspace, limit: 1 })).summary.undoRedo.undo;
    if (next === null) {
      answer(runtime, options, { undone: null, result: null }, [nothing]);
      return;
    }
    const result = await client.call('context.undo', { workspace, change: next.id });
    const [, ...consequences] = changeLines(result);
    const undone = result.change === null ? 'It was undone already' : 'Undone';
    answer(runtime, options, { undone: next, result }, [`${undone}: ${oneLine(next.label)}.`, ...consequences]);
  });
}

const nothing = 'There is nothing to undo.';

function list(options: WorkspaceOptions, runtime: Runtime): Promise<void> {
  return withWorkspace(runtime, options, async (client, { id }) => {
    const { changes } = await client.call('context.undoable', { workspace: id });
    const lines = changes.map(({ at, label }) =>
      [...(at === null ? [] : [localMoment(new Date(at))]), oneLine(label)].join('  '),
    );
    answer(runtime, options, { changes }, lines.length === 0 ? [nothing] : lines);
  });
}
