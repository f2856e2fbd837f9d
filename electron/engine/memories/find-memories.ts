import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import { formatOfFile } from '#shared/formats/formats.ts';
import { nameOfProgram } from '#shared/programs/program-ids.ts';
import { memoryPlaces, type ProgramMemory, programs, projectMemoryPlaces } from '#shared/programs/programs.ts';
import { countInWords } from '#shared/text/counts.ts';
import { isBelow } from '../app-files/is-below.ts';
import { homeOf, settingIn } from '../app-files/program-home.ts';
import type { Ports } from '../ports.ts';
import { filesBeside } from './files-beside.ts';
import { createFolderLister, folderWrittenAs } from './project-folder.ts';

export type FoundMemory = {
  readonly path: string;
  /** Same path, or that of the place's main file if only others beside it exist. */
  readonly main: string;
  /** Known place it is in; null for one that was opened before from elsewhere. */
  readonly place: ProgramMemory | null;
  /** Name of the folder that matches the place's first `*`; null if it has none. */
  readonly folder: string | null;
  /** Folder of its project; null if its place tells it, or there is none. */
  readonly project: string | null;
  /** Resolved path, the same for every link to the file; null if nothing is there. */
  readonly real: string | null;
  readonly modifiedAt: number | null;
  readonly recent: boolean;
  readonly problem: string | null;
};

/** Limit on one folder, longer than anyone reads; it also ends a folder that holds other things soon. */
const maxInFolder = 2000;

/** A known place with its assistant's folder on this computer. */
type PlaceHere = { readonly place: ProgramMemory; readonly home: string; readonly project: string | null };
/** Limit on projects, more than anyone has. */
const maxProjects = 500;

/** Finds memories, each file once: opened workspaces, files in known places and projects, the latest first, then others. */
export async function findMemories(ports: Ports, recent: readonly string[]): Promise<readonly FoundMemory[]> {
  const opened = await Promise.all(recent.map((path) => openedBefore(ports, path)));
  const isFile = ({ path }: FoundMemory): boolean => formatOfFile(ports.paths.basename(path)) !== null;
  const workspaces = opened.filter((one) => !isFile(one));
  const inPlaces: FoundMemory[] = [];
  for (const place of await placesHere(ports)) {
    inPlaces.push(...(await inPlace(ports, place)));
  }
  for (const project of await projectsOf(ports, workspaces, inPlaces)) {
    const inProject = projectMemoryPlaces.map((place) => inPlace(ports, { place, home: project, project }));
    inPlaces.push(...(await Promise.all(inProject)).flat());
  }
  const byFile = new Map<string, FoundMemory>();
  for (const memory of [...workspaces, ...inPlaces, ...opened.filter(isFile)]) {
    const name = memory.real ?? memory.path;
    const before = byFile.get(name);
    byFile.set(name, before ? { ...before, recent: before.recent || memory.recent } : memory);
  }
  return [...byFile.values()];
}

/** Folders of projects: those that were opened, and those that programs have memories of. */
async function projectsOf(
  ports: Ports,
  workspaces: readonly FoundMemory[],
  inPlaces: readonly FoundMemory[],
): Promise<readonly string[]> {
  const list = createFolderLister(ports);
  const written = inPlaces.flatMap(({ place, folder }) =>
    place?.folderSays === 'project path' && folder !== null ? [folder] : [],
  );
  const ofPrograms = await Promise.all(
    [...new Set(written)].slice(0, maxProjects).map((folder) => folderWrittenAs(ports, folder, list)),
  );
  const ofPerson = workspaces.flatMap(({ path, problem }) => (problem === null ? [path] : []));
  return [...new Set([...ofPerson, ...ofPrograms.filter((folder) => folder !== null)])];
}

/** Identifies a file by its place; null if that is no known place. @param real links resolved */
export async function foundAt(ports: Ports, real: string): Promise<FoundMemory | null> {
  for (const { place, home } of await placesHere(ports)) {
    const root = await ports.files.realPath(home).catch(() => null);
    const names = root !== null && isBelow(ports, root, real) ? namesIn(real.slice(root.length)) : [];
    const wanted = place.path.split('/');
    if (names.length === wanted.length && fitsAll(wanted, names)) {
      const folder = names[wanted.findIndex((part) => part.includes('*'))] ?? null;
      return { ...unread, path: real, main: real, place, folder, project: null, real };
    }
  }
  const names = namesIn(real);
  const place = projectMemoryPlaces.find(({ path }) => fitsAll(path.split('/'), names.slice(-path.split('/').length)));
  if (place === undefined) {
    return null;
  }
  const project = place.path.split('/').reduce((folder) => ports.paths.dirname(folder), real);
  return { ...unread, path: real, main: real, place, folder: null, project, real };
}

/** Describes a file in no known place. @param real links resolved */
export const foundAnywhere = (real: string): FoundMemory => ({ ...unread, ...nowhere, path: real, main: real, real });

const nowhere = { place: null, folder: null, project: null } as const;
const unread = { modifiedAt: null, recent: false, problem: null } as const;

const namesIn = (path: string): string[] => path.split(/[/\\]/).filter(Boolean);

const fitsAll = (patterns: readonly string[], names: readonly string[]): boolean =>
  patterns.every((part, at) => fitting(part).test(names[at] ?? ''));

async function placesHere(ports: Ports): Promise<readonly PlaceHere[]> {
  const usual = memoryPlaces.flatMap((place): PlaceHere[] => {
    const home = homeOf(ports, place.home);
    return home === null ? [] : [{ place, home, project: null }];
  });
  const moved = await Promise.all(programs.map((program) => movedMemory(ports, program)));
  return [...usual, ...moved.filter((place) => place !== null)];
}

/** Place to which a program's settings move its memory; null if they don't. */
async function movedMemory(
  ports: Ports,
  { id, home, movedMemory: moved }: (typeof programs)[number],
): Promise<PlaceHere | null> {
  const ownHome = homeOf(ports, home);
  const folder = ownHome === null || moved === undefined ? null : await settingIn(ports, ownHome, moved);
  // A relative path would depend on the project the program runs in.
  return moved !== undefined && typeof folder === 'string' && /^(~[/\\]|[/\\]|[A-Za-z]:[/\\])/.test(folder)
    ? { place: { ...moved.place, assistant: nameOfProgram(id) }, home: ports.paths.resolve(folder), project: null }
    : null;
}

async function inPlace(ports: Ports, { place, home, project }: PlaceHere): Promise<FoundMemory[]> {
  const root = await ports.files.realPath(home).catch(() => null);
  if (root === null) {
    return [];
  }
  const memories = (await expand(ports, home, place.path.split('/'), null)).map((candidate) =>
    'problem' in candidate
      ? { ...candidate, main: candidate.path, place, project, real: null, modifiedAt: null, recent: false }
      : inspectFolder(ports, { ...candidate, place, project, recent: false }, root),
  );
  return (await Promise.all(memories))
    .filter((memory) => memory.real !== null || memory.problem !== null)
    .sort((one, other) => (other.modifiedAt ?? 0) - (one.modifiedAt ?? 0));
}

/** Expression for names that match a part of a pattern; `*` alone matches no hidden one. */
const fitting = (pattern: string): RegExp =>
  new RegExp(`^${pattern.startsWith('*') ? '(?!\\.)' : ''}${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);

type Candidate = Pick<FoundMemory, 'path' | 'folder'>;

/** Paths that match a pattern, whether they exist or not; a folder that can't be listed has the reason. */
async function expand(
  ports: Ports,
  at: string,
  path: readonly string[],
  folder: string | null,
): Promise<(Candidate | (Candidate & { readonly problem: string }))[]> {
  const [next, ...rest] = path;
  if (next === undefined) {
    return [{ path: at, folder }];
  }
  if (!next.includes('*')) {
    return expand(ports, ports.paths.join(at, next), rest, folder);
  }
  const fits = fitting(next);
  try {
    const items = (await ports.files.list(at)).filter(
      ({ name, kind }) => fits.test(name) && (rest.length === 0) === (kind !== 'folder'),
    );
    const nested = items
      .slice(0, maxInFolder)
      .map(({ name }) => expand(ports, ports.paths.join(at, name), rest, folder ?? name));
    const problem = `${at} holds ${countInWords(items.length)} items, of which only ${countInWords(maxInFolder)} are listed.`;
    return [
      ...(await Promise.all(nested)).flat(),
      ...(items.length > maxInFolder ? [{ path: at, folder, problem }] : []),
    ];
  } catch (error) {
    const { code, message } = toContextureError(error);
    // A file instead of a folder holds no memories.
    return code === 'not_a_file' ? [] : [{ path: at, folder, problem: message }];
  }
}

/** @param root folder it has to be in, links resolved: anything elsewhere is not even looked at */
async function inspectFolder(
  ports: Ports,
  given: Pick<FoundMemory, 'path' | 'place' | 'folder' | 'project' | 'recent'>,
  root: string,
): Promise<FoundMemory> {
  const { files } = ports;
  const memory = { ...given, main: given.path };
  try {
    const real = await files.realPath(memory.path);
    if (real === null) {
      const [latest] = (await filesBeside(ports, memory.main, memory.place)).toSorted(
        (one, other) => other.info.modifiedAt - one.info.modifiedAt,
      );
      const { path, real: realBeside, info } = latest ?? { path: memory.path, real: null, info: null };
      return { ...memory, path, real: realBeside, modifiedAt: info?.modifiedAt ?? null, problem: null };
    }
    if (!isBelow(ports, root, real)) {
      return { ...memory, real, modifiedAt: null, problem: linkLeadsOutError(real).message };
    }
    const info = await files.info(real);
    return { ...memory, real, modifiedAt: info?.modifiedAt ?? null, problem: null };
  } catch (error) {
    return { ...memory, real: null, modifiedAt: null, problem: toContextureError(error).message };
  }
}

export const linkLeadsOutError = (real: string): ContextureError =>
  new ContextureError('outside_workspace', `It is a link to ${real}, so it is not read until you open it.`);

async function openedBefore(ports: Ports, path: string): Promise<FoundMemory> {
  const memory = { ...nowhere, path, main: path, recent: true };
  try {
    const [real, info] = [await ports.files.realPath(path), await ports.files.info(path)];
    const problem = info === null ? `There is nothing at ${path} any more.` : null;
    return { ...memory, real, modifiedAt: info?.modifiedAt ?? null, problem };
  } catch (error) {
    return { ...memory, real: null, modifiedAt: null, problem: toContextureError(error).message };
  }
}
