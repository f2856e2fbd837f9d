import type { History, NewVersion } from '../history/history.ts';

/** They are held in memory: beyond this, the oldest go. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Versions that could not be kept yet, in order and by who made them, so that it is known later who left what out. Of
 * several that the person made in a row, the last one waits.
 *
 * @param onDropped told of each that is given up because there are too many
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
    /** Whether one of a file waits, behind which later ones of it have to. */
    holds: (file: string): boolean => waiting.some((version) => version.file === file),
    all: (): readonly NewVersion[] => waiting,
    /** Puts others in their place. */
    replace(edit: (version: NewVersion) => NewVersion): void {
      waiting = waiting.map(edit);
    },
    /** Keeps them, the oldest first. @throws what stands against it; what could not be kept goes on waiting */
    async keepWith(keep: History['keep']): Promise<void> {
      for (const version of waiting) {
        await keep(version);
        waiting = waiting.filter((each) => each !== version);
      }
    },
  };
}
