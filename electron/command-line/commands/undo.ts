import type { Command } from 'commander';
import type { Change } from '#shared/contract/changes.ts';
import type { Client } from '#shared/contract/wire/client.ts';
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
    const changes = await undoable(client, id);
    const lines = changes.map(({ at, label }) => `${new Date(at).toISOString()}  ${oneLine(label)}`);
    answer(runtime, options, { changes }, lines.length === 0 ? [nothing] : lines);
  });
}

/** How the history names what took a change back. */
const undoes = /^(?:Undone|Redone): /;

/** Nobody looks further back at a terminal. */
const maxListed = 500;

/** Every change that can be undone alone, the latest first: one may have changed several files. */
async function undoable(client: Client, workspace: string): Promise<readonly (Change & { readonly at: number })[]> {
  const { lines } = await client.call('history.list', { workspace, limit: maxListed });
  const changes = new Map<string, Change & { readonly at: number }>();
  for (const line of lines) {
    // What was undone is no longer there to be undone, and undoing that would do it again.
    if (line.type === 'version' && line.undo !== null && line.undo !== 'version' && !undoes.test(line.label)) {
      const { change: id } = line.undo;
      changes.set(id, changes.get(id) ?? { id, label: line.label, at: line.at });
    }
  }
  return [...changes.values()];
}
