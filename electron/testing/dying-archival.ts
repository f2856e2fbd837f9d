import { createEngine } from '#engine/engine.ts';
import { createNodePorts } from '#node/ports.ts';
import { refOf } from '#shared/entries/entry.ts';

/**
 * A process that archives an entry by hand and dies between its two writes: the entry is in the archive and still in
 * the context. Or it dies after the second write, before that is recorded. Arguments: the workspace's folder, the data
 * folder, the entry's key, and `written` for the latter.
 */
const [root = '', dataFolder = '', key = '', when = 'between'] = process.argv.slice(2);
const ports = createNodePorts({ dataFolder, sampleFolder: dataFolder, version: '0.0.0' });
const files: typeof ports.files = {
  ...ports.files,
  replace: async (path, bytes) => {
    const isContext = path.endsWith('global.md');
    if (isContext && when === 'between') {
      process.kill(process.pid, 'SIGKILL');
    }
    const superseded = await ports.files.replace(path, bytes);
    if (isContext) {
      process.kill(process.pid, 'SIGKILL');
    }
    return superseded;
  },
};
const engine = createEngine({ ...ports, files });
const work = { caller: 'test', cancelled: () => false, progress: () => undefined };
const { id: workspace } = await engine.call('workspaces.open', { path: root, startEmpty: false }, work);
const { entries } = await engine.call('context.read', { workspace, limit: 1000 }, work);
const entry = entries.find((each) => each.key === key);
if (!entry) {
  throw new Error(`There is no entry ${key} in ${root}`);
}
await engine.call('context.change', { workspace, operations: [{ op: 'archive', entry: refOf(entry) }] }, work);
