import type { IndexedConversation, Ports } from '../../ports.ts';

export type IndexedFacts = Pick<IndexedConversation, 'bytes' | 'changedAt' | 'isCompacted' | 'namedAt' | 'summary'> & {
  /** Conversation that contains all of this one, and more. */
  readonly holder: string | null;
};
export type FactsById = ReadonlyMap<string, IndexedFacts>;

/** Facts of conversations by the index, from anywhere in them: a list reads only the beginning and the end of each. */
export function createIndexedFacts({ conversationIndex: index }: Ports, tellChange: () => void) {
  let facts: Promise<FactsById> | null = null;
  /** Reads the index; if it can't answer, earlier facts stay. */
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
    facts ??= read(new Map());
    return facts;
  }
  return {
    /** Reads the index once; it answers late while it adds something. */
    byId,
    /** Reads the index again, and reports if a list now says anything else. */
    async renew(): Promise<void> {
      const before = await byId();
      facts = read(before);
      const now = await facts;
      if (![...before.keys(), ...now.keys()].every((id) => shownOf(before.get(id)) === shownOf(now.get(id)))) {
        tellChange();
      }
    },
  };
}

/** True if the index has the whole conversation. */
export const isRead = (
  known: Pick<IndexedFacts, 'bytes' | 'changedAt'> | undefined,
  { bytes, changedAt }: Pick<IndexedFacts, 'bytes' | 'changedAt'>,
): boolean => known?.bytes === bytes && known.changedAt === changedAt;

export type IndexedFactsReader = ReturnType<typeof createIndexedFacts>;

/** Facts that only the index knows, in one text. */
const shownOf = (facts: IndexedFacts | undefined): string =>
  JSON.stringify([facts?.isCompacted ?? false, facts?.namedAt ?? null, facts?.holder ?? null]);
