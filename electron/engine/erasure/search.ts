import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { ErasePlace, ErasePreview, NotErased } from '#shared/contract/features/erasure.ts';
import { briefOf } from '#shared/entries/entry-brief.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import { goesWhole } from '#shared/formats/erase.ts';
import type { Eraser } from '#shared/text/eraser.ts';
import type { ArchiveIndex, Work } from '../archive/archive-index.ts';
import type { History } from '../history/history.ts';
import { isVersion } from '../history/history-lines.ts';
import type { Ports } from '../ports.ts';
import type { Turn } from '../workspace/access.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';
import { type AppDataFileOptions, appDataFilesOf, appDataFoldersOf, textsIn } from './app-data-files.ts';

/** Everything in which a workspace's texts may stand. */
export type SearchedPlaces = {
  readonly layout: WorkspaceLayout;
  readonly document: () => MemoryDocument;
  readonly index: ArchiveIndex;
  readonly history: History;
  /** Folders of the workspace's own data. */
  readonly folders: () => readonly string[];
  readonly own: AppDataFileOptions;
  /** Files of others that an assistant reads beside the memory. */
  readonly others: () => readonly string[];
};

/** A text somewhere, with the name of the thing it stands in: what is counted are things, not texts. */
type Found = {
  readonly place: ErasePlace;
  readonly thing: string;
  readonly text: string;
  /** For memories: what is in it, and the archive it is, if one. */
  readonly memory?: { readonly document: MemoryDocument; readonly archive: string | null };
};

const maxListed = 100;
const maxBytes = 64 * 1024 * 1024;

/** Everywhere a text stands, and what of that is not in our power. @throws `cancelled` */
export async function searchFor(
  ports: Ports,
  turn: Turn,
  places: SearchedPlaces,
  eraser: Eraser,
  work: Work,
): Promise<Omit<ErasePreview, 'texts'>> {
  const things = new Map<ErasePlace, Set<string>>();
  const entries: ErasePreview['entries'] = [];
  const left: NotErased[] = [];
  const count = (place: ErasePlace, thing: string): void => {
    things.set(place, (things.get(place) ?? new Set()).add(thing));
  };
  for await (const { place, thing, text, memory } of allTexts(ports, turn, places, left, work)) {
    if (!eraser.occurs(text) && eraser.cutFromLabel(text) === text) {
      continue;
    }
    const holding = memory?.document.entries.filter(({ raw }) => eraser.occurs(raw)) ?? [];
    for (const entry of holding) {
      count(place, `${thing} ${entry.ordinal} ${entry.raw}`);
      const brief = briefOf(entry);
      entries.push({ ...brief, archive: memory?.archive ?? null, whole: goesWhole(entry, eraser) });
    }
    if (holding.length === 0) {
      count(place, thing);
    }
  }
  left.push(...(await foreignFiles(ports, turn, places, eraser)));
  return {
    places: [...things].map(([place, names]) => ({ place, count: names.size })),
    entries: entries.slice(0, maxListed),
    entryCount: entries.length,
    left,
  };
}

/** The forms in which a text that is known by its fingerprint stands anywhere. @throws `cancelled` */
export async function formsOf(
  ports: Ports,
  turn: Turn,
  places: SearchedPlaces,
  recognise: (text: string) => Promise<readonly { readonly from: number; readonly to: number }[]>,
  work: Work,
): Promise<string[]> {
  const forms = new Set<string>();
  for await (const { text } of allTexts(ports, turn, places, [], work)) {
    for (const { from, to } of await recognise(text)) {
      forms.add(text.slice(from, to));
    }
  }
  return [...forms];
}

/** Every text of the workspace and of our data about it, one after the other. What can't be read goes to `left`. */
async function* allTexts(
  ports: Ports,
  turn: Turn,
  places: SearchedPlaces,
  left: NotErased[],
  work: Work,
): AsyncGenerator<Found> {
  const { index, history } = places;
  const { settingsPath } = places.layout;
  const archives = await index.ready(turn, work);
  const stored = await history.stored();
  const own = await appDataFilesOf(ports, places.folders());
  const total = archives.length + stored.length + own.length;
  let done = 0;
  const next = (): void => {
    if (work.cancelled()) {
      throw new ContextureError('cancelled', 'Looking for the text was stopped. Nothing was changed.');
    }
    done += 1;
    work.progress({ done, total });
  };
  const document = places.document();
  yield { place: 'context', thing: '', text: document.text, memory: { document, archive: null } };
  const settings = settingsPath === null ? null : await textAt(ports, settingsPath, left);
  if (settings !== null) {
    yield { place: 'settings', thing: '', text: settings };
  }
  for (const { name, document: archived } of archives) {
    next();
    if (archived) {
      const memory = { document: archived, archive: name };
      yield { place: 'archive', thing: name, text: archived.text, memory };
    }
  }
  const named = new Map<string, string>();
  for (const line of await history.lines()) {
    if (isVersion(line)) {
      named.set(line.hash, String(line.position));
    }
    yield { place: 'history', thing: String(line.position), text: isVersion(line) ? line.action : line.note };
  }
  for (const hash of stored) {
    next();
    const bytes = await history.recall(hash);
    const text = bytes && ports.decodeText(bytes);
    if (text !== null) {
      yield { place: 'history', thing: named.get(hash) ?? hash, text };
    }
  }
  for (const file of own) {
    next();
    if (file.path.endsWith('versions.jsonl')) {
      continue; // its lines have been looked at
    }
    const parts = await textsIn(ports, file, places.own).catch((error: unknown) => {
      left.push(cannotRead(file.path, error));
      return [];
    });
    for (const [number, strings] of parts.entries()) {
      for (const text of strings) {
        yield { place: file.place, thing: `${file.path} ${number}`, text };
      }
    }
  }
  for (const folder of await leftoverFolders(ports, places)) {
    for (const path of await ports.files.leftovers(folder)) {
      const text = await textAt(ports, path, []);
      if (text !== null) {
        yield { place: 'leftovers', thing: path, text };
      }
    }
  }
}

/** Where writes that were interrupted may have left a file. */
export async function leftoverFolders(ports: Ports, places: SearchedPlaces): Promise<string[]> {
  return [...memoryFolders(ports, places), ...(await appDataFoldersOf(ports, places.folders()))];
}

function memoryFolders({ paths }: Ports, { layout }: SearchedPlaces): string[] {
  const { contextPath, archiveFolder, ownFolder } = layout;
  return [paths.dirname(contextPath), archiveFolder, ownFolder].filter((folder) => folder !== null);
}

/** Files beside ours that are another's, and archives that can't be used: they are named and left as they are. */
async function foreignFiles(ports: Ports, turn: Turn, places: SearchedPlaces, eraser: Eraser): Promise<NotErased[]> {
  const { contextPath, archiveFolder, settingsPath } = places.layout;
  const { files, paths } = ports;
  const found: NotErased[] = [];
  const archives = new Map((await places.index.ready(turn)).map((file) => [file.name, file]));
  for (const folder of memoryFolders(ports, places)) {
    for (const { name, kind } of await files.list(folder)) {
      const path = paths.join(folder, name);
      const ofArchive = folder === archiveFolder ? archives.get(name) : undefined;
      const isOurs = path === contextPath || path === settingsPath || ofArchive?.document;
      if (kind !== 'file' || isOurs) {
        continue;
      }
      const text = await textAt(ports, path, ofArchive ? found : []);
      if (text !== null && eraser.occurs(text)) {
        found.push({ path, why: ofArchive?.problem ?? 'It is not a file of Contexture’s.' });
      }
    }
  }
  for (const path of places.others()) {
    const text = await textAt(ports, path, []);
    if (text !== null && eraser.occurs(text)) {
      found.push({ path, why: 'Your assistant reads it too, but Contexture does not change it.' });
    }
  }
  return found;
}

async function textAt(ports: Ports, path: string, left: NotErased[]): Promise<string | null> {
  try {
    const read = await ports.files.read(path, { maxBytes: maxBytes });
    return read.state === 'present' ? ports.decodeText(read.bytes) : null;
  } catch (error) {
    left.push(cannotRead(path, error));
    return null;
  }
}

function cannotRead(path: string, error: unknown): NotErased {
  return { path, why: `It could not be read: ${toContextureError(error).message}` };
}
