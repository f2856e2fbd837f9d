import { toContextureError } from '#shared/contract/errors.ts';
import type { NotErased } from '#shared/contract/features/erasure.ts';
import { folded } from '#shared/conversations/search/fold.ts';
import { textsOf } from '#shared/conversations/search/item-texts.ts';
import { ownPlace } from '#shared/programs/contexture/program.ts';
import { counted } from '#shared/text/counts.ts';
import type { Eraser } from '#shared/text/eraser.ts';
import type { IndexedPlace, Ports } from '../ports.ts';
import type { ErasableArea, EraseSearch } from '../workspace/erasable-area.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { createApprovals } from './approvals.ts';
import { type CatalogueItem, createCatalogue } from './catalogue.ts';
import { isRead } from './indexing/indexed-facts.ts';
import { createLeftOut } from './indexing/left-out.ts';
import { lookupWords } from './indexing/search.ts';
import { ownFolderOf } from './own-folders.ts';
import { rawPlaceOf } from './raw-lines.ts';
import { itemAt, itemsFrom } from './read-conversation.ts';
import type { Slice } from './read-lines.ts';
import { createSavedCopies } from './saved/saved-copies.ts';

/** Maximum number of messages read for a preview, which is requested while someone types. */
const maxLookedAt = 500;
const sliceItems = 500;

/** Index of conversations, made of other programs' files: those with the text are reported, its places aren't indexed again. */
export function conversationIndexArea({ ports, layout }: Pick<WorkspaceParts, 'ports' | 'layout'>): ErasableArea {
  const { conversationIndex: index, paths } = ports;
  const leftOut = createLeftOut(ports);
  const sources = { ports, approvals: createApprovals(ports), own: async () => [ownFolderOf(layout)] };
  const catalogue = createCatalogue(sources, createSavedCopies(ports), null);
  const path = paths.join(ports.dataFolder, 'conversations', 'index.db');

  async function mayHold(eraser: Eraser): Promise<readonly IndexedPlace[] | null> {
    const parts = lookupWords(eraser.texts.map(folded));
    return parts.length === 0 ? null : index.itemsWithin(parts);
  }

  /** The first messages that may hold the text, as many as a preview waits for; reports if some are left out. */
  async function firstPlaces(all: readonly CatalogueItem[], eraser: Eraser, onSkip: EraseSearch['onSkip']) {
    try {
      const places = await mayHold(eraser);
      if (places === null) {
        onSkip('Its words stand in too many messages to look at them now. Erasing looks at all of them.');
        return [];
      }
      if (places.length > maxLookedAt) {
        const count = counted(places.length, 'message', 'messages');
        onSkip(`Only ${maxLookedAt} of ${count} that may hold it have been looked at. Erasing looks at all of them.`);
      }
      const unread = (await unreadOf(ports, all)).length;
      if (unread > 0) {
        const conversations = counted(unread, 'conversation has', 'conversations have');
        onSkip(`${conversations} not been looked through yet. Erasing does that.`);
      }
      return places.slice(0, maxLookedAt);
    } catch (error) {
      onSkip(`Conversations have not been looked through; erasing does that. ${toContextureError(error).message}`);
      return [];
    }
  }

  /** Lists all places that may hold the text. Conversations the index doesn't cover are read. */
  async function allPlaces(
    all: readonly CatalogueItem[],
    eraser: Eraser,
    looking: Pick<EraseSearch, 'countOne' | 'onUnread'>,
  ) {
    const places = await mayHold(eraser).catch(() => null);
    const unread =
      places === null ? all.map((conversation) => ({ found: conversation, from: 0 })) : await unreadOf(ports, all);
    return [...(places ?? []), ...(await placesIn(ports, unread, eraser, looking))];
  }

  async function eraseFromIndex(places: readonly IndexedPlace[]): Promise<void> {
    try {
      await index.erase(places);
    } catch (error) {
      if (toContextureError(error).code !== 'unavailable' || (await ports.files.info(path)) !== null) {
        throw error;
      }
    }
  }

  return {
    holds: 'app data',
    size: async () => 0,
    async *texts({ eraser, countOne, onKept, onSkip, onUnread, isThorough }) {
      const all = eraser === null ? [] : await catalogue.list();
      if (eraser === null || all.length === 0) {
        return;
      }
      const places = isThorough
        ? await allPlaces(all, eraser, { countOne, onUnread })
        : await firstPlaces(all, eraser, onSkip);
      const reported = new Set<string>();
      for (const { conversation, at } of places) {
        countOne();
        const listed = all.find(({ id }) => id === conversation);
        const text = listed === undefined ? null : await textAt(ports, listed, at);
        if (listed === undefined || text === null || !eraser.occurs(text)) {
          continue;
        }
        if (!reported.has(conversation) && !isOurs(listed)) {
          reported.add(conversation);
          onKept(fileOf(listed, at));
        }
        yield { place: 'conversations', thing: `${conversation} ${at}`, text, without: (from) => from.cut(text) };
      }
      if (!isThorough) {
        onSkip('Erasing also looks for it in titles, attachments and lines of conversations that are not shown.');
        return;
      }
      const namedFiles = new Set(all.flatMap(({ id, path: file }) => (reported.has(id) ? [file] : [])));
      const others = all.filter((one) => !namedFiles.has(one.path) && !isOurs(one));
      for (const listed of new Map(others.map((one) => [one.path, one])).values()) {
        const at = await rawPlaceOf(ports, listed, eraser, { countOne, onUnread });
        if (at !== null) {
          // Any of several conversations in the file may have it.
          onKept(fileOf(listed, listed.inner === null ? at : null));
        }
      }
    },
    async erase({ eraser, tryOnFile }) {
      const all = await catalogue.list();
      if (all.length === 0) {
        return;
      }
      await tryOnFile(path, async () => {
        // Unreadable files were reported by the search.
        const mayHoldIt = await allPlaces(all, eraser, { countOne: () => undefined, onUnread: () => undefined });
        const places = await placesToErase(ports, all, mayHoldIt, eraser);
        // The text is erased from our own files too, where other messages then take those places.
        const own = new Set(all.filter(isOurs).map(({ id }) => id));
        const erased = [...places, ...(await heldSummaries(ports, eraser))];
        await leftOut.add(erased.filter(({ conversation }) => !own.has(conversation)));
        await eraseFromIndex(erased);
      });
    },
    remembers: null,
  };
}

const isOurs = ({ place, path, kept }: CatalogueItem): boolean => place.id === ownPlace.id || path === kept?.path;

/** The file of another program that a conversation is read from. */
function fileOf({ id, path, place }: CatalogueItem, at: number | null): NotErased {
  const why = `It is a conversation of ${place.assistant}’s, which Contexture does not change.`;
  return { path, why, ...(at !== null && { conversation: { id, at } }) };
}

async function textAt(ports: Ports, conversation: CatalogueItem, at: number): Promise<string | null> {
  const item = await itemAt(ports, conversation, at);
  return item && textsOf(item, true).join('\n');
}

async function placesToErase(
  ports: Ports,
  all: readonly CatalogueItem[],
  places: readonly IndexedPlace[],
  eraser: Eraser,
): Promise<IndexedPlace[]> {
  const holding: IndexedPlace[] = [];
  for (const place of places) {
    const listed = all.find(({ id }) => id === place.conversation);
    const text = listed === undefined ? null : await textAt(ports, listed, place.at).catch(() => null);
    if (text === null || eraser.occurs(text)) {
      holding.push(place);
    }
  }
  return holding;
}

async function heldSummaries({ conversationIndex: index }: Ports, eraser: Eraser): Promise<IndexedPlace[]> {
  const indexed = await index.known().catch(() => []);
  return indexed
    .filter(({ summary }) => [summary?.title, summary?.folder].some((text) => text && eraser.occurs(text)))
    .map(({ conversation }) => ({ conversation, at: -1 }));
}

async function unreadOf(ports: Ports, all: readonly CatalogueItem[]) {
  const indexed = new Map(
    (await ports.conversationIndex.known().catch(() => [])).map((one) => [one.conversation, one]),
  );
  return all
    .filter((one) => !isRead(indexed.get(one.id), one))
    .map((found) => ({ found, from: indexed.get(found.id)?.readTo ?? 0 }));
}

async function placesIn(
  ports: Ports,
  unread: readonly { readonly found: CatalogueItem; readonly from: number }[],
  eraser: Eraser,
  looking: Pick<EraseSearch, 'countOne' | 'onUnread'>,
): Promise<IndexedPlace[]> {
  const holding: IndexedPlace[] = [];
  for (const { found, from: begin } of unread) {
    for (let from: number | null = begin; from !== null; ) {
      looking.countOne();
      const slice: Slice | null = await itemsFrom(ports, found, from, sliceItems).catch((error: unknown) => {
        looking.onUnread(found.path, error);
        return null;
      });
      const places = (slice?.items ?? []).filter((item) => eraser.occurs(textsOf(item, true).join('\n')));
      holding.push(...places.map(({ at }) => ({ conversation: found.id, at })));
      from = slice?.after ?? null;
    }
  }
  return holding;
}
