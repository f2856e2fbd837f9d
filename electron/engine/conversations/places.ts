import { conversationTitle } from '#shared/conversations/formats/format.ts';
import { recordOf, stringOf } from '#shared/conversations/formats/json-fields.ts';
import type { ProgramConversations } from '#shared/programs/programs.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { perObject } from '#shared/text/per-object.ts';
import { filesBelow } from '../app-files/files-below.ts';
import { homeOf, readJsonObject, settingIn } from '../app-files/program-home.ts';
import type { Ports } from '../ports.ts';

/** The place’s folder on this computer; null if only the person can say. */
export function folderOf(ports: Ports, { home, folder }: ProgramConversations): string | null {
  const above = homeOf(ports, home);
  return above === null || folder === undefined ? null : ports.paths.join(above, folder);
}

const dayInMs = 86_400_000;
const maxListBytes = 16 * 1024 * 1024;

/** Milliseconds after which the program deletes an unused conversation; null if it never does. */
export async function keptFor(ports: Ports, { home, cleanup }: ProgramConversations): Promise<number | null> {
  const folder = homeOf(ports, home);
  if (folder === null || cleanup === undefined) {
    return null;
  }
  const set = await settingIn(ports, folder, cleanup);
  return (typeof set === 'number' && set >= 0 ? set : cleanup.defaultDays) * dayInMs;
}

type PlacedFile = { readonly place: ProgramConversations; readonly path: string };

/** Title and folder of a conversation from other files of its program; null if they have none. */
export async function saidBeside(
  ports: Ports,
  file: PlacedFile,
): Promise<{ readonly title: string | null; readonly folder: string | null }> {
  const { about } = file.place;
  const sibling = await fileBeside(ports, file);
  const facts = sibling === null ? null : await readJsonObject(ports, sibling);
  return {
    title: conversationTitle(stringOf(about && facts?.[about.title]) ?? (await listedTitle(ports, file))),
    folder: stringOf(about && facts?.[about.folder]) || null,
  };
}

const titleLists = perObject(
  (_: Ports) => new Map<string, { readonly version: string; readonly titles: ReadonlyMap<string, string> }>(),
);

/** Title in its program's list of all conversations, whose id the file's name ends with. */
async function listedTitle(ports: Ports, { place, path }: PlacedFile): Promise<string | null> {
  const id = /([0-9a-f-]{36})\.jsonl/.exec(path)?.[1];
  const home = homeOf(ports, place.home);
  if (place.titles === undefined || home === null || id === undefined) {
    return null;
  }
  const list = ports.paths.join(home, place.titles.file);
  const info = await ports.files.info(list).catch(() => null);
  const version = `${info?.size} ${info?.modifiedAt}`;
  const lists = titleLists(ports);
  if (lists.get(list)?.version !== version) {
    lists.set(list, { version, titles: await titlesIn(ports, list, place.titles) });
  }
  return lists.get(list)?.titles.get(id) ?? null;
}

async function titlesIn(
  { files, decodeText }: Ports,
  path: string,
  fields: NonNullable<ProgramConversations['titles']>,
): Promise<ReadonlyMap<string, string>> {
  const read = await files.read(path, { maxBytes: maxListBytes }).catch(() => null);
  const lines = read?.state === 'present' ? (decodeText(read.bytes) ?? '').split('\n') : [];
  const records = lines.map((line) => recordOf(parseJson(line)));
  return new Map(
    records.flatMap((one) => {
      const [id, title] = [stringOf(one?.[fields.id]), stringOf(one?.[fields.title])];
      return id === null || !title ? [] : [[id, title] as const];
    }),
  );
}

/** Null if there is none; a link may lead to a place where nothing may be read. */
async function fileBeside({ files, paths }: Ports, { place, path }: PlacedFile): Promise<string | null> {
  const sibling = place.about === undefined ? null : paths.join(paths.dirname(path), place.about.name);
  const real = sibling === null ? null : await files.realPath(sibling).catch(() => null);
  return real === sibling ? sibling : null;
}

/** Lists a conversation's files: its own, one beside it with more about it, and those in a folder of its name. */
export async function placeFiles(ports: Ports, file: PlacedFile): Promise<readonly string[]> {
  const { place, path } = file;
  const sibling = await fileBeside(ports, file);
  const folder = path.replace(/\.[^./\\]+$/, '');
  return [
    path,
    ...(sibling === null ? [] : [sibling]),
    ...(place.hasFolders && folder !== path ? await filesBelow(ports, folder) : []),
  ];
}
