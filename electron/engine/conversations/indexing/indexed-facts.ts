import type { IndexedConversation, Ports } from '../../ports.ts';

export type IndexedFacts = Pick<IndexedConversation, 'bytes' | 'changedAt' | 'isCompacted' | 'namedAt' | 'summary'> & {
  /** Conversation in which all of this one stands, and more. */
  readonly holder: string | null;
};
export type FactsById = ReadonlyMap<string, IndexedFacts>;

/**
 * Facts of conversations that stand anywhere in them, as far as they are in the index: a list reads only the beginning and the
 * end of each. None where there is no index.
 */
export function createIndexedFacts({ conversationIndex: index }: Ports, tellChange: () => void) {
  let known: Promise<FactsById> | null = null;
  /** Asks the index; if it can't say, what was known before stays. */
  async function read(before: FactsById): Promise<FactsById> {
    try {
      const holders = new Map((await index.copies()).map(({ conversation, holder }) => [conversation, holder]));
      return new Map(
        (await index.known()).map(({ conversation, bytes, changedAt, isCompacted, namedAt, summary }) => [
          conversation,
          { bytes, changedAt, isCompacted, namedAt, summary, holder: holders.get(conversation) ?? null },
        ]),
      );
    } catch {
      return before;
    }
  }
  function byId(): Promise<FactsById> {
    known ??= read(new Map());
    return known;
  }
  return {
    /** Asked of the index once, which answers late while it takes something in. */
    byId,
    /** Asks it again, and tells if a list says anything else now. */
    async renew(): Promise<void> {
      const before = await byId();
      known = read(before);
      const now = await known;
      if (![...before.keys(), ...now.keys()].every((id) => shownOf(before.get(id)) === shownOf(now.get(id)))) {
        tellChange();
      }
    },
  };
}
/** True if the index has all that a conversation says. */
export const isRead = (
  known: Pick<IndexedFacts, 'bytes' | 'changedAt'> | undefined,
  { bytes, changedAt }: Pick<IndexedFacts, 'bytes' | 'changedAt'>,
): boolean => known?.bytes === bytes && known.changedAt === changedAt;

export type IndexedFactsReader = ReturnType<typeof createIndexedFacts>;

/** Facts that only the index knows, in one text. */
const shownOf = (facts: IndexedFacts | undefined): string =>
  JSON.stringify([facts?.isCompacted ?? false, facts?.namedAt ?? null, facts?.holder ?? null]);
