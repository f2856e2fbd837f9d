import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { ListedProgram } from '#shared/contract/features/connections.ts';
import type { Client } from '#shared/contract/wire/client.ts';
import { type ConnectedId, connectedIds, nameOfProgram } from '#shared/programs/program-ids.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { counted } from '#shared/text/counts.ts';
import type { Answer, Call, CommandRecord } from '../command.ts';
import { exitCodeFor } from '../exit-codes.ts';
import { type CommandOptions, openWorkspaceAt } from '../with-workspace.ts';

type ConnectOptions = CommandOptions & {
  readonly name?: string;
  readonly print: boolean;
  readonly remove: boolean;
  readonly undo: boolean;
  readonly try: boolean;
};

export const connect: CommandRecord = {
  name: 'connect',
  scope: 'optional-workspace',
  about:
    'Connect an assistant’s program with a memory, or list which are connected. Nothing else in its settings changes.',
  arguments: [['[program]', `one of: ${connectedIds.join(', ')}`]],
  options: [
    ['--print', 'only print what would be written, and the setting to copy', false],
    ['--try', 'start the connection’s server as the program would, and list its tools', false],
    ['--remove', 'take the connection out of the program’s settings', false],
    ['--undo', 'undo what was written last into the program’s settings', false],
    ['--name <name>', 'an existing connection, by its name in the settings'],
  ],
  examples: ['connect -w ~/notes', 'connect claude-code -w ~/notes', 'connect codex --try', 'connect cursor --undo'],
  async run({ client, options }: Call<ConnectOptions>, programName: string | undefined) {
    if (programName === undefined) {
      const programs = await programsSeen(client, options);
      return { json: programs, lines: programs.flatMap(linesOf) };
    }
    const program = parseProgramId(programName);
    if (options.undo) {
      await client.call('connections.undo', { program });
      return { json: { undone: true }, lines: [`The settings of ${nameOfProgram(program)} are as they were.`] };
    }
    const { id } = await openWorkspaceAt(client, options.workspace, options.startEmpty);
    return changeConnection(client, id, program, options);
  },
};

async function changeConnection(
  client: Client,
  workspace: string,
  program: ConnectedId,
  options: ConnectOptions,
): Promise<Answer> {
  const label = nameOfProgram(program);
  const fetchProgram = async (): Promise<ListedProgram | undefined> =>
    (await client.call('connections.list', { workspace })).programs.find(({ id }) => id === program);
  const nameParam = options.name === undefined ? {} : { name: options.name };
  /** Finds the named connection, or the memory's own. */
  const requireConnectionName = async (): Promise<string> => {
    const own = (await fetchProgram())?.connections.find(({ isThis }) => isThis)?.name;
    const name = options.name ?? own;
    if (name === undefined) {
      throw new ContextureError('not_found', `${label} is not connected with this memory. Nothing was changed.`);
    }
    return name;
  };
  if (options.remove) {
    const name = await requireConnectionName();
    await client.call('connections.disconnect', { program, name });
    return { json: { removed: name }, lines: [`${label} no longer starts “${oneLine(name)}”.`] };
  }
  if (options.try) {
    const tried = await client.call('connections.try', { program, name: await requireConnectionName() });
    const tools = counted(tried.tools.length, 'tool', 'tools');
    return { json: tried, lines: [`It starts, and offers ${tools}: ${tried.tools.map(oneLine).join(', ')}.`] };
  }
  if (options.print) {
    const preview = await client.call('connections.preview', { workspace, program, ...nameParam });
    const lines = [
      `In ${oneLine(preview.settings)}:`,
      '',
      preview.setting.trimEnd(),
      ...(preview.command === null ? [] : ['', 'Or by its own command:', '', preview.command]),
      ...(preview.problem === null ? [] : ['', oneLine(preview.problem)]),
    ];
    return { json: preview, lines, exitCode: exitCodeFor(preview.problem === null) };
  }
  const { name, afterwards } = await client.call('connections.connect', { workspace, program, ...nameParam });
  const settings = (await fetchProgram())?.settings ?? '';
  const lines = [`${label} is connected as “${oneLine(name)}”, in ${oneLine(settings)}. ${afterwards}`];
  return { json: { name, settings, afterwards }, lines };
}

/** Lists all programs as the memory sees them, or without a memory if there is none yet. */
async function programsSeen(client: Client, options: ConnectOptions): Promise<readonly ListedProgram[]> {
  const open = await openWorkspaceAt(client, options.workspace, options.startEmpty).catch((error) => {
    if (toContextureError(error).details['startEmpty'] === true) {
      return null;
    }
    throw error;
  });
  return (await client.call('connections.list', open === null ? {} : { workspace: open.id })).programs;
}

function parseProgramId(name: string): ConnectedId {
  const id = connectedIds.find((one) => one === name);
  if (id === undefined) {
    const message = `“${oneLine(name)}” isn’t a program Contexture knows. It is one of: ${connectedIds.join(', ')}. For any other, docs/assistants.md has the setting.`;
    throw new ContextureError('invalid_request', message);
  }
  return id;
}

function linesOf({ id, label, isFound, connections, problem }: ListedProgram): string[] {
  const state = connections.length > 0 ? 'connected' : isFound ? 'not connected' : 'not found';
  return [
    `${label} (${id}): ${state}${problem === null ? '' : `. ${oneLine(problem)}`}`,
    ...connections.map(({ name, place, isThis, problem: broken }) => {
      const where = isThis ? 'this memory' : oneLine(place ?? 'the folder it is started in');
      return `  ${oneLine(name)}: ${where}${broken === null ? '' : `. ${oneLine(broken)}`}`;
    }),
  ];
}
