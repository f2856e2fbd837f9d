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
import { isPutIn } from '#shared/conversations/formats/put-in.ts';
import { wordsOf } from '#shared/conversations/search/fold.ts';
import { saidIn } from '#shared/conversations/search/item-texts.ts';
import { passageOf } from '#shared/conversations/search/passage.ts';
import { findIn, parseQuery, type Query } from '#shared/conversations/search/query.ts';
import type { IndexedConversation, Ports } from '../../ports.ts';
import { createBreaks, type Work } from '../../work.ts';
import type { Located } from '../catalogue.ts';
import { itemsAt, itemsFrom, summaryOf } from '../read-conversation.ts';
import { type IndexedFactsReader, isRead } from './indexed-facts.ts';
import { isOnlyAddedTo, partOf } from './read-into-index.ts';

type Asked = ParsedParams<'conversations.search'>;
type Found = Result<'conversations.search'>;

/** So much is read for one page at most: it is answered soon, and says where to go on. */
const maxScanned = 24 * 1024 * 1024;
const sliceItems = 200;
/** So many conversations are looked up at a time: little is read of each, and most of the time goes by waiting for that. */
const lookedUpAtOnce = 10;
/** Shorter parts of words are in too many of them to be of use. */
const leastPart = 3;

export type Summaries = ReturnType<typeof createSummaries>;

/** What lists say of conversations, remembered while their files stay as they are: someone who types searches again and again. */
export function createSummaries(ports: Ports, facts: IndexedFactsReader) {
  const remembered = new LRUCache<string, ReturnType<typeof summaryOf>>({ max: 1_000 });
  return {
    of(found: Located): ReturnType<typeof summaryOf> {
      const key = `${found.id} ${found.bytes} ${found.changedAt}`;
      const summary = remembered.get(key) ?? facts.byId().then((known) => summaryOf(ports, found, known.get(found.id)));
      remembered.set(key, summary);
      return summary;
    },
  };
}

/** @param listed all conversations, looked for while the index is asked */
export async function searchConversations(
  ports: Ports,
  summaries: Summaries,
  listed: Promise<readonly Located[]>,
  asked: Asked,
  work: Work,
): Promise<Found> {
  const query = parseQuery(asked.text, asked.match);
  const [all, lookedUp] = await Promise.all([listed, query && lookUp(ports, query)]);
  const wanted = all.filter((found) => isWanted(found, asked)).sort(inOrder);
  const first = asked.from === undefined ? 0 : firstFrom(wanted, asked.from);
  if (query === null) {
    return { found: [], next: null, searched: { done: wanted.length, total: wanted.length }, byScan: null, unread: [] };
  }
  const reading: Reading = {
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
  const lookUpAhead = createLookAhead(reading, wanted, first);
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
    lookUpAhead.begin(asked.limit - found.length);
    const indexed = lookUpAhead.take(number);
    const { hits, more, next } = await searchOne(reading, one, at, indexed).catch((error: unknown) => {
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

/** What a copy says is found where it goes on. */
function isWanted(
  { id, place, changedAt, holder }: Located,
  { conversation, assistant, since, until }: Asked,
): boolean {
  return (
    (conversation === undefined ? holder === null : id === conversation) &&
    (assistant === undefined || place.format.assistant === assistant) &&
    changedAt >= (since ?? changedAt) &&
    (until === undefined || changedAt < until)
  );
}

/** The latest first, those of the same time by their names: a page begins where the one before ended. */
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
  return parts.length === 0 ? null : index.conversationsWithin(parts);
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

/** How a conversation is searched: whether the index names what to look at, and from where on it has to be read; null for nowhere. */
function wayOf({ query, lookedUp }: Reading, found: Located) {
  const inIndex = lookedUp?.known.get(found.id);
  const isWhole = inIndex !== undefined && isRead(inIndex, found);
  const known = isWhole || isOnlyAddedTo(found) ? inIndex : undefined;
  const isNamed = (lookedUp?.named?.has(found.id) ?? true) || (query.match === 'anywhere' && known?.isCut === true);
  return {
    isLookedUp: query.match === 'words' && isNamed && known !== undefined,
    // What is not in the index, or is in it as words alone.
    unread: query.match === 'words' || !isNamed ? (isWhole ? null : (known?.readTo ?? 0)) : 0,
  };
}

/** Looks up the next conversations before it is their turn, some at a time. @param first which of those wanted is searched first */
function createLookAhead(reading: Reading, wanted: readonly Located[], first: number) {
  const { query, asked, ports } = reading;
  const begun = new Map<number, Promise<Hits>>();
  let next = first;
  return {
    /** @param most how many are needed at most */
    begin(most: number): void {
      const group: { readonly number: number; readonly found: Located; readonly from: number }[] = [];
      for (; begun.size === 0 && next < wanted.length && group.length < Math.min(most, lookedUpAtOnce); next++) {
        const found = wanted[next] as Located;
        if (wayOf(reading, found).isLookedUp) {
          group.push({ number: next, found, from: asked.from?.id === found.id ? asked.from.at : 0 });
        }
      }
      if (group.length === 0) {
        return;
      }
      const terms = query.match === 'words' ? query.terms : [];
      const from = group.map((one) => ({ conversation: one.found.id, at: one.from }));
      const places = ports.conversationIndex.itemsWith(terms, from, asked.each + 1);
      for (const [index, { number, found }] of group.entries()) {
        const hits = places.then((all) => hitsByIndex(reading, found, all[index] ?? []));
        // Whoever takes it is told.
        hits.catch(() => undefined);
        begun.set(number, hits);
      }
    },
    /** What was looked up of one; null of one that the index says nothing of. */
    take(number: number): Promise<Hits> | null {
      const hits = begun.get(number) ?? null;
      begun.delete(number);
      return hits;
    },
  };
}

/** @param lookedUp what the index says of it; null for nothing */
async function searchOne(
  reading: Reading,
  found: Located,
  from: number,
  lookedUp: Promise<Hits> | null,
): Promise<Hits> {
  const { asked } = reading;
  const { unread } = wayOf(reading, found);
  const indexed = (await lookedUp) ?? nothing;
  if (unread === null || indexed.more) {
    return indexed;
  }
  const kept = indexed.hits.filter(({ at }) => at < unread);
  const scanned = await hitsByScan(reading, found, Math.max(from, unread), asked.each + 1 - kept.length);
  reading.byScan ??= 'unread';
  const hits = [...kept, ...scanned.hits];
  return { hits: hits.slice(0, asked.each), more: hits.length > asked.each, next: scanned.next };
}

const nothing: Hits = { hits: [], more: false, next: null };

/** @param first the first places the index names, one more than are asked for */
async function hitsByIndex({ ports, query, asked }: Reading, found: Located, first: readonly number[]): Promise<Hits> {
  const hits: ConversationHit[] = [];
  const terms = query.match === 'words' ? query.terms : [];
  for (let places = first; places.length > 0; ) {
    const missing = asked.each - hits.length;
    const items = await itemsAt(ports, found, places.slice(0, missing));
    hits.push(...items.flatMap((item) => (item && hitOf(item, query)) ?? []));
    const next = places[missing];
    if (next === undefined || hits.length === asked.each) {
      return { hits, more: next !== undefined, next: null };
    }
    const from = [{ conversation: found.id, at: next }];
    [places = []] = await ports.conversationIndex.itemsWith(terms, from, asked.each - hits.length + 1);
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
  const by = isPutIn(block) ? ('program' as const) : author;
  return { at, author: by, time, part: block.kind, tool, passage: passageOf(texts, ranges) };
}

/** Null where it took place in another project than was asked for. */
async function describe({ summaries, asked }: Reading, found: Located) {
  const { id, assistant, project, title, startedAt, lastSaidAt, changedAt } = await summaries.of(found);
  const summary = {
    id,
    assistant,
    project,
    title,
    startedAt,
    lastSaidAt,
    changedAt,
    parent: found.parent ?? found.holder,
  };
  return asked.project === undefined || project?.path === asked.project ? summary : null;
}
