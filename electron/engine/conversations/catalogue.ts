import { ContextureError } from '#shared/contract/errors.ts';
import { ownPlace } from '#shared/programs/contexture/program.ts';
import { conversationPlaces } from '#shared/programs/programs.ts';
import type { Ports } from '../ports.ts';
import {
  type ConversationSources,
  type FoundConversation,
  findConversation,
  findConversations,
  unreadPlaceOf,
} from './find-conversations.ts';
import { type IndexedFactsReader, isRead } from './indexing/indexed-facts.ts';
import { folderOf } from './places.ts';
import { conversationSummary } from './read-conversation.ts';
import { type SavedCopies, type SavedFile, versionNamed } from './saved/saved-copies.ts';

/** A conversation that can be read: the program’s own file, or the copy of one that is gone. */
export type CatalogueItem = FoundConversation & {
  readonly kept: SavedFile | null;
  /** Id of the conversation that contains all of this one; null if none is known. */
  readonly holder: string | null;
  /** Conversation this superseded version belongs to. */
  readonly versionOf?: string;
};

/** Lists all conversations in approved places and among the copies. @param facts null if no copies need be known */
export function createCatalogue(sources: ConversationSources, copies: SavedCopies, facts: IndexedFactsReader | null) {
  return {
    async list(): Promise<readonly CatalogueItem[]> {
      const originals = await findConversations(sources);
      const copiesById = new Map((await copies.latest()).map((copy) => [copy.id, copy]));
      const originalIds = new Set(originals.map(({ id }) => id));
      const onlyCopies = [...copiesById.values()].filter(({ id }) => !originalIds.has(id)).flatMap(copyAsFound);
      const all = [
        ...originals.map((one) => ({ ...one, kept: copiesById.get(one.id) ?? null, holder: null })),
        ...onlyCopies,
      ];
      const tops = new Set(all.flatMap(({ id, parent }) => (parent === null ? [id] : [])));
      const indexed = all.length === 0 ? null : await facts?.byId();
      const holderOf = (one: CatalogueItem): string | null => {
        const facts = one.parent === null ? indexed?.get(one.id) : undefined;
        return facts?.holder && isRead(facts, one) && tops.has(facts.holder) ? facts.holder : null;
      };
      return all
        .map((one) => ({ ...one, holder: holderOf(one) }))
        .sort((one, other) => other.changedAt - one.changedAt);
    },
    /** @throws `not_found` */
    async of(id: string): Promise<CatalogueItem> {
      const version = versionNamed(id);
      const original = version === null ? await findConversation(sources, id) : null;
      const kept = await (version === null ? copies.latestOf(id) : copies.versionOf(version.id, version.version));
      const [located] =
        original !== null ? [{ ...original, kept, holder: null }] : kept !== null ? copyAsFound(kept) : [];
      if (located === undefined) {
        const unread = await unreadPlaceOf(sources, version?.id ?? id);
        const message =
          unread === null
            ? 'This conversation is not there any more. List them again.'
            : `This conversation is in ${unread.folder}, where those of ${unread.assistant} may not be read yet.`;
        throw new ContextureError('not_found', message, { id, ...(unread && { unread: unread.folder }) });
      }
      return version === null ? located : { ...located, id, versionOf: version.id };
    },
  };
}
export type Catalogue = ReturnType<typeof createCatalogue>;

/** Maximum number of conversations in a folder that are asked for theirs: mostly the first says it. */
const maxAsked = 20;

/** Folders in which the conversations that a program keeps in one folder took place, as far as those may be read. */
export async function* foldersOfConversations(
  ports: Ports,
  catalogue: Catalogue,
  copies: SavedCopies,
  folder: string,
): AsyncGenerator<string> {
  const { files, paths } = ports;
  const place = conversationPlaces.find((one) => folderOf(ports, one) === paths.dirname(folder));
  const real = place && (await files.realPath(folder).catch(() => null));
  if (place === undefined || real == null) {
    return;
  }
  const idOf = (name: string): string => `${place.id}:${paths.join(real, ' ').slice(0, -1)}${name}`;
  const originalIds = (await files.list(real).catch(() => [])).flatMap(({ name, kind }) =>
    kind === 'file' ? [idOf(name)] : [],
  );
  const copyIds = (await copies.latest()).map(({ id }) => id).filter((id) => id.startsWith(idOf('')));
  for (const id of [...new Set([...originalIds, ...copyIds])].slice(0, maxAsked)) {
    const located = await catalogue.of(id).catch(() => null);
    const path = located && (await conversationSummary(ports, located)).project?.path;
    if (path != null) {
      yield path;
    }
  }
}

function copyAsFound(copy: SavedFile): CatalogueItem[] {
  const place = [...conversationPlaces, ownPlace].find(({ id }) => id === copy.place);
  if (place === undefined) {
    return [];
  }
  const { id, path, inner = null, bytes, modifiedAt: changedAt } = copy;
  const file = { id, path, inner, number: 0, parent: null, bytes, changedAt };
  return [{ ...file, place: { ...place, format: place.keptAs ?? place.format }, kept: copy, holder: null }];
}
