import type { MemoryPlace } from '#shared/contract/features/workspaces.ts';
import type { Ports } from '../ports.ts';

/** Where assistants are known to keep a memory, below the home folder. A `*` stands for any folder. */
const knownPlaces: readonly { readonly kind: string; readonly path: readonly string[] }[] = [
  { kind: 'Claude Code', path: ['.claude', 'projects', '*', 'memory', 'MEMORY.md'] },
  { kind: 'Hermes', path: ['.hermes', 'memories', 'MEMORY.md'] },
  { kind: 'Hermes', path: ['.hermes', 'memories', 'USER.md'] },
  { kind: 'OpenClaw', path: ['.openclaw', 'workspace', 'MEMORY.md'] },
  { kind: 'OpenClaw', path: ['.openclaw', 'workspace', 'USER.md'] },
];

/** Memories in the known places, latest first. Looks at names and dates only; nothing is read until it is chosen. */
export async function findKnownMemories(ports: Ports): Promise<MemoryPlace[]> {
  const { files, paths } = ports;
  const found: MemoryPlace[] = [];
  for (const { kind, path } of knownPlaces) {
    for (const candidate of await expand(ports, ports.homeFolder, path)) {
      const info = await files.info(candidate).catch(() => null);
      if (info?.kind === 'file') {
        const folder = paths.basename(paths.dirname(kind === 'Claude Code' ? paths.dirname(candidate) : candidate));
        const name = `${paths.basename(candidate)} in ${folder}`;
        found.push({ name, kind, path: candidate, modifiedAt: info.modifiedAt });
      }
    }
  }
  return found.sort((a, b) => (b.modifiedAt ?? 0) - (a.modifiedAt ?? 0));
}

async function expand(ports: Ports, folder: string, path: readonly string[]): Promise<string[]> {
  const [next, ...rest] = path;
  if (next === undefined) {
    return [folder];
  }
  if (next !== '*') {
    return expand(ports, ports.paths.join(folder, next), rest);
  }
  const items = await ports.files.list(folder).catch(() => []);
  const folders = items.filter((item) => item.kind === 'folder');
  const nested = await Promise.all(folders.map((item) => expand(ports, ports.paths.join(folder, item.name), rest)));
  return nested.flat();
}
