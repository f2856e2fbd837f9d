import { ContextureError } from '#shared/contract/errors.ts';
import type { ConversationPlace as PlaceView } from '#shared/contract/features/conversations.ts';
import { ownPlace } from '#shared/programs/contexture/program.ts';
import { conversationPlaces, type ProgramConversations } from '#shared/programs/programs.ts';
import { isBelow } from '../app-files/is-below.ts';
import type { FileInfo, Ports } from '../ports.ts';
import type { Approvals } from './approvals.ts';
import { expand, fitsAll } from './fitting-files.ts';
import type { OwnFolder } from './own-folders.ts';
import { folderOf } from './places.ts';
import { wholeFilesOf } from './whole-files.ts';

export type FoundConversation = {
  readonly id: string;
  readonly place: ProgramConversations;
  readonly path: string;
  /** Its name among the conversations of its file; null if the file holds only one. */
  readonly inner: string | null;
  /** Its number in the file; 0 if there are no others. */
  readonly number: number;
  /** Id of the conversation that called this one, if it is a sub-agent’s; otherwise null. */
  readonly parent: string | null;
  readonly bytes: number;
  readonly changedAt: number;
};

/** Folder, or file the person named, in which conversations may be read; links resolved. */
type Root = { readonly place: ProgramConversations; readonly path: string };

/** Places to search: those the person approved, and the folders of workspaces that keep conversations of ours. */
export type ConversationSources = {
  readonly ports: Ports;
  readonly approvals: Approvals;
  readonly own: () => Promise<readonly OwnFolder[]>;
};

export async function placesHere({ ports, approvals }: ConversationSources): Promise<PlaceView[]> {
  const { places: answers, added } = await approvals.read();
  const views = conversationPlaces.map(async (place): Promise<PlaceView[]> => {
    const { id, assistant } = place;
    const folder = folderOf(ports, place);
    const info = folder === null ? null : await ports.files.info(folder).catch(() => null);
    const state: PlaceView['state'] =
      info?.kind === (place.isFile ? 'file' : 'folder') ? (answers[id] ?? 'waiting') : 'absent';
    const usual = folder === null ? [] : [{ id, assistant, folder, state }];
    const addedPlaces = added
      .filter((one) => one.place === id)
      .map(({ path }) => ({ id: `${id}:${path}`, assistant, folder: path, state: 'approved' as const }));
    return [...usual, ...addedPlaces];
  });
  return (await Promise.all(views)).flat();
}

/** Lists every conversation in an approved place, with those of sub-agents, the latest first. */
export async function findConversations(sources: ConversationSources): Promise<readonly FoundConversation[]> {
  const conversations = await Promise.all((await rootsOf(sources)).map((root) => inRoot(sources.ports, root)));
  const byId = new Map(conversations.flat().map((one) => [one.id, one]));
  return [...byId.values()].sort((one, other) => other.changedAt - one.changedAt);
}

/** Folder in which an approved place has its conversations, links resolved; null if nothing may be read there. */
export async function approvedFolder({ ports, approvals }: ConversationSources, id: string): Promise<string | null> {
  const place = conversationPlaces.find((one) => one.id === id);
  const folder = place && (await approvals.read()).places[id] === 'approved' ? folderOf(ports, place) : null;
  return folder === null || folder === undefined ? null : ports.files.realPath(folder).catch(() => null);
}

/** Place of a conversation with this id, if the person has not approved it; otherwise null. */
export async function unreadPlaceOf(sources: ConversationSources, id: string): Promise<UnreadPlace | null> {
  const place = conversationPlaces.find((one) => id.startsWith(`${one.id}:`));
  if (place === undefined || place.folder !== undefined) {
    return place === undefined ? null : unreadPlace(sources, [place.id]);
  }
  const path = id.slice(place.id.length + 1).replace(/#[^#]*$/, '');
  const { added } = await sources.approvals.read();
  const isRead = added.some(
    (one) => one.place === place.id && (one.path === path || isBelow(sources.ports, one.path, path)),
  );
  return isRead ? null : { place: null, assistant: place.assistant, folder: path };
}

export async function unreadPlace(sources: ConversationSources, ids: readonly string[]): Promise<UnreadPlace | null> {
  const places = await placesHere(sources);
  const unreadPlaceView = places.find(
    ({ id, state }) => ids.includes(id) && (state === 'waiting' || state === 'declined'),
  );
  return unreadPlaceView === undefined
    ? null
    : { place: unreadPlaceView.id, assistant: unreadPlaceView.assistant, folder: unreadPlaceView.folder };
}

/** Place of a program's conversations that the person has not been asked about yet; null if there are none. */
export async function askablePlaceOf(sources: ConversationSources, assistant: string): Promise<UnreadPlace | null> {
  const places = await placesHere(sources);
  const waiting = places.find((place) => place.assistant === assistant && place.state === 'waiting');
  return waiting === undefined ? null : { place: waiting.id, assistant, folder: waiting.folder };
}

/** `place` is the one to approve; null for a file or folder that the person named, then removed. */
type UnreadPlace = { readonly place: string | null; readonly assistant: string; readonly folder: string };

export async function readableFile(sources: ConversationSources, placeId: string, path: string) {
  for (const root of (await rootsOf(sources)).filter(({ place }) => place.id === placeId)) {
    const [conversation] = await inspectFile(sources.ports, root, path);
    if (conversation !== undefined) {
      return conversation.place.format;
    }
  }
  return null;
}

export async function findConversation(sources: ConversationSources, id: string): Promise<FoundConversation | null> {
  const roots = (await rootsOf(sources)).filter(({ place }) => id.startsWith(`${place.id}:`));
  for (const root of roots) {
    const name = id.slice(root.place.id.length + 1);
    const cut = root.place.holdsMany ? name.lastIndexOf('#') : -1;
    const path = cut < 0 ? name : name.slice(0, cut);
    const conversation = (await inspectFile(sources.ports, root, path)).find((one) => one.id === id);
    if (conversation !== undefined) {
      return conversation;
    }
  }
  return null;
}

/** Place to which a file or folder the person named belongs. @throws `value_invalid` if it has no conversations */
export async function placeOfNamed(ports: Ports, path: string): Promise<Root> {
  const real = await ports.files.realPath(path);
  if (real === null) {
    throw new ContextureError('not_found', `There is no ${path}.`, { path });
  }
  for (const place of conversationPlaces.filter(({ folder }) => folder === undefined)) {
    const { format } = place;
    if (format.reads !== 'lines') {
      for (const one of await inRoot(ports, { place, path: real })) {
        const isRead = wholeFilesOf(ports).all({ path: one.path, format });
        if (await isRead.then(Boolean, () => false)) {
          return { place, path: real };
        }
      }
    }
  }
  const message = `There are no conversations in ${path} that can be read. Name an export of ChatGPT, its ZIP or its conversations.json, or LarAgent’s folder of chats.`;
  throw new ContextureError('value_invalid', message, { path });
}

async function rootsOf({ ports, approvals, own: ownFolders }: ConversationSources): Promise<Root[]> {
  const { places: answers, added } = await approvals.read();
  const real = (path: string | null) => (path === null ? null : ports.files.realPath(path).catch(() => null));
  const roots = conversationPlaces.flatMap((place) => [
    ...(answers[place.id] === 'approved' ? [{ place, path: real(folderOf(ports, place)) }] : []),
    ...added.filter((one) => one.place === place.id).map(({ path }) => ({ place, path: real(path) })),
  ]);
  const own = (await ownFolders()).map(async ({ folder, within }) => {
    const [around, inner] = [await real(within), await real(folder)];
    return around !== null && inner !== null && isBelow(ports, around, inner) ? inner : null;
  });
  const all = [...roots, ...own.map((path) => ({ place: ownPlace, path }))];
  const found = await Promise.all(all.map(async ({ place, path }) => ({ place, path: await path })));
  return found.flatMap(({ place, path }) => (path === null ? [] : [{ place, path }]));
}

async function inRoot(ports: Ports, root: Root): Promise<FoundConversation[]> {
  const info = await ports.files.info(root.path).catch(() => null);
  if (info?.kind === 'file') {
    return inspectFile(ports, root, root.path);
  }
  const matches = await Promise.all(
    patternsOf(root.place).map(async (pattern) =>
      (await expand(ports, root.path, pattern.split('/'))).map(
        ({ path, isReal }) => [path, isReal ? pattern : null] as const,
      ),
    ),
  );
  return (
    await Promise.all([...new Map(matches.flat())].map(([path, fits]) => inspectFile(ports, root, path, fits)))
  ).flat();
}

const patternsOf = ({ files, subagents }: ProgramConversations): string[] => [...files, ...(subagents?.files ?? [])];

/** Conversations of a file, if it may be read. @param fits its pattern, if it is known that no link leads to it */
async function inspectFile(
  ports: Ports,
  { place, path: root }: Root,
  path: string,
  fits: string | null = null,
): Promise<FoundConversation[]> {
  const real = fits === null ? await ports.files.realPath(path).catch(() => null) : path;
  if (real === null || (real !== root && !isBelow(ports, root, real)) || place.leftOut?.test(real)) {
    return [];
  }
  // A file that the person named may be called anything.
  const pattern = real === root ? '' : (fits ?? patternOf(place, real.slice(root.length)));
  const info = pattern === undefined ? null : await ports.files.info(real).catch(() => null);
  if (info?.kind !== 'file') {
    return [];
  }
  const isBelowOther = pattern !== undefined && place.subagents?.files.includes(pattern);
  const above = isBelowOther ? place.subagents?.parentOf(real) : undefined;
  const parent = above === undefined ? null : `${place.id}:${above}`;
  const one = { id: `${place.id}:${real}`, place, path: real, inner: null, number: 0, parent };
  return place.holdsMany ? inFile(ports, one, info) : [{ ...one, bytes: info.size, changedAt: info.modifiedAt }];
}

/** Conversations of one file; the file itself if it can't be read, so that the reason is shown. */
async function inFile(
  ports: Ports,
  one: Omit<FoundConversation, 'bytes' | 'changedAt'>,
  { size, modifiedAt }: FileInfo,
): Promise<FoundConversation[]> {
  const { format } = one.place;
  const read = format.reads === 'lines' ? Promise.resolve(null) : wholeFilesOf(ports).all({ path: one.path, format });
  const all = await read.catch(() => null);
  return all === null
    ? [{ ...one, bytes: size, changedAt: modifiedAt }]
    : all.map(({ inner, number, changedAt, length }) => ({
        ...one,
        id: `${one.id}#${inner}`,
        inner,
        number,
        // Length of its text, not of its record.
        bytes: length,
        changedAt: changedAt ?? modifiedAt,
      }));
}

function patternOf(place: ProgramConversations, below: string): string | undefined {
  const names = below.split(/[/\\]/).filter(Boolean);
  return patternsOf(place).find((pattern) => fitsAll(pattern.split('/'), names));
}
