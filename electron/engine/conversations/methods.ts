import type { Result } from '#shared/contract/contract.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { Conversation, conversationsMethods as declared } from '#shared/contract/features/conversations.ts';
import { outlineOf, textOfBlock } from '#shared/conversations/reading/outline-item.ts';
import { cutItem, fitting } from '#shared/conversations/reading/page-items.ts';
import { shownTextOf } from '#shared/conversations/reading/readable-json.ts';
import { addTo } from '#shared/entries/multimap.ts';
import { conversationPlaces } from '#shared/programs/programs.ts';
import { nameOfConversation } from '#shared/wording/conversations.ts';
import type { NewsItem } from '#shared/wording/notifications.ts';
import type { HandlersOf } from '../handlers.ts';
import { createPagedLists, inBatches } from '../paging.ts';
import type { Ports } from '../ports.ts';
import { chunkOf } from '../text-chunk.ts';
import type { Catalogue, CatalogueItem } from './catalogue.ts';
import { type ConversationSources, type FoundConversation, placeOfNamed, placesHere } from './find-conversations.ts';
import type { ConversationFollower } from './following.ts';
import type { FactsById, IndexedFactsReader } from './indexing/indexed-facts.ts';
import { keptFor } from './places.ts';
import { conversationSummary, itemsBefore, itemsFrom, oddText } from './read-conversation.ts';
import type { OddLine } from './read-lines.ts';
import type { ConversationWatcher } from './watching.ts';

const maxLine = 20_000;
/** Maximum number of items searched per answer, so that the first results come soon. */
const searchedItems = 500;

type Services = {
  readonly sources: ConversationSources;
  readonly catalogue: Catalogue;
  readonly following: ConversationFollower;
  readonly facts: IndexedFactsReader;
  readonly watching: ConversationWatcher;
  readonly tellChange: () => void;
};

export function conversationsHandlers(
  ports: Ports,
  { sources, catalogue, following, facts, watching, tellChange }: Services,
): HandlersOf<typeof declared> {
  const { approvals } = sources;
  const pagedLists = createPagedLists<ConversationList>();

  return {
    'conversations.places': async () => ({ places: await placesHere(sources) }),
    'conversations.approve': async ({ place, approved }) => {
      const added = (await approvals.read()).added.find((one) => `${one.place}:${one.path}` === place);
      if (added !== undefined) {
        await approvals.setAdded(added.place, added.path, approved);
      } else if (conversationPlaces.some(({ id, folder }) => id === place && folder !== undefined)) {
        await approvals.set(place, approved);
      } else {
        throw new ContextureError('not_found', `There is no place called ${place} for conversations.`, { place });
      }
      tellChange();
      return { places: await placesHere(sources) };
    },
    'conversations.addPlace': async ({ path }) => {
      const { place, path: real } = await placeOfNamed(ports, ports.paths.resolve(path));
      await approvals.setAdded(place.id, real, true);
      tellChange();
      return { places: await placesHere(sources) };
    },
    'conversations.list': async ({ revision: wanted, parent = null, offset, limit }, { cancelled }) => {
      const { revision, list } = await pagedLists(wanted, () => readCatalogue(ports, catalogue, facts));
      const all = list.below.get(parent) ?? [];
      const page = all.slice(offset, offset + limit);
      const conversations = await inBatches(page, (item) => viewOf(ports, item, list), { isOver: cancelled });
      return { revision, total: all.length, conversations };
    },
    'conversations.about': async ({ id }) => {
      const list = await readCatalogue(ports, catalogue, facts);
      return viewOf(ports, list.byId.get(id) ?? (await catalogue.of(id)), list);
    },
    'conversations.page': async ({ id, from, direction, limit }) => {
      const conversation = await catalogue.of(id);
      return direction === 'forward'
        ? pageFrom(ports, conversation, from ?? 0, limit)
        : pageBefore(ports, conversation, from ?? null, limit);
    },
    'conversations.block': async ({ id, at, block, from }) => {
      const { items } = await itemsFrom(ports, await catalogue.of(id), at, 1);
      const wanted = items[0]?.at === at ? items[0].blocks[block] : undefined;
      if (wanted === undefined) {
        throw new ContextureError('not_found', 'It is not there any more. Open the conversation again.', { id, at });
      }
      const { text, total } = chunkOf(textOfBlock(wanted), from);
      return { text, next: from + text.length < total ? from + text.length : null };
    },
    'conversations.find': async ({ id, text, from, direction }) =>
      findText(ports, await catalogue.of(id), text, from ?? null, direction),
    'conversations.outline': async ({ id, from, limit }) => {
      const conversation = await catalogue.of(id);
      const { items, after, end, odd } = await itemsFrom(ports, conversation, from, limit);
      return { items: items.map(outlineOf), next: after, end, ...placesOf(odd) };
    },
    'conversations.lines': async ({ id, places }) => {
      const conversation = await catalogue.of(id);
      const texts = await Promise.all(places.map(async (at) => ({ at, text: await oddText(ports, conversation, at) })));
      return {
        lines: texts.flatMap(({ at, text }) =>
          text === null ? [] : [{ at, text: text.slice(0, maxLine), missing: Math.max(0, text.length - maxLine) }],
        ),
      };
    },
    'conversations.watch': async ({ on }, { caller }) => {
      await (on ? watching.watch(caller) : watching.leave(caller));
      return {};
    },
    'conversations.follow': async ({ id, on }, { caller }) => {
      await (on ? following.follow(caller, id, fileOf(await catalogue.of(id))) : following.stop(caller, id));
      return {};
    },
  };
}

/** Files to follow: a database writes additions to a file beside it first. */
const fileOf = ({ path, place }: CatalogueItem) => ({
  path,
  beside: place.format.reads === 'tables' ? [`${path}-wal`] : [],
});

type ConversationList = {
  readonly byId: ReadonlyMap<string, CatalogueItem>;
  /** Conversations by the id of the one above them; null for those at the top. */
  readonly below: ReadonlyMap<string | null, readonly CatalogueItem[]>;
  /** Milliseconds for which each place’s program keeps a conversation, by the place’s id; null for ever. */
  readonly keptFor: ReadonlyMap<string, number | null>;
  readonly facts: FactsById;
};

/** Conversations without a copy that their programs delete within some time, as news. @param within milliseconds */
export async function deletedWithin(ports: Ports, catalogue: Catalogue, within: number): Promise<readonly NewsItem[]> {
  const items = (await catalogue.list()).filter(({ parent, holder, kept }) => (parent ?? holder ?? kept) === null);
  const keptBy = await keptForPlaces(ports, items);
  const now = ports.clock.now();
  const isDue = (at: number | null): boolean => at !== null && at > now && at <= now + within;
  const due = items.filter((item) => isDue(deletionOf(item, keptBy)));
  return Promise.all(
    due.map(async (item) => {
      const { id, assistant, title } = await conversationSummary(ports, item);
      return { kind: 'deletion', id, by: assistant, text: nameOfConversation({ id, title }) } as const;
    }),
  );
}

async function keptForPlaces(ports: Ports, items: readonly CatalogueItem[]): Promise<ConversationList['keptFor']> {
  const places = [...new Set(items.map(({ place }) => place))];
  return new Map(await Promise.all(places.map(async (place) => [place.id, await keptFor(ports, place)] as const)));
}

async function readCatalogue(
  ports: Ports,
  catalogue: Services['catalogue'],
  facts: IndexedFactsReader,
): Promise<ConversationList> {
  const items = await catalogue.list();
  const byId = new Map(items.map((one) => [one.id, one]));
  const below = new Map<string | null, CatalogueItem[]>();
  for (const one of items) {
    const above = one.parent ?? one.holder;
    const parent = above !== null && byId.has(above) ? above : null;
    addTo(below, parent, one);
  }
  return {
    byId,
    below,
    keptFor: await keptForPlaces(ports, items),
    facts: items.length === 0 ? new Map() : await facts.byId(),
  };
}

async function viewOf(ports: Ports, conversation: CatalogueItem, list: ConversationList): Promise<Conversation> {
  const facts = list.facts.get(conversation.id);
  const summary = await conversationSummary(ports, conversation, facts);
  const isCopy = conversation.holder !== null;
  const marks = [...(isCopy ? ['copy' as const] : []), ...(facts?.isCompacted ? ['compacted' as const] : [])];
  const below = list.below.get(conversation.id) ?? [];
  const copies = below.filter(({ holder }) => holder !== null).length;
  return {
    ...summary,
    marks: [...new Set([...marks, ...summary.marks])],
    parent: conversation.parent ?? conversation.holder,
    subagents: below.length - copies,
    copies,
    deletedAt: deletionOf(conversation, list.keptFor),
    earlier:
      conversation.versionOf && conversation.kept
        ? { of: conversation.versionOf, keptAt: conversation.kept.keptAt }
        : null,
  };
}

/** Time at which its program will delete it; null if it never does, or if only a copy is left. */
function deletionOf(
  { place, path, changedAt, kept }: CatalogueItem,
  keptBy: ConversationList['keptFor'],
): number | null {
  const time = path === kept?.path ? null : (keptBy.get(place.id) ?? null);
  return time === null ? null : changedAt + time;
}

const placesOf = (odd: readonly OddLine[]) => ({
  unread: odd.filter(({ why }) => why === 'unread').map(({ at }) => at),
  unknown: odd.filter(({ why }) => why === 'unknown').map(({ at }) => at),
});

function countsOf(odd: readonly OddLine[]) {
  const { unread, unknown } = placesOf(odd);
  return { unread: unread.length, unknown: unknown.length };
}

async function pageFrom(ports: Ports, conversation: FoundConversation, from: number, limit: number) {
  const slice = await itemsFrom(ports, conversation, from, limit);
  const items = slice.items.map(cutItem);
  const count = fitting(items);
  const { before, odd } = slice;
  return { before, ...countsOf(odd), items: items.slice(0, count), after: items[count]?.at ?? slice.after };
}

async function pageBefore(ports: Ports, conversation: FoundConversation, before: number | null, limit: number) {
  const slice = await itemsBefore(ports, conversation, before, limit);
  const items = slice.items.map(cutItem).toReversed();
  const shown = items.slice(0, fitting(items)).toReversed();
  const { after, odd } = slice;
  const isCut = shown.length < items.length;
  return { after, ...countsOf(odd), items: shown, before: isCut ? (shown[0]?.at ?? null) : slice.before };
}

/** Searches a piece of a conversation. @param from place of an item's beginning; null for an end of it */
async function findText(
  ports: Ports,
  conversation: FoundConversation,
  text: string,
  from: number | null,
  direction: 'forward' | 'back',
): Promise<Result<'conversations.find'>> {
  const slice =
    direction === 'forward'
      ? await itemsFrom(ports, conversation, from ?? 0, searchedItems)
      : await itemsBefore(ports, conversation, from, searchedItems);
  const sought = text.toLowerCase();
  const hits = slice.items.map(({ at, blocks }) => ({
    at,
    blocks: blocks.flatMap((block, index) => (shownTextOf(block).toLowerCase().includes(sought) ? [index] : [])),
  }));
  return {
    hits: hits.filter(({ blocks }) => blocks.length > 0),
    looked: slice.items.length,
    next: direction === 'forward' ? slice.after : slice.before,
  };
}
