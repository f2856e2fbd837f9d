import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { NotErased } from '#shared/contract/features/erasure.ts';
import { folded } from '#shared/conversations/search/fold.ts';
import { textsOf } from '#shared/conversations/search/item-texts.ts';
import type { Eraser } from '#shared/text/eraser.ts';
import type { IndexedPlace, Ports } from '../ports.ts';
import type { Base } from '../workspace/base.ts';
import type { ErasableArea } from '../workspace/erasable-area.ts';
import { createApprovals } from './approvals.ts';
import { createCatalogue, type Located } from './catalogue.ts';
import { placesHere } from './find-conversations.ts';
import { createLeftOut } from './indexing/left-out.ts';
import { isRead } from './indexing/read-into-index.ts';
import { partsOf } from './indexing/search.ts';
import { createKeptCopies } from './keeping/kept-copies.ts';
import { ownPlace } from './places.ts';
import { itemAt, itemsFrom } from './read-conversation.ts';

/** So many messages are looked at for a preview, which is asked for while someone types. */
const maxLookedAt = 500;
const sliceItems = 500;

/**
 * The index of conversations. What it is made of are files of other programs: those that hold the text are named, and where
 * it stands in them is not taken into the index again.
 */
export function conversationIndexArea({ ports, layout }: Base): ErasableArea {
  const { conversationIndex: index, paths } = ports;
  const leftOut = createLeftOut(ports);
  const looked = { ports, approvals: createApprovals(ports), workspaces: async () => [layout.root] };
  const catalogue = createCatalogue(looked, createKeptCopies(ports));
  const path = paths.join(ports.dataFolder, 'conversations', 'index.db');

  /** Messages that may hold it, as the index has them. */
  async function mayHold(eraser: Eraser): Promise<readonly IndexedPlace[]> {
    const parts = partsOf(eraser.texts.map(folded));
    const places = parts.length === 0 ? null : await index.itemsWithin(parts);
    if (places === null) {
      throw new ContextureError('value_invalid', 'its words stand in too many of them.');
    }
    return places;
  }

  return {
    holds: 'app data',
    size: async () => 0,
    async *texts({ eraser, next, stays }) {
      const all = eraser === null ? [] : await catalogue.list();
      if (eraser === null || all.length === 0) {
        return;
      }
      const places = await mayHold(eraser).catch(async (error: unknown) => {
        for (const { state, folder } of await placesHere(looked)) {
          if (state === 'approved') {
            const why = `Conversations there were not looked through: ${toContextureError(error).message}`;
            stays({ path: folder, why });
          }
        }
        return [];
      });
      const named = new Set<string>();
      for (const { conversation, at } of places.slice(0, maxLookedAt)) {
        next();
        const found = all.find(({ id }) => id === conversation);
        const text = found === undefined ? null : await textAt(ports, found, at);
        if (found === undefined || text === null || !eraser.occurs(text)) {
          continue;
        }
        if (!named.has(conversation)) {
          named.add(conversation);
          for (const file of isOurs(found) ? [] : filesOf(found, at)) {
            stays(file);
          }
        }
        yield { place: 'conversations', thing: `${conversation} ${at}`, text, without: (from) => from.cut(text) };
      }
    },
    async erase({ eraser, trying }) {
      const all = await catalogue.list();
      if (all.length === 0) {
        return;
      }
      await trying(path, async () => {
        const places = await placesToErase(ports, all, await mayHold(eraser), eraser);
        // From files of ours it is erased as well, and other messages take those places.
        const own = new Set(all.filter(isOurs).map(({ id }) => id));
        const theirs = all.filter((found) => !isOurs(found));
        await leftOut.add([
          ...places.filter(({ conversation }) => !own.has(conversation)),
          ...(await unreadPlaces(ports, theirs, eraser)),
        ]);
        await index.erase(places);
      });
    },
    remembers: null,
  };
}

const isOurs = ({ place }: Located): boolean => place.id === ownPlace.id;

/** The files a conversation is read from, which hold it. */
function filesOf({ id, path, place, kept }: Located, at: number): NotErased[] {
  const conversation = { id, at };
  const { assistant } = place.format;
  const why = `It is a conversation of ${assistant}’s, which Contexture does not change.`;
  const ofCopy = `It is the copy you keep of a conversation of ${assistant}’s. Remove the copy to be rid of it.`;
  return [
    ...(path === kept?.path ? [] : [{ path, why, conversation }]),
    ...(kept === null ? [] : [{ path: kept.path, why: ofCopy, conversation }]),
  ];
}

/** What a message says; null where it is not there any more. */
async function textAt(ports: Ports, found: Located, at: number): Promise<string | null> {
  const item = await itemAt(ports, found, at);
  return item && textsOf(item, true).join('\n');
}

/** All but those that are known not to hold it. */
async function placesToErase(
  ports: Ports,
  all: readonly Located[],
  places: readonly IndexedPlace[],
  eraser: Eraser,
): Promise<IndexedPlace[]> {
  const holding: IndexedPlace[] = [];
  for (const place of places) {
    const found = all.find(({ id }) => id === place.conversation);
    const text = found === undefined ? null : await textAt(ports, found, place.at).catch(() => null);
    if (text === null || eraser.occurs(text)) {
      holding.push(place);
    }
  }
  return holding;
}

/** Where it stands in what is not in the index yet. */
async function unreadPlaces(ports: Ports, all: readonly Located[], eraser: Eraser): Promise<IndexedPlace[]> {
  const known = new Map((await ports.conversationIndex.known()).map((one) => [one.conversation, one]));
  const holding: IndexedPlace[] = [];
  for (const found of all.filter((one) => !isRead(known.get(one.id), one))) {
    for (let from: number | null = known.get(found.id)?.readTo ?? 0; from !== null; ) {
      const { items, after }: Awaited<ReturnType<typeof itemsFrom>> = await itemsFrom(ports, found, from, sliceItems);
      const places = items.filter((item) => eraser.occurs(textsOf(item, true).join('\n')));
      holding.push(...places.map(({ at }) => ({ conversation: found.id, at })));
      from = after;
    }
  }
  return holding;
}
