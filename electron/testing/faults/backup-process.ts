import { homedir } from 'node:os';
import { join } from 'node:path';
import { methods } from '#shared/contract/contract.ts';
import { startRealEngine } from './real-engine.ts';

/** Restores a backup in full, over what differs, or makes one; then prints a line. */
const [kind, path = '', home = homedir()] = process.argv.slice(2);
const { engine, close } = startRealEngine(join(home, '.data', 'contexture'), { homeFolder: home, environment: {} });
const context = { caller: 'test', cancelled: () => false, progress: () => undefined };
if (kind === 'create') {
  await engine.call('backup.create', { to: path }, context);
} else {
  const { memories } = await engine.call('backup.read', { path, places: [] }, context);
  const wanted = memories.map(({ memory, to }) => ({ memory, to, replace: 'all' as const }));
  const params = methods['backup.restore'].params.parse({ path, memories: wanted, shared: { replace: 'all' } });
  const restored = await engine.call('backup.restore', params, context);
  const failed = restored.memories.find(({ problem }) => problem !== null);
  if (failed) {
    throw new Error(failed.problem ?? '');
  }
}
await close();
process.stdout.write('done\n');
