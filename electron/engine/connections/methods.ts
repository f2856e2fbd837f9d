import { z } from 'zod';
import type { ServerCommand } from '#shared/connections/setting-form.ts';
import type { Result } from '#shared/contract/contract.ts';
import { toContextureError } from '#shared/contract/errors.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { type ConnectedProgram, connectedProgram } from '#shared/programs/programs.ts';
import { changedPart } from '#shared/text/changed-part.ts';
import { lineEndAfter, lineStartBefore } from '#shared/text/lines.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import type { Handlers } from '../handlers.ts';
import type { ContextFile } from '../memory/context-file.ts';
import type { Ports } from '../ports.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { createConnections } from './connections.ts';
import { cannotChange } from './foreign-file.ts';
import { createOldPlaces } from './old-places.ts';
import { createSettingsFiles } from './settings-files.ts';

type ConnectedWorkspace = ReaderFiles & {
  view(): Workspace;
  readonly contextFile: Pick<ContextFile, 'views'>;
};

export function connectionsHandlers(
  ports: Ports,
  of: (workspace: string) => Promise<ConnectedWorkspace>,
): Handlers<'connections'> {
  const settings = createSettingsFiles(ports);
  const connections = createConnections(ports, settings);
  const oldPlaces = createOldPlaces(ports, settings, connections);
  const memoryOf = async (workspace: string): Promise<string> => (await of(workspace)).view().path;

  async function preview(program: ConnectedProgram, memory: string, wanted: string | undefined) {
    const { path } = await settings.find(program);
    const settingOf = (name: string, server: ServerCommand) => ({
      settings: path,
      name,
      setting: program.form.put('', name, server) ?? '',
      command: program.commandFor?.(name, inWords(server)) ?? null,
      afterwards: program.afterwards,
    });
    try {
      const name = await connections.nameFor(program, memory, wanted);
      const { server, isMoved } = await connections.serverFor(program, memory, wanted);
      const before = await settings.text(path);
      const after = program.form.put(before, name, server);
      const shown = { ...settingOf(name, server), isMoved };
      return after === null
        ? { ...shown, change: null, problem: cannotChange(path) }
        : { ...shown, change: changedLines(before, after), problem: null };
    } catch (error) {
      const server = connections.serverOfThis(memory);
      const problem = toContextureError(error).message;
      return { ...settingOf(wanted ?? 'contexture', server), isMoved: false, change: null, problem };
    }
  }

  return {
    'connections.list': async ({ workspace }) => {
      const open = workspace === undefined ? null : await of(workspace);
      const readers = open === null ? [] : await readersOf(open);
      const sources = open?.contextFile.views().map(({ source }) => source?.split(':')[0] ?? '') ?? [];
      const listed = await connections.ofPrograms(open?.view().path ?? null);
      const programs = listed.map((one) => {
        const { goesBy } = connectedProgram(one.id);
        const times = readers.filter(({ name }) => goesBy(name)).map(({ readAt }) => readAt);
        return {
          ...one,
          lastRead: times.length === 0 ? null : Math.max(...times),
          learned: sources.filter(goesBy).length,
        };
      });
      return { programs };
    },
    'connections.preview': async ({ workspace, program, name }) =>
      preview(connectedProgram(program), await memoryOf(workspace), name),
    'connections.connect': async ({ workspace, program: id, name: wanted }) => {
      const program = connectedProgram(id);
      const memory = await memoryOf(workspace);
      const name = await connections.nameFor(program, memory, wanted);
      const { server } = await connections.serverFor(program, memory, wanted);
      await settings.change(program, [{ name, server }]);
      return { name, afterwards: program.afterwards };
    },
    'connections.disconnect': async ({ program: id, name }) => {
      const program = connectedProgram(id);
      await connections.serverOf(program, name);
      await settings.remove(program, name);
      return {};
    },
    'connections.undo': async ({ program }) => {
      await settings.undo(connectedProgram(program));
      return {};
    },
    'connections.try': async ({ program, name }) =>
      ports.tryServer(await connections.serverOf(connectedProgram(program), name)),
    'connections.oldPlaces': async () => ({ programs: await oldPlaces.list() }),
    'connections.answerOldPlaces': async ({ update }) => {
      if (update) {
        return oldPlaces.update();
      }
      await oldPlaces.leave();
      return { updated: [], problems: [] };
    },
    'connections.noteRead': async ({ workspace, assistant }) => {
      await noteReader(await of(workspace), assistant);
      return {};
    },
  };
}

/** Words of a server for a command line: of Windows if its command is a path there, otherwise of a POSIX shell. */
function inWords({ command, args, env }: ServerCommand) {
  const isWindows = /^[a-z]:[\\/]/i.test(command);
  const asWord = (word: string): string => {
    if (/^[\w@%+=:,./\\-]+$/.test(word)) {
      return word;
    }
    return isWindows ? `"${word}"` : `'${word.replaceAll("'", `'\\''`)}'`;
  };
  return {
    server: [command, ...args].map(asWord).join(' '),
    env: Object.entries(env)
      .map(([name, value]) => `--env ${asWord(`${name}=${value}`)} `)
      .join(''),
  };
}

function changedLines(before: string, after: string): NonNullable<Result<'connections.preview'>['change']> {
  const is = changedPart(before, after);
  const was = changedPart(after, before);
  const from = lineStartBefore(after, is.from);
  const linesOf = (text: string, to: number): string =>
    to <= from ? '' : text.slice(from, lineEndAfter(text, to - 1));
  return {
    line: after.slice(0, from).split('\n').length,
    before: linesOf(before, was.to),
    after: linesOf(after, is.to),
  };
}

const readersSchema = z.record(z.string(), z.strictObject({ readAt: z.number() }));
/** Maximum number of assistants, more than anyone has; the oldest are dropped. */
const maxReaders = 50;

type ReaderFiles = Pick<WorkspaceParts, 'ports' | 'dataFolder'>;

const readersPath = ({ ports, dataFolder }: ReaderFiles): string =>
  ports.paths.join(dataFolder.current(), 'readers.json');

/** Last time that each assistant read the memory, by its own name. */
async function readersOf(open: ReaderFiles) {
  const readers = await readAppJson(open.ports, readersPath(open), readersSchema, {});
  return Object.entries(readers).map(([name, { readAt }]) => ({ name, readAt }));
}

async function noteReader(open: ReaderFiles, name: string): Promise<void> {
  const { ports } = open;
  const path = readersPath(open);
  await ports.lock.hold(`${path}.lock`, async () => {
    const earlier = await readAppJson(ports, path, readersSchema, {});
    const readers = Object.entries({ ...earlier, [name]: { readAt: ports.clock.now() } });
    const latest = readers.sort(([, a], [, b]) => b.readAt - a.readAt).slice(0, maxReaders);
    await writeAppJson(ports, path, Object.fromEntries(latest));
  });
}
