import type { ProgramLock } from '#engine/ports.ts';

export type MemoryProgramLock = ProgramLock & {
  /** Answer to the next attempts: the program has the lock, or it is unavailable; null for neither. */
  answers: 'busy' | 'unavailable' | null;
  /** Paths of the held locks. */
  readonly held: ReadonlySet<string>;
};

/** A lock that nobody else takes unless a test sets an answer. */
export function createMemoryProgramLock(): MemoryProgramLock {
  const held = new Set<string>();
  return {
    answers: null,
    held,
    async take(path) {
      if (this.answers !== null || held.has(path)) {
        return this.answers ?? 'busy';
      }
      held.add(path);
      return {
        release: async () => {
          held.delete(path);
        },
      };
    },
  };
}
