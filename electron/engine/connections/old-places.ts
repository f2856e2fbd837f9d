import { z } from 'zod';
import { ownServerOf } from '#shared/connections/own-server.ts';
import { toContextureError } from '#shared/contract/errors.ts';
import { connectedPrograms } from '#shared/programs/programs.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import type { Ports } from '../ports.ts';
import type { createConnections } from './connections.ts';
import type { SettingsFiles } from './settings-files.ts';

type Connections = ReturnType<typeof createConnections>;
type OwnConnection = Awaited<ReturnType<Connections['ownConnections']>>[number];

/** Command and program file of the places that the person chose to leave in the settings. */
const leftSchema = z.array(z.string());

const oldPlace = ({ server, script }: OwnConnection): string => `${server.command} ${script ?? ''}`.trim();

/** Connections that start Contexture from a place it has left: found, and changed to the present one together. */
export function createOldPlaces(ports: Ports, settings: SettingsFiles, connections: Connections) {
  const leftPath = ports.paths.join(ports.dataFolder, 'connections-left.json');
  const readLeft = () => readAppJson(ports, leftPath, leftSchema, []);

  /** True if it starts this copy by its checkout’s Electron, as was written once. The next installation deletes that. */
  const startsElectron = ({ server, script }: OwnConnection): boolean =>
    Object.hasOwn(server.env, 'ELECTRON_RUN_AS_NODE') &&
    !Object.hasOwn(ports.ownServer.env, 'ELECTRON_RUN_AS_NODE') &&
    server.command !== ports.ownServer.command &&
    script === ownServerOf(ports.ownServer)?.script;

  async function isOld(connection: OwnConnection): Promise<boolean> {
    const { place } = connection;
    // Without its memory it needs a choice, so it is mended by itself.
    const isMemoryThere = place === null || (await ports.files.info(ports.paths.resolve(place))) !== null;
    return isMemoryThere && (startsElectron(connection) || (await connections.startProblemOf(connection)) !== null);
  }

  async function find() {
    const left = await readLeft();
    const byProgram = connectedPrograms.map(async (program) => {
      const own = await connections.ownConnections(program);
      const areOld = await Promise.all(own.map(isOld));
      return { program, old: own.filter((one, at) => areOld[at] && !left.includes(oldPlace(one))) };
    });
    return ports.ownServerProblem === null ? await Promise.all(byProgram) : [];
  }

  return {
    list: async () =>
      (await find()).flatMap(({ program: { id, label }, old }) => (old.length === 0 ? [] : [{ id, label }])),

    /** Makes each start this copy for the same memory. One program's problem doesn't stop the others. */
    async update() {
      const results = (await find()).map(async ({ program, old }) => {
        const [first, ...others] = old.map(({ name, place }) => ({ name, server: connections.serverOfThis(place) }));
        if (first === undefined) {
          return { updated: [], problems: [] };
        }
        try {
          await settings.change(program, [first, ...others]);
          return { updated: [program.id], problems: [] };
        } catch (error) {
          return { updated: [], problems: [toContextureError(error).message] };
        }
      });
      const all = await Promise.all(results);
      return { updated: all.flatMap(({ updated }) => updated), problems: all.flatMap(({ problems }) => problems) };
    },

    /** Leaves them as they are, and lists them no more. */
    async leave(): Promise<void> {
      const places = (await find()).flatMap(({ old }) => old.map(oldPlace));
      await writeAppJson(ports, leftPath, [...new Set([...(await readLeft()), ...places])]);
    },
  };
}
