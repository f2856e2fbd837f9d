import type { IndexedConversation, Ports } from '../../ports.ts';

export type IndexedFacts = Pick<IndexedConversation, 'isCompacted' | 'namedAt'>;
type FactsById = ReadonlyMap<string, IndexedFacts>;

/**
 * Facts of conversations that stand anywhere in them, as far as they are in the index: a list reads only the beginning and the
 * end of each. None where there is no index.
 */
export function createIndexedFacts({ conversationIndex: index }: Ports, tellChange: () => void) {
  let known: Promise<FactsById> | null = null;
  /** Asks the index; if it can't say, what was known before stays. */
  async function read(before: FactsById): Promise<FactsById> {
    const all = await index.known().catch(() => null);
    const telling = all?.filter(({ isCompacted, namedAt }) => isCompacted || namedAt !== null);
    return telling === undefined ? before : new Map(telling.map((one) => [one.conversation, one]));
  }
  function byId(): Promise<FactsById> {
    known ??= read(new Map());
    return known;
  }
  return {
    /** Asked of the index once, which answers late while it takes something in. */
    byId,
    /** Asks it again, and tells if anything else is known now. */
    async renew(): Promise<void> {
      const before = await byId();
      known = read(before);
      const now = await known;
      const isSame = (id: string): boolean =>
        before.get(id)?.isCompacted === now.get(id)?.isCompacted && before.get(id)?.namedAt === now.get(id)?.namedAt;
      if (![...before.keys(), ...now.keys()].every(isSame)) {
        tellChange();
      }
    },
  };
}
export type IndexedFactsReader = ReturnType<typeof createIndexedFacts>;
