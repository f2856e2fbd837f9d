import { findAppFiles } from '#node/app-folder.ts';
import { dataFolder } from '#node/data-folder.ts';
import { startEngine } from '../start-engine.ts';

type Running = Pick<ReturnType<typeof startEngine>, 'engine' | 'ports'> & { users: number };

/** By the folder of the app’s data. */
const running = new Map<string, Running>();

/** The engine that all contexts of this process share. It ends with the last of them. */
export function shareEngine() {
  const folder = dataFolder();
  const shared: Running = running.get(folder) ?? {
    ...startEngine(findAppFiles(import.meta.url), folder, { engine: { personLooks: false, personApproves: false } }),
    users: 0,
  };
  shared.users += 1;
  running.set(folder, shared);
  return {
    engine: shared.engine,
    ports: shared.ports,
    async release(): Promise<void> {
      shared.users -= 1;
      if (shared.users === 0) {
        running.delete(folder);
        await shared.engine.close();
      }
    },
  };
}
