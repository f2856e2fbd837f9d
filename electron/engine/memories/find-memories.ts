import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import { formatOfFile } from '#shared/formats/formats.ts';
import { countInWords } from '#shared/text/counts.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { isBelow } from '../app-files/is-below.ts';
import type { Ports } from '../ports.ts';
import { filesBeside } from './files-beside.ts';
import { type Assistant, claude, movedClaudeMemory, type Place, places, projectPlaces } from './places.ts';
import { createFolderLister, folderWrittenAs } from './project-folder.ts';

/** A memory that is there, of which nothing has been read. */
export type FoundMemory = {
  /** What opens it. */
  readonly path: string;
  /** The same, or the file that the place names, where that is missing and others beside it are not. */
  readonly main: string;
  /** Where it is in a known place; null for one that was opened before, wherever it is. */
  readonly place: Place | null;
  /** The name of the folder that the place's first `*` stands for; null where it has none. */
  readonly folder: string | null;
  /** The folder of the project it is in; null where its place says, or there is none. */
  readonly project: string | null;
  /** The same file whatever leads to it; null where nothing is there. */
  readonly real: string | null;
  readonly modifiedAt: number | null;
  readonly recent: boolean;
  /** Why it is not read; null where it can be. */
  readonly problem: string | null;
};

const maxSettingsBytes = 1024 * 1024;
/** So many that nobody reads a longer list, and a folder that holds other things is soon done with. */
const maxInFolder = 2000;

/** A known place, and its assistant's folder on this computer. */
type PlaceHere = { readonly place: Place; readonly home: string; readonly project: string | null };
/** So many projects that nobody has more of them at hand. */
const maxProjects = 500;

/**
 * Every memory there is, each file once: workspaces that were opened before, then what is in the known places and in the
 * projects that are known by them, the latest of a place first, then other files that were opened.
 * @param recent paths of those opened before, the latest first
 */
export async function findMemories(ports: Ports, recent: readonly string[]): Promise<readonly FoundMemory[]> {
  const opened = await Promise.all(recent.map((path) => openedBefore(ports, path)));
  const isFile = ({ path }: FoundMemory): boolean => formatOfFile(ports.paths.basename(path)) !== null;
  const workspaces = opened.filter((one) => !isFile(one));
  const inPlaces: FoundMemory[] = [];
  for (const here of await placesHere(ports)) {
    inPlaces.push(...(await inPlace(ports, here)));
  }
  for (const project of await projectsOf(ports, workspaces, inPlaces)) {
    const inProject = projectPlaces.map((place) => inPlace(ports, { place, home: project, project }));
    inPlaces.push(...(await Promise.all(inProject)).flat());
  }
  const known = new Map<string, FoundMemory>();
  for (const found of [...workspaces, ...inPlaces, ...opened.filter(isFile)]) {
    const name = found.real ?? found.path;
    const before = known.get(name);
    known.set(name, before ? { ...before, recent: before.recent || found.recent } : found);
  }
  return [...known.values()];
}

/** The folders of projects: those that were opened, and those that Claude Code has memories of. */
async function projectsOf(
  ports: Ports,
  workspaces: readonly FoundMemory[],
  inPlaces: readonly FoundMemory[],
): Promise<readonly string[]> {
  const list = createFolderLister(ports);
  const written = inPlaces.flatMap(({ place, folder }) =>
    place?.folderSays === 'project path' && folder !== null ? [folder] : [],
  );
  const ofClaude = await Promise.all(
    [...new Set(written)].slice(0, maxProjects).map((folder) => folderWrittenAs(ports, folder, list)),
  );
  const ofPerson = workspaces.flatMap(({ path, problem }) => (problem === null ? [path] : []));
  return [...new Set([...ofPerson, ...ofClaude.filter((folder) => folder !== null)])];
}

/** What is known of a file by where it is; null where that is no known place. @param real links resolved */
export async function foundAt(ports: Ports, real: string): Promise<FoundMemory | null> {
  for (const { place, home } of await placesHere(ports)) {
    const root = await ports.files.realPath(home).catch(() => null);
    const names = root !== null && isBelow(ports, root, real) ? namesIn(real.slice(root.length)) : [];
    const wanted = place.path.split('/');
    if (names.length === wanted.length && fitsAll(wanted, names)) {
      const folder = names[wanted.findIndex((part) => part.includes('*'))] ?? null;
      return { ...known, path: real, main: real, place, folder, project: null, real };
    }
  }
  const names = namesIn(real);
  const place = projectPlaces.find(({ path }) => fitsAll(path.split('/'), names.slice(-path.split('/').length)));
  if (place === undefined) {
    return null;
  }
  const project = place.path.split('/').reduce((folder) => ports.paths.dirname(folder), real);
  return { ...known, path: real, main: real, place, folder: null, project, real };
}

/** A file in no known place. @param real links resolved */
export const foundAnywhere = (real: string): FoundMemory => ({
  ...known,
  path: real,
  main: real,
  place: null,
  folder: null,
  project: null,
  real,
});

const known = { modifiedAt: null, recent: false, problem: null } as const;

const namesIn = (path: string): string[] => path.split(/[/\\]/).filter(Boolean);

const fitsAll = (patterns: readonly string[], names: readonly string[]): boolean =>
  patterns.every((part, at) => fitting(part).test(names[at] ?? ''));

async function placesHere(ports: Ports): Promise<readonly PlaceHere[]> {
  const { paths, homeFolder, variable } = ports;
  const homeOf = ({ variable: name, folder }: Assistant): string | null =>
    (name === null ? null : variable(name)) ?? (folder === null ? null : paths.join(homeFolder, folder));
  const here = places.flatMap((place): PlaceHere[] => {
    const home = homeOf(place.of);
    return home === null ? [] : [{ place, home: paths.resolve(home), project: null }];
  });
  const moved = await movedFolder(ports, paths.resolve(homeOf(claude) ?? homeFolder));
  return moved === null ? here : [...here, { place: movedClaudeMemory, home: moved, project: null }];
}

/** The folder that Claude Code's settings move its memory to; null where they do not. */
async function movedFolder(ports: Ports, home: string): Promise<string | null> {
  const { files, paths } = ports;
  const read = await files.read(paths.join(home, 'settings.json'), { maxBytes: maxSettingsBytes }).catch(() => null);
  const settings = read?.state === 'present' ? parseJson(ports.decodeText(read.bytes) ?? '') : null;
  const folder =
    typeof settings === 'object' && settings !== null && 'autoMemoryDirectory' in settings
      ? settings.autoMemoryDirectory
      : null;
  // Any other path would be relative to whichever project Claude Code runs in.
  return typeof folder === 'string' && /^(~[/\\]|[/\\]|[A-Za-z]:[/\\])/.test(folder) ? paths.resolve(folder) : null;
}

async function inPlace(ports: Ports, { place, home, project }: PlaceHere): Promise<FoundMemory[]> {
  const root = await ports.files.realPath(home).catch(() => null);
  if (root === null) {
    return [];
  }
  const found = (await expand(ports, home, place.path.split('/'), null)).map((candidate) =>
    'problem' in candidate
      ? { ...candidate, main: candidate.path, place, project, real: null, modifiedAt: null, recent: false }
      : lookAt(ports, { ...candidate, place, project, recent: false }, root),
  );
  return (await Promise.all(found))
    .filter((memory) => memory.real !== null || memory.problem !== null)
    .sort((one, other) => (other.modifiedAt ?? 0) - (one.modifiedAt ?? 0));
}

/** The names that a part of a pattern stands for; `*` alone for none that is hidden. */
const fitting = (pattern: string): RegExp =>
  new RegExp(`^${pattern.startsWith('*') ? '(?!\\.)' : ''}${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);

type Candidate = Pick<FoundMemory, 'path' | 'folder'>;

/** The paths that a pattern stands for, whether anything is there or not; a folder that can't be listed with the reason. */
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
    // A file in the place of a folder holds no memories.
    return code === 'not_a_file' ? [] : [{ path: at, folder, problem: message }];
  }
}

/** @param root where it has to be, links resolved: what lies elsewhere is not even looked at */
async function lookAt(
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
      const path = latest?.path ?? memory.path;
      return {
        ...memory,
        path,
        real: latest?.real ?? null,
        modifiedAt: latest?.info.modifiedAt ?? null,
        problem: null,
      };
    }
    if (!isBelow(ports, root, real)) {
      return { ...memory, real, modifiedAt: null, problem: leadsOut(real).message };
    }
    const info = await files.info(real);
    return { ...memory, real, modifiedAt: info?.modifiedAt ?? null, problem: null };
  } catch (error) {
    return { ...memory, real: null, modifiedAt: null, problem: toContextureError(error).message };
  }
}

export const leadsOut = (real: string): ContextureError =>
  new ContextureError('outside_workspace', `It is a link to ${real}, so it is not read until you open it.`);

async function openedBefore(ports: Ports, path: string): Promise<FoundMemory> {
  const memory = { path, main: path, place: null, folder: null, project: null, recent: true };
  try {
    const [real, info] = [await ports.files.realPath(path), await ports.files.info(path)];
    const problem = info === null ? `There is nothing at ${path} any more.` : null;
    return { ...memory, real, modifiedAt: info?.modifiedAt ?? null, problem };
  } catch (error) {
    return { ...memory, real: null, modifiedAt: null, problem: toContextureError(error).message };
  }
}
