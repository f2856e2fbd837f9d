import { freeName, ownServerOf } from '#shared/connections/own-server.ts';
import type { NamedServer, ServerCommand } from '#shared/connections/setting-form.ts';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { Connection, ListedProgram } from '#shared/contract/features/connections.ts';
import { type ConnectedProgram, connectedPrograms } from '#shared/programs/programs.ts';
import type { Ports } from '../ports.ts';
import { cannotChange } from './foreign-file.ts';
import type { SettingsFiles } from './settings-files.ts';

type OwnConnection = Omit<Connection, 'problem'> & { readonly server: ServerCommand; readonly script: string | null };

const isPath = (word: string): boolean => /[/\\]/.test(word);

export function createConnections(ports: Ports, settings: SettingsFiles) {
  const { files, paths } = ports;
  const isGone = async (path: string): Promise<boolean> => (await files.info(paths.resolve(path))) === null;
  /** Place with links resolved, to compare places. */
  const realOf = async (place: string): Promise<string> =>
    (await files.realPath(paths.resolve(place))) ?? paths.resolve(place);

  async function ownIn(servers: readonly NamedServer[], memory: string | null): Promise<readonly OwnConnection[]> {
    const here = memory === null ? null : await realOf(memory);
    const connections = servers.map(async ({ name, server }): Promise<OwnConnection | null> => {
      const own = server === null ? null : ownServerOf(server);
      if (server === null || own === null) {
        return null;
      }
      const { script, folder } = own;
      const isThis = folder !== null && (await realOf(folder)) === here;
      const memoryName = folder === null ? null : paths.basename(paths.resolve(folder));
      return { name, place: folder, memory: memoryName, isThis, server, script };
    });
    return (await Promise.all(connections)).filter((one) => one !== null);
  }

  /** Sentence about a missing file of Contexture that a connection starts; null if none is missing. */
  async function startProblemOf({ server, script }: OwnConnection): Promise<string | null> {
    if (isPath(server.command) && (await isGone(server.command))) {
      return `The program that starts it is not there any more: ${server.command}`;
    }
    return script !== null && (await isGone(script))
      ? `The copy of Contexture it starts is not there any more: ${script}`
      : null;
  }

  /** Sentence about the file or folder of a connection that is missing; null if none is. */
  async function problemOf(connection: OwnConnection): Promise<string | null> {
    const { place } = connection;
    const problem = await startProblemOf(connection);
    return problem ?? (place !== null && (await isGone(place)) ? `Its memory is not there any more: ${place}` : null);
  }

  async function ofProgram(
    program: ConnectedProgram,
    memory: string | null,
  ): Promise<Omit<ListedProgram, 'lastRead' | 'learned'>> {
    const { path, isFound } = await settings.find(program);
    const facts = { id: program.id, label: program.label, isFound, settings: path };
    try {
      const servers = await settings.servers(program, path);
      const own = await ownIn(servers ?? [], memory);
      const connections = own.map(async (connection): Promise<Connection> => {
        const { server: _, script: __, ...shown } = connection;
        return { ...shown, problem: await problemOf(connection) };
      });
      return {
        ...facts,
        connections: await Promise.all(connections),
        problem: servers === null ? cannotChange(path) : null,
        canUndo: await settings.canUndo(program),
      };
    } catch (error) {
      return { ...facts, connections: [], problem: toContextureError(error).message, canUndo: false };
    }
  }

  /** Command that starts this copy of Contexture for a memory; null for the folder it is started in. @throws `unavailable` */
  function serverOfThis(memory: string | null): ServerCommand {
    if (ports.ownServerProblem !== null) {
      throw new ContextureError('unavailable', `${ports.ownServerProblem} Nothing was changed.`);
    }
    const { command, args, env } = ports.ownServer;
    return { command, args: memory === null ? args : [...args, memory], env };
  }

  return {
    /** @param memory memory to check for; null for none */
    ofPrograms: (memory: string | null) => Promise.all(connectedPrograms.map((program) => ofProgram(program, memory))),

    /**
     * Server for a connection to start, and whether it then leads to another memory than before.
     * @param wanted a connection to repair: it keeps its memory, unless that is gone
     */
    async serverFor(program: ConnectedProgram, memory: string, wanted: string | undefined) {
      const { path } = await settings.find(program);
      const servers = wanted === undefined ? null : await settings.wholeServers(program, path);
      const existing = (await ownIn(servers ?? [], memory)).find(({ name }) => name === wanted);
      if (existing === undefined || existing.place === null || (await isGone(existing.place))) {
        return { server: serverOfThis(memory), isMoved: existing?.isThis === false };
      }
      return { server: serverOfThis(existing.place), isMoved: false };
    },
    serverOfThis,
    startProblemOf,

    /** Its connections to Contexture; none if its settings can't be read. */
    async ownConnections(program: ConnectedProgram): Promise<readonly OwnConnection[]> {
      const { path } = await settings.find(program);
      const servers = await settings.servers(program, path).catch(() => null);
      return ownIn(servers ?? [], null);
    },

    /** Existing or future name of a memory’s connection. @throws `not_found` if the wanted one doesn't exist */
    async nameFor(program: ConnectedProgram, memory: string, wanted: string | undefined): Promise<string> {
      const { path } = await settings.find(program);
      const servers = (await settings.wholeServers(program, path)) ?? [];
      const own = await ownIn(servers, memory);
      if (wanted === undefined) {
        const usedNames = servers.map(({ name }) => name);
        return own.find(({ isThis }) => isThis)?.name ?? freeName(usedNames, paths.basename(memory));
      }
      if (!own.some(({ name }) => name === wanted)) {
        throw noConnectionError(program, wanted);
      }
      return wanted;
    },

    /** Server that a connection starts. @throws `not_found` */
    async serverOf(program: ConnectedProgram, name: string): Promise<ServerCommand> {
      const { path } = await settings.find(program);
      const server = (await settings.wholeServers(program, path))?.find((one) => one.name === name)?.server ?? null;
      if (server === null || ownServerOf(server) === null) {
        throw noConnectionError(program, name);
      }
      return server;
    },
  };
}

const noConnectionError = ({ label }: ConnectedProgram, name: string): ContextureError =>
  new ContextureError(
    'not_found',
    `The settings of ${label} have no connection to Contexture called “${name}”. Nothing was changed.`,
  );
