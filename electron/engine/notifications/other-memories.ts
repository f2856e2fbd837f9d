import { type FileInfo, type Ports, sameFile, type Watch } from '../ports.ts';

type OtherMemory = { readonly name: string; readonly path: string };
type WatchedMemory = OtherMemory & { readonly watch: Watch; readonly isChanged: () => boolean };

/**
 * Watches the files of memories that were opened before and are not open, and reads none of them. @param fileOf main
 * file of the memory that a path opens @param onChange called when a file changed
 */
export function createOtherMemories(ports: Ports, fileOf: (path: string) => Promise<string>, onChange: () => void) {
  const watched = new Map<string, WatchedMemory>();

  async function begin(memory: OtherMemory): Promise<WatchedMemory> {
    // A memory that can't be looked at, as on a disk that is away, must not hide the others.
    const file = await fileOf(memory.path).catch(() => memory.path);
    const info = (): Promise<FileInfo | null> => ports.files.info(file).catch(() => null);
    const before = await info();
    let isChanged = false;
    const watch = ports.watcher.watch({ files: [file], folders: [], archive: null }, async () => {
      if (!isChanged && !sameFile(before, await info())) {
        isChanged = true;
        onChange();
      }
    });
    return { ...memory, watch, isChanged: () => isChanged };
  }

  return {
    /** Watches these from now on, and no others. */
    async follow(memories: readonly OtherMemory[]): Promise<void> {
      for (const [path, { watch }] of watched) {
        if (!memories.some((memory) => memory.path === path)) {
          watched.delete(path);
          await watch.close();
        }
      }
      for (const memory of memories) {
        if (!watched.has(memory.path)) {
          watched.set(memory.path, await begin(memory));
        }
      }
    },
    changed: (): readonly OtherMemory[] => [...watched.values()].filter(({ isChanged }) => isChanged()),
  };
}
