import type { History, NewVersion } from '../history/history.ts';

/** Limit on versions held in memory: beyond it, the oldest go. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Holds versions that could not be kept yet, in order and by author, so that it is known later who left what out. If
 * the person made several in a row, the last one waits.
 *
 * @param onDropped called for each version that is given up because there are too many
 */
export function createPendingVersions(onDropped: (version: NewVersion) => void) {
  let waiting: readonly NewVersion[] = [];

  function add({ document: _, ...version }: NewVersion): void {
    const last = waiting.findLast(({ file }) => file === version.file);
    const isOwn = version.who !== 'outside';
    if (last?.hash === version.hash && (!isOwn || last.who !== 'outside')) {
      return;
    }
    const isNext = isOwn && (last?.who !== 'outside' || last.hash === version.hash);
    const others = isNext ? waiting.filter((each) => each !== last) : waiting;
    waiting = [...others, isOwn ? { ...version, action: 'Changed while nothing could be recorded' } : version];
    dropOldest();
  }

  function dropOldest(): void {
    let bytes = waiting.reduce((sum, version) => sum + version.bytes.length, 0);
    for (const version of waiting.slice(0, -1)) {
      if (bytes <= maxBytes) {
        return;
      }
      bytes -= version.bytes.length;
      waiting = waiting.filter((each) => each !== version);
      onDropped(version);
    }
  }

  return {
    add,
    /** True if a version of the file waits; later ones of it have to wait behind it. */
    holds: (file: string): boolean => waiting.some((version) => version.file === file),
    all: (): readonly NewVersion[] => waiting,
    /** Replaces each waiting version. */
    replace(edit: (version: NewVersion) => NewVersion): void {
      waiting = waiting.map(edit);
    },
    /** Keeps them, the oldest first. @throws the error that prevents it; versions that were not kept go on waiting */
    async keepWith(keep: History['keep']): Promise<void> {
      for (const version of waiting) {
        await keep(version);
        waiting = waiting.filter((each) => each !== version);
      }
    },
  };
}
