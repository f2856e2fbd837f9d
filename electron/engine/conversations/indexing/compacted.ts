import type { Ports } from '../../ports.ts';

/**
 * Which conversations were compacted anywhere, as far as they are in the index: a list reads only the beginning and the end of
 * each. None where there is no index.
 */
export function createCompacted({ conversationIndex: index }: Ports, tellChange: () => void) {
  let known: Promise<ReadonlySet<string>> | null = null;
  /** Where the index can't say, what was known before. */
  async function read(before: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const all = await index.known().catch(() => null);
    return all === null ? before : new Set(all.filter((one) => one.isCompacted).map((one) => one.conversation));
  }
  function ids(): Promise<ReadonlySet<string>> {
    known ??= read(new Set());
    return known;
  }
  return {
    /** Asked of the index once, which answers late while it takes something in. */
    ids,
    /** Asks it again, and tells if others are known to be compacted now. */
    async renew(): Promise<void> {
      const before = await ids();
      known = read(before);
      const now = await known;
      if (now.size !== before.size || [...now].some((id) => !before.has(id))) {
        tellChange();
      }
    },
  };
}
export type Compacted = ReturnType<typeof createCompacted>;
