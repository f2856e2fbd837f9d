import { findAppFiles } from '#node/app-folder.ts';
import { dataFolder } from '#node/data-folder.ts';
import { startEngine } from '../start-engine.ts';

type RunningEngine = Pick<ReturnType<typeof startEngine>, 'engine' | 'ports'> & { users: number };

/** Engines by data folder. */
const running = new Map<string, RunningEngine>();

/** Shares one engine among all contexts of this process. It ends with the last of them. */
export function shareEngine() {
  const folder = dataFolder();
  const shared: RunningEngine = running.get(folder) ?? {
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
