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
import { isInserted } from '#shared/conversations/formats/put-in.ts';
import { wordsOf } from '#shared/conversations/search/fold.ts';
import { searchedTexts } from '#shared/conversations/search/item-texts.ts';
import { passageOf } from '#shared/conversations/search/passage.ts';
import { findIn, parseQuery, type Query } from '#shared/conversations/search/query.ts';
import { type CancellationToken, createBreaks } from '../../cancellation.ts';
import type { IndexedConversation, Ports } from '../../ports.ts';
import type { CatalogueItem } from '../catalogue.ts';
import { briefOf, conversationSummary, itemsAt, itemsFrom } from '../read-conversation.ts';
import { type IndexedFactsReader, isRead } from './indexed-facts.ts';
import { isOnlyAddedTo, partOf } from './read-into-index.ts';

type SearchRequest = ParsedParams<'conversations.search'>;
type SearchAnswer = Result<'conversations.search'>;

/** Maximum number of bytes read for one page, so that it answers soon and says where to go on. */
const maxScanned = 24 * 1024 * 1024;
const sliceItems = 200;
/** Conversations looked up at a time: little is read of each, and most of the time is waiting. */
const lookedUpAtOnce = 10;
/** Minimum length of a part of a word; shorter ones are in too many words to be of use. */
const leastPart = 3;

export type Summaries = ReturnType<typeof createSummaries>;

/** Summaries of conversations, remembered while their files don't change: someone who types searches again and again. */
export function createSummaries(ports: Ports, facts: IndexedFactsReader) {
  const remembered = new LRUCache<string, ReturnType<typeof conversationSummary>>({ max: 1_000 });
  return {
    of(conversation: CatalogueItem): ReturnType<typeof conversationSummary> {
      const key = `${conversation.id} ${conversation.bytes} ${conversation.changedAt}`;
      const summary =
        remembered.get(key) ??
        facts.byId().then((factsById) => conversationSummary(ports, conversation, factsById.get(conversation.id)));
      remembered.set(key, summary);
      return summary;
    },
  };
}

/** @param listed all conversations, listed while the index is searched */
export async function searchConversations(
  ports: Ports,
  summaries: Summaries,
  listed: Promise<readonly CatalogueItem[]>,
  request: SearchRequest,
  token: CancellationToken,
): Promise<SearchAnswer> {
  const query = parseQuery(request.text, request.match);
  const [all, lookedUp] = await Promise.all([listed, query && lookUp(ports, query)]);
  const fitting = all.filter((conversation) => isWanted(conversation, request));
  const ids = new Set(fitting.map(({ id }) => id));
  // A copy is found in the conversation that goes on, if that is searched.
  const wanted = fitting.filter(({ holder }) => holder === null || !ids.has(holder)).sort(inOrder);
  const first = request.from === undefined ? 0 : firstFrom(wanted, request.from);
  if (query === null) {
    return { found: [], next: null, searched: { done: wanted.length, total: wanted.length }, byScan: null, unread: [] };
  }
  const byScan = lookedUp === null ? 'unavailable' : query.match === 'anywhere' ? 'anywhere' : null;
  const reading: SearchState = { ports, summaries, query, lookedUp, asked: request, token, left: maxScanned, byScan };
  const results: FoundInConversation[] = [];
  const unread: SearchAnswer['unread'] = [];
  const lookUpAhead = createReadAhead(reading, wanted, first);
  const answer = (done: number, next: SearchPlace | null): SearchAnswer => ({
    found: results,
    next,
    searched: { done, total: wanted.length },
    byScan: reading.byScan,
    unread,
  });
  for (let number = first; number < wanted.length; number++) {
    const one = wanted[number] as CatalogueItem;
    const at = number === first && request.from?.id === one.id ? request.from.at : 0;
    if (results.length === request.limit || reading.left <= 0 || token.cancelled()) {
      return answer(number, { id: one.id, changedAt: one.changedAt, at });
    }
    lookUpAhead.begin(request.limit - results.length);
    const indexed = lookUpAhead.take(number);
    const { hits, more, next } = await searchOne(reading, one, at, indexed).catch((error: unknown) => {
      unread.push({ path: one.path, problem: toContextureError(error).message });
      return nothing;
    });
    const described = hits.length === 0 ? null : await describe(reading, one);
    if (described !== null) {
      results.push({ conversation: described, hits, more });
    }
    if (next !== null) {
      return answer(number, { id: one.id, changedAt: one.changedAt, at: next });
    }
  }
  return answer(wanted.length, null);
}

function isWanted(
  { id, place, changedAt }: CatalogueItem,
  { conversation, assistant, since, until }: SearchRequest,
): boolean {
  return (
    (conversation === undefined || id === conversation) &&
    (assistant === undefined || place.assistant === assistant) &&
    changedAt >= (since ?? changedAt) &&
    (until === undefined || changedAt < until)
  );
}

/** Sorts the latest first, ties by name, so that a page begins where the one before ended. */
export const inOrder = (one: SearchKey, other: SearchKey): number =>
  other.changedAt - one.changedAt || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);

type SearchKey = Pick<SearchPlace, 'id' | 'changedAt'>;

export function firstFrom(wanted: readonly CatalogueItem[], from: SearchPlace): number {
  const index = wanted.findIndex((one) => inOrder(one, from) >= 0);
  return index < 0 ? wanted.length : index;
}

/** Findings of the index for all conversations; null if there is no index. */
type LookedUp = {
  readonly known: ReadonlyMap<string, IndexedConversation>;
  /** Conversations the index names, null for any: others are read only where they aren't indexed or had something left out. */
  readonly named: ReadonlySet<string> | null;
} | null;

async function lookUp({ conversationIndex: index, log }: Ports, query: Query): Promise<LookedUp> {
  try {
    // Last, because an index that turns out to be damaged knows nothing after that.
    const named =
      query.match === 'words' ? await index.conversationsWith(query.terms) : await namedBy(index, query.terms);
    const known = new Map((await index.known()).map((one) => [one.conversation, one]));
    return { known, named: named && new Set(named) };
  } catch (error) {
    log('info', `Conversations are searched without their index: ${toContextureError(error).code}`);
    return null;
  }
}

async function namedBy(index: Ports['conversationIndex'], terms: readonly string[]): Promise<readonly string[] | null> {
  const parts = lookupWords(terms);
  return parts.length === 0 ? null : index.conversationsWithin(parts);
}

/** Words and parts of words to look up in the index, from texts that may begin and end within words. */
export const lookupWords = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap(wordsOf).flatMap(({ text }) => (text.length >= leastPart ? [text] : []))),
];

type SearchState = {
  readonly ports: Ports;
  readonly summaries: Summaries;
  readonly query: Query;
  readonly lookedUp: LookedUp;
  readonly asked: SearchRequest;
  readonly token: CancellationToken;
  left: number;
  byScan: ByScan | null;
};

type Hits = {
  readonly hits: ConversationHit[];
  readonly more: boolean;
  readonly next: number | null;
};

/** Chooses how to search: `isLookedUp` if the index has places to look at, `unread` from where it must be read (null for nowhere). */
function wayOf({ query, lookedUp }: SearchState, conversation: CatalogueItem) {
  const inIndex = lookedUp?.known.get(conversation.id);
  const isWhole = inIndex !== undefined && isRead(inIndex, conversation);
  const indexed = isWhole || isOnlyAddedTo(conversation) ? inIndex : undefined;
  const isNamed =
    (lookedUp?.named?.has(conversation.id) ?? true) || (query.match === 'anywhere' && indexed?.isCut === true);
  return {
    isLookedUp: query.match === 'words' && isNamed && indexed !== undefined,
    // Parts that aren't indexed, or only as words, are read.
    unread: query.match === 'words' || !isNamed ? (isWhole ? null : (indexed?.readTo ?? 0)) : 0,
  };
}

/** Looks up the next conversations ahead of time, some at once. @param first number of the one searched first */
function createReadAhead(reading: SearchState, wanted: readonly CatalogueItem[], first: number) {
  const { query, asked, ports } = reading;
  const begun = new Map<number, Promise<Hits>>();
  let next = first;
  return {
    begin(most: number): void {
      const group: { readonly number: number; readonly found: CatalogueItem; readonly from: number }[] = [];
      for (; begun.size === 0 && next < wanted.length && group.length < Math.min(most, lookedUpAtOnce); next++) {
        const conversation = wanted[next] as CatalogueItem;
        if (wayOf(reading, conversation).isLookedUp) {
          group.push({
            number: next,
            found: conversation,
            from: asked.from?.id === conversation.id ? asked.from.at : 0,
          });
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
        // The error reaches whoever takes it.
        hits.catch(() => undefined);
        begun.set(number, hits);
      }
    },
    take(number: number): Promise<Hits> | null {
      const hits = begun.get(number) ?? null;
      begun.delete(number);
      return hits;
    },
  };
}

async function searchOne(
  reading: SearchState,
  conversation: CatalogueItem,
  from: number,
  lookedUp: Promise<Hits> | null,
): Promise<Hits> {
  const { asked } = reading;
  const { unread } = wayOf(reading, conversation);
  const indexed = (await lookedUp) ?? nothing;
  if (unread === null || indexed.more) {
    return indexed;
  }
  const beforeUnread = indexed.hits.filter(({ at }) => at < unread);
  const scanned = await hitsByScan(reading, conversation, Math.max(from, unread), asked.each + 1 - beforeUnread.length);
  reading.byScan ??= 'unread';
  const hits = [...beforeUnread, ...scanned.hits];
  return { hits: hits.slice(0, asked.each), more: hits.length > asked.each, next: scanned.next };
}

const nothing: Hits = { hits: [], more: false, next: null };

/** @param first the first places the index names, one more than requested */
async function hitsByIndex(
  { ports, query, asked }: SearchState,
  conversation: CatalogueItem,
  first: readonly number[],
): Promise<Hits> {
  const hits: ConversationHit[] = [];
  const terms = query.match === 'words' ? query.terms : [];
  for (let places = first; places.length > 0; ) {
    const missing = asked.each - hits.length;
    const items = await itemsAt(ports, conversation, places.slice(0, missing));
    hits.push(...items.flatMap((item) => (item && hitOf(item, query)) ?? []));
    const next = places[missing];
    if (next === undefined || hits.length === asked.each) {
      return { hits, more: next !== undefined, next: null };
    }
    const from = [{ conversation: conversation.id, at: next }];
    [places = []] = await ports.conversationIndex.itemsWith(terms, from, asked.each - hits.length + 1);
  }
  return { hits, more: false, next: null };
}

async function hitsByScan(reading: SearchState, conversation: CatalogueItem, from: number, most: number) {
  const { ports, query, token } = reading;
  const hits: ConversationHit[] = [];
  const takeBreak = createBreaks(ports.clock);
  for (let at: number | null = from; at !== null && hits.length < most; ) {
    if (reading.left <= 0 || token.cancelled()) {
      return { hits, next: at };
    }
    const begin: number = at;
    const { items, after, end } = await itemsFrom(ports, conversation, begin, sliceItems);
    for (const item of items) {
      const pause = takeBreak();
      if (pause !== null) {
        await pause;
      }
      const hit = hitOf(item, query);
      hits.push(...(hit === null ? [] : [hit]));
    }
    reading.left -= conversation.bytes * (partOf(after, end) - partOf(begin, end));
    at = after;
  }
  return { hits: hits.slice(0, most), next: null };
}

function hitOf(item: ConversationItem, query: Query): ConversationHit | null {
  const searched = searchedTexts(item, query.match === 'anywhere');
  const texts = searched.map(({ text }) => text);
  const ranges = findIn(texts, query);
  const block = searched[ranges?.findIndex((some) => some.length > 0) ?? -1]?.block;
  if (ranges === null || block === undefined) {
    return null;
  }
  const { at, author, time } = item;
  const tool = block.kind === 'call' ? block.name : null;
  const by = isInserted(block) ? ('program' as const) : author;
  return { at, author: by, time, part: block.kind, tool, passage: passageOf(texts, ranges) };
}

async function describe({ summaries, asked }: SearchState, conversation: CatalogueItem) {
  const brief = { ...briefOf(await summaries.of(conversation)), parent: conversation.parent ?? conversation.holder };
  return asked.project === undefined || brief.project?.path === asked.project ? brief : null;
}
