import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import {
  type Fill,
  type Memory,
  type MemoryNeed,
  nothingWaits,
  type WaitingCounts,
  type WhichMemory,
} from '#shared/contract/features/memories.ts';
import { leavesOthersOut, type Settings } from '#shared/contract/features/settings.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import type { MemoryFormat } from '#shared/formats/format.ts';
import { formatOfFile } from '#shared/formats/formats.ts';
import { fullestOf, loadedOf } from '#shared/formats/loaded.ts';
import type { ProgramMemory } from '#shared/programs/programs.ts';
import { topicProblems } from '#shared/topics/problems.ts';
import { memoryName } from '#shared/wording/memory-names.ts';
import { notTextVersionError, type ReadVersion, readMarked, readVersion } from '../app-files/file-version.ts';
import { hasNews } from '../memory/read-marks.ts';
import type { Ports } from '../ports.ts';
import { readSettings } from '../settings/settings.ts';
import { createWorkspaceMeasure } from '../settings/workspace-measure.ts';
import { usualSettings } from '../settings/workspace-settings.ts';
import { createDataFolders } from '../workspace/data-folders.ts';
import { findWorkspace } from '../workspace/find-workspace.ts';
import { createLayout, type WorkspacePlace } from '../workspace/layout.ts';
import { createLinks } from '../workspace/links.ts';
import { type FileBeside, filesBeside, maxBytes } from './files-beside.ts';
import { type FoundMemory, foundAnywhere, foundAt, linkLeadsOutError } from './find-memories.ts';
import { folderAbove, folderSaid, folderWrittenAs, type Projects, restOfWritten } from './project-folder.ts';

export async function describeMemory(ports: Ports, memory: FoundMemory, projects: Projects): Promise<WhichMemory> {
  const { paths } = ports;
  const { path, place, folder, project: root } = memory;
  const fileName = paths.basename(path) || path;
  if (place === null) {
    const isFile = formatOfFile(fileName) !== null;
    const name = isFile ? distinctFileName(paths, path, fileName) : fileName;
    return { path, name, assistant: isFile ? null : 'Contexture', kind: 'Memory', project: null };
  }
  const isOneOfMany = paths.basename(place.path).includes('*');
  const kind = path === memory.main ? place.kind : (place.kindWithoutMain ?? place.kind);
  const which = { path, name: isOneOfMany ? fileName : kind, assistant: place.assistant, kind };
  if (root !== null) {
    return { ...which, name: fileName, project: { name: paths.basename(root), path: root, isGuess: false } };
  }
  if (folder === null || place.folderSays === undefined) {
    return { ...which, project: null };
  }
  switch (place.folderSays) {
    case 'name':
      return { ...which, name: folder, project: null };
    case 'which one':
      return { ...which, name: folder === nameWithoutWildcard(place) ? kind : `${kind} in ${folder}`, project: null };
    case 'project name':
      return { ...which, project: { name: folder, path: null, isGuess: false } };
    case 'project path':
      return { ...which, project: await projectWrittenAs(ports, memory, folder, projects) };
  }
}

async function projectWrittenAs(
  ports: Ports,
  memory: FoundMemory,
  written: string,
  { list, saidBeside }: Projects,
): Promise<WhichMemory['project']> {
  const { files, paths } = ports;
  const only = await folderWrittenAs(ports, written, list);
  if (only !== null) {
    return { name: paths.basename(only), path: only, isGuess: false };
  }
  const folders = saidBeside(paths.dirname(paths.dirname(memory.main)));
  const folder = (await findFolderAbove(ports, folders, written)) ?? (await findFolderInTexts(ports, memory, written));
  const isThere = folder !== null && (await files.info(folder).catch(() => null))?.kind === 'folder';
  const name = folder === null ? restOfWritten(ports, written) : paths.basename(folder);
  return { name, path: isThere ? folder : null, isGuess: !isThere };
}

async function findFolderAbove(ports: Ports, folders: AsyncIterable<string>, written: string): Promise<string | null> {
  for await (const folder of folders) {
    const match = folderAbove(ports, written, folder);
    if (match !== null) {
      return match;
    }
  }
  return null;
}

/** Folder with this written form that is named in a memory's files; null if they name none, or can't be read. */
async function findFolderInTexts(ports: Ports, memory: FoundMemory, written: string): Promise<string | null> {
  try {
    for await (const { text } of textsOf(ports, memory)) {
      const folder = folderSaid(ports, written, text);
      if (folder !== null) {
        return folder;
      }
    }
  } catch {
    // The list itself shows why it can't be read.
  }
  return null;
}

function nameWithoutWildcard({ path }: ProgramMemory): string {
  const part = path.split('/').find((name) => name.includes('*'));
  return part?.replaceAll('*', '') ?? '';
}

/** Names shared by many files, for which the folder tells more. */
const commonNames = /^(global|memory|readme|user)\.md$/i;

function distinctFileName(paths: Ports['paths'], path: string, fileName: string): string {
  const folder = paths.basename(paths.dirname(path));
  return commonNames.test(fileName) && folder !== '' ? `${fileName} · ${folder}` : fileName;
}

/** Name of a file among all memories: by its assistant and project if it is in a known place. */
export async function nameByPlace(ports: Ports, real: string, projects: Projects): Promise<string> {
  return memoryName(await describeMemory(ports, (await foundAt(ports, real)) ?? foundAnywhere(real), projects));
}

/** Never rejects: one that can't be read is listed with the reason. */
export async function readMemory(
  ports: Ports,
  memory: FoundMemory,
  projects: Projects,
  waitingAt: (place: OpenedPlace) => Promise<WaitingCounts>,
): Promise<Memory> {
  const which = await describeMemory(ports, memory, projects);
  const { modifiedAt, recent, place } = memory;
  const seen = { ...which, modifiedAt, recent };
  const unread = (problem: string): Memory => ({ ...seen, ...unknownContent, problem, needs: ['unreadable'] });
  if (memory.problem !== null) {
    return unread(memory.problem);
  }
  try {
    const workspace = await openFoundPlace(ports, memory);
    const { format, reading, version } = workspace;
    const document = format.read(version.text);
    const fill = await fillOf(ports, workspace, document);
    const siblings = await listFurtherFiles(ports, memory);
    const waiting = recent ? await waitingAt(workspace) : nothingWaits;
    return {
      ...seen,
      format: format.id,
      chosen: reading !== null && reading.chosen !== null,
      entries: document.entries.length,
      files: siblings.length,
      fill,
      modifiedAt: Math.max(version.info.modifiedAt, ...siblings.map(({ info }) => info.modifiedAt)),
      problem: version.isMarked ? notTextVersionError(ports, memory.path, version.bytes).message : null,
      readOnlyReason: place?.isGenerated ? generated(place.assistant) : format.capabilities.readOnlyReason,
      needs: version.isMarked ? ['unreadable'] : await collectNeeds(ports, workspace, document, { fill, waiting }),
      waiting,
    };
  } catch (error) {
    return unread(toContextureError(error).message);
  }
}

const noContent = { format: null, chosen: false, entries: null, files: 0, fill: null };
const unknownContent = { ...noContent, readOnlyReason: null, waiting: nothingWaits };

async function collectNeeds(
  ports: Ports,
  place: OpenedPlace,
  document: MemoryDocument,
  { fill, waiting }: Pick<Memory, 'fill' | 'waiting'>,
): Promise<MemoryNeed[]> {
  const { topicPath } = createLayout(ports, place);
  const items = place.format.capabilities.severalFiles ? await ports.files.list(place.root) : [];
  const topics = items.filter(({ name, kind }) => kind === 'file' && topicPath(name) !== null);
  const topicFiles = topics.map(({ name }) => ({ file: name, topic: null }));
  const needs: Readonly<Record<Exclude<MemoryNeed, 'unreadable'>, boolean>> = {
    overwritten: waiting.overwritten > 0,
    held: waiting.held > 0,
    work: waiting.work > 0,
    damaged: waiting.damaged > 0,
    over_limit: fill !== null && fill.used > fill.limit,
    form: document.diagnostics.some(({ code }) => code === 'form_differs'),
    unclosed: document.diagnostics.some(({ code }) => code === 'unclosed_block'),
    topics: topicProblems(document, topicFiles, () => false).length > 0,
    news: await hasNews(ports, place.dataFolder, place.version.hash),
  };
  return (Object.keys(needs) as (keyof typeof needs)[]).filter((need) => needs[need]);
}

const generated = (assistant: string): string =>
  `${assistant} rewrites this file itself, so changes to it would be lost.`;

export type MemoryText = { readonly file: string; readonly text: string; readonly format: MemoryFormat };

/** Texts of a memory one after the other, its main file first. @throws if that can't be read */
export async function* textsOf(ports: Ports, memory: FoundMemory): AsyncGenerator<MemoryText> {
  if (memory.problem !== null) {
    throw new ContextureError('unavailable', memory.problem);
  }
  const { contextPath, format, version } = await openFoundPlace(ports, memory);
  yield { file: contextPath, text: version.text, format };
  for (const { path, real } of await listFurtherFiles(ports, memory)) {
    const read = await readVersion(ports, real).catch(() => null);
    const format = formatOfFile(path);
    // The file may have been replaced by a link since it was listed.
    if (read !== null && format !== null && (await ports.files.realPath(path).catch(() => null)) === real) {
      yield { file: path, text: read.text, format };
    }
  }
}

/** Further files of a memory, without the one that replaces its main one. */
const listFurtherFiles = async (ports: Ports, { path, main, place }: FoundMemory): Promise<readonly FileBeside[]> =>
  (await filesBeside(ports, main, place)).filter((file) => file.path !== path);

export type OpenedPlace = WorkspacePlace & {
  readonly version: ReadVersion;
  readonly dataFolder: string;
  readonly settings: Settings;
};

/** Locks, keeps and writes nothing. @throws the error that keeps it from being read */
export async function openFoundPlace(ports: Ports, memory: FoundMemory): Promise<OpenedPlace> {
  const place = await findWorkspace(ports, memory.real ?? memory.path, {
    startEmpty: false,
    isKnown: async () => true,
  });
  const layout = createLayout(ports, place);
  const links = createLinks(ports, layout, false);
  await links.refresh();
  const check = async (): Promise<void> => {
    const withheld = links.unread(place.contextPath);
    if (withheld) {
      throw withheld;
    }
    const real = await ports.files.realPath(memory.path);
    if (real !== memory.real) {
      throw real === null ? missingMemoryError(memory.path) : linkLeadsOutError(real);
    }
  };
  await check();
  const version = await readSmall(ports, place.contextPath);
  // The file may have been made a link meanwhile.
  await links.checkStill(place.contextPath, () => links.unread(place.contextPath));
  await check();
  const usual = usualSettings(place.format);
  const withheld = links.withheld(layout.settingsPath);
  const settings = withheld ? null : await readVersion(ports, layout.settingsPath).catch(() => null);
  return {
    ...place,
    version,
    dataFolder: await createDataFolders(ports).of(place, links).find(),
    settings: settings === null ? usual : readSettings(settings.text, usual).settings,
  };
}

const missingMemoryError = (path: string): ContextureError =>
  new ContextureError('not_found', `There is nothing at ${path} any more.`);

async function readSmall(ports: Ports, path: string): Promise<ReadVersion> {
  const info = await ports.files.info(path);
  if (info !== null && info.size > maxBytes) {
    throw new ContextureError('too_large', `${path} is over 1 MB, so it is not read until you open it.`);
  }
  const version = await readVersion(ports, path).catch(async (error: unknown) => {
    const marked = toContextureError(error).code === 'not_text' ? await readMarked(ports, path) : null;
    if (marked === null) {
      throw error;
    }
    return marked;
  });
  if (version === null) {
    throw missingMemoryError(path);
  }
  return version;
}

/** Computes how full a memory is, from the part its assistant reads; null if the format sets no limit. */
async function fillOf(
  ports: Ports,
  { format, settings, version }: OpenedPlace,
  document: MemoryDocument,
): Promise<Fill | null> {
  const { budget, loaded } = format.capabilities;
  if (budget === null) {
    return fullestOf(loadedOf(version.text, loaded).fills) ?? null;
  }
  const leavesOut = (): boolean => leavesOthersOut(settings, format.capabilities);
  const measure = createWorkspaceMeasure(ports, format.measure, () => settings.measure, leavesOut);
  await measure.follow();
  const { tokensOf, ofDocument } = measure.current();
  return { used: tokensOf(ofDocument(document)), limit: settings.tokenLimit, unit: budget.unit };
}
