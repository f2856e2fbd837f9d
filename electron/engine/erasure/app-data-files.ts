import type { ErasePlace } from '#shared/contract/features/erasure.ts';
import type { FileFormat } from '#shared/formats/format.ts';
import { type Eraser, isNothingElse } from '#shared/text/eraser.ts';
import type { Ports } from '../ports.ts';

/** A file of the app's own data in which a text may stand that is to be erased. Texts of the history are not among them. */
type AppDataFile = {
  readonly path: string;
  readonly place: ErasePlace;
  readonly kind: 'json' | 'json lines' | 'text';
};

const maxBytes = 256 * 1024 * 1024;
/** They hold names of folders and fingerprints, nothing a memory says. */
const leftAlone = new Set(['workspace-ids.json', 'recent.json', 'approvals.json', 'erased.json', 'erased.lock']);

/**
 * The files of one workspace's data, whatever they are for, and those of all workspaces that may quote one.
 * @param folders the workspace's own
 */
export async function appDataFilesOf(ports: Ports, folders: readonly string[]): Promise<AppDataFile[]> {
  const { files, paths, dataFolder } = ports;
  const found: AppDataFile[] = [];
  const add = async (folder: string, placeOf: (name: string) => ErasePlace, deep: boolean): Promise<void> => {
    for (const { name, kind } of await files.list(folder)) {
      if (kind === 'folder' && deep && name !== 'objects') {
        await add(paths.join(folder, name), () => placeOf(name), true);
      } else if (kind === 'file' && !leftAlone.has(name)) {
        found.push({ path: paths.join(folder, name), place: placeOf(name), kind: kindOf(name) });
      }
    }
  };
  for (const folder of folders) {
    await add(folder, placeInWorkspace, true);
  }
  await add(dataFolder, () => 'other', false);
  await add(paths.join(dataFolder, 'logs'), () => 'log', false);
  await add(paths.join(dataFolder, 'recovered'), () => 'recovered', false);
  return found;
}

/** Folders of ours in which an interrupted write may have left a file. */
export async function appDataFoldersOf(ports: Ports, folders: readonly string[]): Promise<string[]> {
  const { files, paths, dataFolder } = ports;
  const all = [dataFolder, paths.join(dataFolder, 'recovered')];
  const add = async (folder: string): Promise<void> => {
    all.push(folder);
    for (const { name, kind } of await files.list(folder)) {
      if (kind === 'folder') {
        await add(paths.join(folder, name));
      }
    }
  };
  for (const folder of folders) {
    await add(folder);
  }
  return all;
}

function placeInWorkspace(name: string): ErasePlace {
  const known: readonly (readonly [string, ErasePlace])[] = [
    ['journal', 'undo'],
    ['drafts', 'drafts'],
    ['seen', 'marks'],
    ['cards', 'cards'],
    ['history', 'history'],
  ];
  return known.find(([start]) => name.startsWith(start))?.[1] ?? 'other';
}

function kindOf(name: string): AppDataFile['kind'] {
  return /\.jsonl(?:\.|$)/.test(name) ? 'json lines' : /\.json(?:\.|$)/.test(name) ? 'json' : 'text';
}

export type AppDataFileOptions = {
  /** Folders' names are no part of a memory: texts that begin like this are paths. */
  readonly roots: readonly string[];
  /** Texts of several lines are read by it. */
  readonly format: FileFormat;
};

/** The texts in a file of ours, one for each value, line or draft, as they were before they were written as JSON. */
export async function textsIn(
  ports: Ports,
  file: Pick<AppDataFile, 'path' | 'kind'>,
  options: Pick<AppDataFileOptions, 'roots'>,
): Promise<readonly string[][]> {
  const text = await textOf(ports, file.path);
  return text === null ? [] : partsOf(file, text).map((part) => stringsIn(part, options));
}

async function textOf(ports: Ports, path: string): Promise<string | null> {
  const read = await ports.files.read(path, { maxBytes: maxBytes });
  return read.state === 'present' ? ports.decodeText(read.bytes) : null;
}

type Part = { readonly written: string; readonly value: unknown };
const unreadable = Symbol('not JSON');

function partsOf({ kind }: Pick<AppDataFile, 'kind'>, text: string): Part[] {
  if (kind === 'json lines') {
    return text.split('\n').flatMap((line) => (line === '' ? [] : [{ written: line, value: parse(line) }]));
  }
  return [{ written: text, value: kind === 'json' ? parse(text) : unreadable }];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return unreadable;
  }
}

function stringsIn({ written, value }: Part, { roots }: Pick<AppDataFileOptions, 'roots'>): string[] {
  const found: string[] = [];
  const look = (each: unknown): void => {
    if (typeof each === 'string' && !roots.some((root) => each.startsWith(root))) {
      found.push(each);
    } else if (typeof each === 'object' && each !== null) {
      Object.values(each).forEach(look);
    }
  };
  if (value === unreadable) {
    return [written];
  }
  look(value);
  return found;
}

/**
 * Erases a text from a file of ours. Versions that have become others are named by their new hashes.
 * @returns true if anything in it was changed
 */
export async function eraseFromAppDataFile(
  ports: Ports,
  file: AppDataFile,
  eraser: Eraser,
  options: AppDataFileOptions & { readonly renamed: ReadonlyMap<string, string> },
): Promise<boolean> {
  const before = await textOf(ports, file.path);
  if (before === null) {
    return false;
  }
  const after = erasedFrom(file, before, eraser, options);
  if (after === before) {
    return false;
  }
  await ports.files.store(file.path, ports.encodeText(after));
  return true;
}

function erasedFrom(
  file: AppDataFile,
  text: string,
  eraser: Eraser,
  options: AppDataFileOptions & { readonly renamed: ReadonlyMap<string, string> },
): string {
  const [whole] = partsOf(file, text);
  if (file.kind === 'json lines') {
    const lines = partsOf(file, text).flatMap(({ written, value }) => {
      if (value === unreadable) {
        // Cut short by a crash: nobody reads it, so nothing is lost with it.
        return eraser.cutEscaped(written) === written ? [written] : [];
      }
      const after = eraseFromJson(value, eraser, options);
      return [after === value ? written : JSON.stringify(after)];
    });
    return lines.map((line) => `${line}\n`).join('');
  }
  if (!whole || whole.value === unreadable) {
    return eraser.cutEscaped(options.format.erase(options.format.read(text), eraser).text);
  }
  const after = eraseFromJson(whole.value, eraser, options);
  return after === whole.value ? text : `${JSON.stringify(after, null, 2)}\n`;
}

/** The same value where there is nothing to change. */
function eraseFromJson(
  value: unknown,
  eraser: Eraser,
  options: AppDataFileOptions & { readonly renamed: ReadonlyMap<string, string> },
): unknown {
  if (typeof value === 'string') {
    return eraseFromString(value, eraser, options);
  }
  if (Array.isArray(value)) {
    const after = value
      .filter((each) => !saysNothingElse(each, eraser, options.format))
      .map((each) => eraseFromJson(each, eraser, options));
    return after.length === value.length && after.every((each, index) => each === value[index]) ? value : after;
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const entries = Object.entries(value);
  const after = entries.map(([name, each]) => [name, eraseFromJson(each, eraser, options)] as const);
  return after.every(([, each], index) => each === entries[index]?.[1]) ? value : Object.fromEntries(after);
}

function eraseFromString(
  value: string,
  eraser: Eraser,
  { roots, renamed, format }: AppDataFileOptions & { readonly renamed: ReadonlyMap<string, string> },
): string {
  if (roots.some((root) => value.startsWith(root))) {
    return value;
  }
  const version = renamed.get(value);
  if (version !== undefined) {
    return version;
  }
  return /[\r\n]/.test(value) ? format.erase(format.read(value), eraser).text : eraser.cutFromLabel(value);
}

/** One of several things that is about the erased text alone, such as an update that waits: it goes as a whole. */
function saysNothingElse(each: unknown, eraser: Eraser, format: FileFormat): boolean {
  return isRecord(each) && saidBy(each, format).some((text) => isNothingElse(eraser, text));
}

/** What an entry or an update says that is written as an object, or is a part of one. */
function saidBy(each: Readonly<Record<string, unknown>>, format: FileFormat): string[] {
  const { value, raw } = each;
  return [
    ...(typeof value === 'string' ? [value] : []),
    ...(typeof raw === 'string' ? format.read(raw).entries.map((entry) => entry.value) : []),
    ...Object.values(each).flatMap((part) => (isRecord(part) ? saidBy(part, format) : [])),
  ];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
