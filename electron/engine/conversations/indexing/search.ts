import { LRUCache } from 'lru-cache';
import type { ParsedParams, Result } from '#shared/contract/contract.ts';
import { toContextureError } from '#shared/contract/errors.ts';
import type {
  ByScan,
  ConversationHit,
  FoundInConversation,
  SearchPlace,
} from '#shared/contract/features/conversation-search.ts';
import type { ConversationItem } from '#shared/contract/features/conversations.ts';
import { wordsOf } from '#shared/conversations/search/fold.ts';
import { saidIn } from '#shared/conversations/search/item-texts.ts';
import { passageOf } from '#shared/conversations/search/passage.ts';
import { findIn, parseQuery, type Query } from '#shared/conversations/search/query.ts';
import type { IndexedConversation, Ports } from '../../ports.ts';
import { createBreaks, type Work } from '../../work.ts';
import type { Located } from '../catalogue.ts';
import { itemAt, itemsFrom, summaryOf } from '../read-conversation.ts';
import { isOnlyAddedTo, isRead, partOf } from './read-into-index.ts';

type Asked = ParsedParams<'conversations.search'>;
type Found = Result<'conversations.search'>;

/** So much is read for one page at most: it is answered soon, and says where to go on. */
const maxScanned = 24 * 1024 * 1024;
const sliceItems = 200;
/** Shorter parts of words are in too many of them to be of use. */
const leastPart = 3;

export type Summaries = ReturnType<typeof createSummaries>;

/** What lists say of conversations, remembered while their files stay as they are: someone who types searches again and again. */
export function createSummaries(ports: Ports) {
  const remembered = new LRUCache<string, ReturnType<typeof summaryOf>>({ max: 1_000 });
  return {
    of(found: Located): ReturnType<typeof summaryOf> {
      const key = `${found.id} ${found.bytes} ${found.changedAt}`;
      const summary = remembered.get(key) ?? summaryOf(ports, found);
      remembered.set(key, summary);
      return summary;
    },
  };
}

/** @param all conversations, the latest first */
export async function searchConversations(
  ports: Ports,
  summaries: Summaries,
  all: readonly Located[],
  asked: Asked,
  work: Work,
): Promise<Found> {
  const query = parseQuery(asked.text, asked.match);
  const wanted = all.filter((found) => isWanted(found, asked)).sort(inOrder);
  const first = asked.from === undefined ? 0 : firstFrom(wanted, asked.from);
  if (query === null) {
    return { found: [], next: null, searched: { done: wanted.length, total: wanted.length }, byScan: null, unread: [] };
  }
  const lookedUp = await lookUp(ports, query);
  const reading = {
    ports,
    summaries,
    query,
    lookedUp,
    asked,
    work,
    left: maxScanned,
    byScan: byScanOf(query, lookedUp),
  };
  const found: FoundInConversation[] = [];
  const unread: Found['unread'] = [];
  const answer = (done: number, next: SearchPlace | null): Found => ({
    found,
    next,
    searched: { done, total: wanted.length },
    byScan: reading.byScan,
    unread,
  });
  for (let number = first; number < wanted.length; number++) {
    const one = wanted[number] as Located;
    const at = number === first && asked.from?.id === one.id ? asked.from.at : 0;
    if (found.length === asked.limit || reading.left <= 0 || work.cancelled()) {
      return answer(number, { id: one.id, changedAt: one.changedAt, at });
    }
    const { hits, more, next } = await searchOne(reading, one, at).catch((error: unknown) => {
      unread.push({ path: one.path, problem: toContextureError(error).message });
      return nothing;
    });
    const described = hits.length === 0 ? null : await describe(reading, one);
    if (described !== null) {
      found.push({ conversation: described, hits, more });
    }
    if (next !== null) {
      return answer(number, { id: one.id, changedAt: one.changedAt, at: next });
    }
  }
  return answer(wanted.length, null);
}

function isWanted({ id, place, changedAt }: Located, { conversation, assistant, since, until }: Asked): boolean {
  return (
    (conversation === undefined || id === conversation) &&
    (assistant === undefined || place.format.assistant === assistant) &&
    changedAt >= (since ?? changedAt) &&
    (until === undefined || changedAt < until)
  );
}

/** The latest first, those of the same time by their names: a page begins where the one before ended. */
/** The order in which conversations are gone through: the latest first. */
export const inOrder = (one: SearchKey, other: SearchKey): number =>
  other.changedAt - one.changedAt || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
type SearchKey = Pick<SearchPlace, 'id' | 'changedAt'>;

/** The number of the conversation to go on with. */
export function firstFrom(wanted: readonly Located[], from: SearchPlace): number {
  const found = wanted.findIndex((one) => inOrder(one, from) >= 0);
  return found < 0 ? wanted.length : found;
}

/** What the index says of all conversations; null where there is none. */
type LookedUp = {
  readonly known: ReadonlyMap<string, IndexedConversation>;
  /** Those it names, null for any: others need not be read as far as they are in it, unless something of them was left out. */
  readonly named: ReadonlySet<string> | null;
} | null;

async function lookUp({ conversationIndex: index, log }: Ports, query: Query): Promise<LookedUp> {
  try {
    // Last, because an index that turns out to be damaged knows nothing from then on.
    const named =
      query.match === 'words' ? await index.conversationsWith(query.terms) : await namedBy(index, query.terms);
    const known = new Map((await index.known()).map((one) => [one.conversation, one]));
    return { known, named: named && new Set(named) };
  } catch (error) {
    log('info', `Conversations are searched without their index: ${toContextureError(error).code}`);
    return null;
  }
}

/** The conversations with items that have all words or parts of words the terms are made of; null for any. */
async function namedBy(index: Ports['conversationIndex'], terms: readonly string[]): Promise<readonly string[] | null> {
  const parts = partsOf(terms);
  const items = parts.length === 0 ? null : await index.itemsWithin(parts);
  return items?.map(({ conversation }) => conversation) ?? null;
}

/** What stands in words of the index, of texts that may begin and end within words. */
export const partsOf = (texts: readonly string[]): string[] => [
  ...new Set(
    texts.flatMap((text) =>
      wordsOf(text)
        .map((word) => word.text)
        .filter(({ length }) => length >= leastPart),
    ),
  ),
];

const byScanOf = (query: Query, lookedUp: LookedUp): ByScan | null =>
  lookedUp === null ? 'unavailable' : query.match === 'anywhere' ? 'anywhere' : null;

type Reading = {
  readonly ports: Ports;
  readonly summaries: Summaries;
  readonly query: Query;
  readonly lookedUp: LookedUp;
  readonly asked: Asked;
  readonly work: Work;
  /** How many bytes may still be read for this page. */
  left: number;
  byScan: ByScan | null;
};

type Hits = {
  readonly hits: ConversationHit[];
  /** Whether there may be more than were asked for. */
  readonly more: boolean;
  /** Where to go on, if not all of it was read. */
  readonly next: number | null;
};

async function searchOne(reading: Reading, found: Located, from: number): Promise<Hits> {
  const { query, lookedUp, asked } = reading;
  const inIndex = lookedUp?.known.get(found.id);
  const isWhole = inIndex !== undefined && isRead(inIndex, found);
  const known = isWhole || isOnlyAddedTo(found) ? inIndex : undefined;
  const isNamed = (lookedUp?.named?.has(found.id) ?? true) || (query.match === 'anywhere' && known?.isCut === true);
  const isLookedUp = query.match === 'words' && isNamed && known !== undefined;
  const indexed = isLookedUp ? await hitsByIndex(reading, found, from) : nothing;
  // What is not in the index, or is in it as words alone.
  const unread = query.match === 'words' || !isNamed ? (isWhole ? null : (known?.readTo ?? 0)) : 0;
  if (unread === null || indexed.more) {
    return indexed;
  }
  reading.byScan ??= 'unread';
  const kept = indexed.hits.filter(({ at }) => at < unread);
  const scanned = await hitsByScan(reading, found, Math.max(from, unread), asked.each + 1 - kept.length);
  const hits = [...kept, ...scanned.hits];
  return { hits: hits.slice(0, asked.each), more: hits.length > asked.each, next: scanned.next };
}

const nothing: Hits = { hits: [], more: false, next: null };

async function hitsByIndex({ ports, query, asked }: Reading, found: Located, from: number): Promise<Hits> {
  const hits: ConversationHit[] = [];
  const terms = query.match === 'words' ? query.terms : [];
  for (let at: number | null = from; at !== null; ) {
    const wanted = asked.each + 1 - hits.length;
    const places: readonly number[] = await ports.conversationIndex.itemsWith(terms, found.id, at, wanted);
    for (const place of places) {
      if (hits.length === asked.each) {
        return { hits, more: true, next: null };
      }
      const item = await itemAt(ports, found, place);
      const hit = item && hitOf(item, query);
      hits.push(...(hit === null ? [] : [hit]));
    }
    at = places.length < wanted ? null : (places.at(-1) ?? 0) + 1;
  }
  return { hits, more: false, next: null };
}

async function hitsByScan(reading: Reading, found: Located, from: number, most: number) {
  const { ports, query, work } = reading;
  const hits: ConversationHit[] = [];
  const takeBreak = createBreaks(ports.clock);
  for (let at: number | null = from; at !== null && hits.length < most; ) {
    if (reading.left <= 0 || work.cancelled()) {
      return { hits, next: at };
    }
    const begin: number = at;
    const { items, after, end } = await itemsFrom(ports, found, begin, sliceItems);
    for (const item of items) {
      await takeBreak();
      const hit = hitOf(item, query);
      hits.push(...(hit === null ? [] : [hit]));
    }
    reading.left -= found.bytes * (partOf(after, end) - partOf(begin, end));
    at = after;
  }
  return { hits: hits.slice(0, most), next: null };
}

function hitOf(item: ConversationItem, query: Query): ConversationHit | null {
  const said = saidIn(item, query.match === 'anywhere');
  const texts = said.map(({ text }) => text);
  const ranges = findIn(texts, query);
  const block = said[ranges?.findIndex((some) => some.length > 0) ?? -1]?.block;
  if (ranges === null || block === undefined) {
    return null;
  }
  const { at, author, time } = item;
  const tool = block.kind === 'call' ? block.name : null;
  return { at, author, time, part: block.kind, tool, passage: passageOf(texts, ranges) };
}

/** Null where it took place in another project than was asked for. */
async function describe({ summaries, asked }: Reading, found: Located) {
  const { id, assistant, project, title, startedAt, changedAt } = await summaries.of(found);
  const summary = { id, assistant, project, title, startedAt, changedAt, parent: found.parent };
  return asked.project === undefined || project?.path === asked.project ? summary : null;
}
