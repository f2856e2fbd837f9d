import type { Command } from 'commander';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { Program } from '#shared/contract/features/connections.ts';
import type { Client } from '#shared/contract/wire/client.ts';
import { type ConnectedId, connectedIds, nameOfProgram } from '#shared/programs/program-ids.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { counted } from '#shared/text/counts.ts';
import { answer } from '../answer.ts';
import { examples } from '../change-entries.ts';
import type { CommandHost } from '../runtime.ts';
import { onAnyWorkspace, openPlace, type WorkspaceOptions, withClient } from '../with-workspace.ts';

type ConnectOptions = WorkspaceOptions & {
  readonly name?: string;
  readonly print: boolean;
  readonly remove: boolean;
  readonly undo: boolean;
  readonly try: boolean;
};

export function registerConnect(program: Command, { runtime, exitWith }: CommandHost): void {
  onAnyWorkspace(program.command('connect'))
    .description(
      'Connect an assistant’s program with a memory, or list which are: by its settings, of which nothing else changes.',
    )
    .argument('[program]', `one of: ${connectedIds.join(', ')}`)
    .option('--print', 'only print what would be written, and the setting to copy', false)
    .option('--try', 'start the connection’s server as the program would, and list its tools', false)
    .option('--remove', 'take the connection out of the program’s settings', false)
    .option('--undo', 'undo what was written last into the program’s settings', false)
    .option('--name <name>', 'a connection that is there, by the name the settings have for it')
    .addHelpText(
      'after',
      examples('connect -w ~/notes', 'connect claude-code -w ~/notes', 'connect codex --try', 'connect cursor --undo'),
    )
    .action((wanted: string | undefined, options: ConnectOptions) =>
      withClient(runtime, async (client) => {
        if (wanted === undefined) {
          const programs = await programsSeen(client, options);
          answer(runtime, options, programs, programs.flatMap(linesOf));
          return;
        }
        const id = idOf(wanted);
        const label = nameOfProgram(id);
        if (options.undo) {
          await client.call('connections.undo', { program: id });
          answer(runtime, options, { undone: true }, [`The settings of ${label} are as they were.`]);
          return;
        }
        const { id: workspace } = await openPlace(client, options.workspace, options.startEmpty);
        const list = async (): Promise<readonly Program[]> =>
          (await client.call('connections.list', { workspace })).programs;
        const named = options.name === undefined ? {} : { name: options.name };
        /** Finds the named connection, or the memory's own. */
        const existing = async (): Promise<string> => {
          const own = (await list()).find((one) => one.id === id)?.connections.find(({ isThis }) => isThis)?.name;
          const name = options.name ?? own;
          if (name === undefined) {
            throw new ContextureError('not_found', `${label} is not connected with this memory. Nothing was changed.`);
          }
          return name;
        };
        if (options.remove) {
          const name = await existing();
          await client.call('connections.disconnect', { program: id, name });
          answer(runtime, options, { removed: name }, [`${label} no longer starts “${oneLine(name)}”.`]);
        } else if (options.try) {
          const tried = await client.call('connections.try', { program: id, name: await existing() });
          answer(runtime, options, tried, [
            `It starts, and offers ${counted(tried.tools.length, 'tool', 'tools')}: ${tried.tools.map(oneLine).join(', ')}.`,
          ]);
        } else if (options.print) {
          const shown = await client.call('connections.preview', { workspace, program: id, ...named });
          answer(runtime, options, shown, [
            `In ${oneLine(shown.settings)}:`,
            '',
            shown.setting.trimEnd(),
            ...(shown.command === null ? [] : ['', 'Or by its own command:', '', shown.command]),
            ...(shown.problem === null ? [] : ['', oneLine(shown.problem)]),
          ]);
          exitWith(shown.problem === null ? 0 : 1);
        } else {
          const { name, afterwards } = await client.call('connections.connect', { workspace, program: id, ...named });
          const { settings } = (await list()).find((one) => one.id === id) ?? { settings: '' };
          answer(runtime, options, { name, settings, afterwards }, [
            `${label} is connected as “${oneLine(name)}”, in ${oneLine(settings)}. ${afterwards}`,
          ]);
        }
      }),
    );
}

/** Lists all programs as the memory sees them, or without a memory if there is none yet. */
async function programsSeen(client: Client, options: ConnectOptions): Promise<readonly Program[]> {
  const open = await openPlace(client, options.workspace, options.startEmpty).catch((error) => {
    if (toContextureError(error).details['startEmpty'] === true) {
      return null;
    }
    throw error;
  });
  return (await client.call('connections.list', open === null ? {} : { workspace: open.id })).programs;
}

function idOf(wanted: string): ConnectedId {
  const id = connectedIds.find((one) => one === wanted);
  if (id === undefined) {
    const message = `“${oneLine(wanted)}” isn’t a program Contexture knows. It is one of: ${connectedIds.join(', ')}. For any other, docs/assistants.md has the setting.`;
    throw new ContextureError('invalid_request', message);
  }
  return id;
}

function linesOf({ id, label, isFound, connections, problem }: Program): string[] {
  const state = connections.length > 0 ? 'connected' : isFound ? 'not connected' : 'not found';
  return [
    `${label} (${id}): ${state}${problem === null ? '' : `. ${oneLine(problem)}`}`,
    ...connections.map(({ name, place, isThis, problem: broken }) => {
      const where = isThis ? 'this memory' : oneLine(place ?? 'the folder it is started in');
      return `  ${oneLine(name)}: ${where}${broken === null ? '' : `. ${oneLine(broken)}`}`;
    }),
  ];
}
