import type { ProgramLock } from '#engine/ports.ts';

export type MemoryProgramLock = ProgramLock & {
  /** What the next are told: that the program has it, or that it can't be had; null for neither. */
  answers: 'busy' | 'unavailable' | null;
  /** Paths of the locks that are held. */
  readonly held: ReadonlySet<string>;
};

/** A lock that nobody else takes, unless a test says so. */
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
