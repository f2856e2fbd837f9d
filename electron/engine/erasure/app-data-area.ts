import type { ErasePlace } from '#shared/contract/features/erasure.ts';
import type { JsonRecord } from '#shared/conversations/formats/format.ts';
import { recordOf } from '#shared/conversations/formats/json-fields.ts';
import type { FileFormat } from '#shared/formats/format.ts';
import { cutAcross, type Eraser, isNothingElse, isWithin, joined } from '#shared/text/eraser.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { foldersBelow } from '../app-files/files-below.ts';
import { ownFolderOfFiles } from '../workspace/data-folders.ts';
import {
  type ErasableArea,
  type ErasableText,
  type EraseSearch,
  type ErasureStep,
  textAt,
} from '../workspace/erasable-area.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'layout' | 'access' | 'dataFolder'>;

/**
 * Every other file of the app's data, such as drafts, read marks, decisions, logs and recovered versions.
 * @param undoLog erased by its own area, which knows its lines
 */
export function appDataArea(needs: Needs, undoLog: { path(): string }): ErasableArea {
  const { access } = needs;
  const isElsewhere = (path: string): boolean => path === undoLog.path() || path.endsWith('versions.jsonl');
  const filesNow = async () => (await appDataFilesOf(needs)).filter(({ path }) => !isElsewhere(path));
  return {
    holds: 'app data',
    size: async () => (await filesNow()).length,
    async *texts(search) {
      for (const file of await filesNow()) {
        yield* textsIn(needs, file, search);
      }
    },
    erase: (erasing) =>
      access.locked(erasing.turn, async () => {
        for (const file of await filesNow()) {
          await erasing.tryOnFile(file.path, () => eraseFromFile(needs, file, erasing));
        }
      }),
    remembers: null,
  };
}

export function leftoversArea(needs: Needs): ErasableArea {
  const { ports, layout, access } = needs;
  const ofWork = async () =>
    (await ports.files.info(layout.workFolder)) ? foldersBelow(ports, layout.workFolder) : [];
  const folders = async () => [...layout.folders, ...(await ofWork()), ...(await appDataFoldersOf(needs))];
  return {
    holds: 'app data',
    size: async () => 0,
    async *texts() {
      for (const folder of await folders()) {
        for (const path of await ports.files.leftovers(folder)) {
          const text = await textAt(ports, path, () => undefined);
          if (text !== null) {
            yield { place: 'leftovers', thing: path, text };
          }
        }
      }
    },
    erase: ({ turn, tryOnFile }) =>
      access.locked(turn, async () => {
        for (const folder of await folders()) {
          await tryOnFile(folder, () => ports.files.sweep(folder));
        }
      }),
    remembers: null,
  };
}

/** A file of the app's own data that may hold a text to be erased. Texts of the history are not among them. */
type AppDataFile = {
  readonly path: string;
  readonly place: ErasePlace;
  readonly kind: 'json' | 'json lines' | 'text';
};

const maxBytes = 256 * 1024 * 1024;
/** Folders that other areas handle: texts of the history, and own files of a memory that is one file. */
const handledElsewhere = new Set(['objects', ownFolderOfFiles]);
/** Files with names of folders and fingerprints, but no text of a memory. */
const withoutTexts = new Set([
  'preferences.json',
  'workspace-ids.json',
  'recent.json',
  'window.json',
  'approvals.json',
  'backup.json',
  'restoring.json',
  'erased.json',
  'erased.lock',
  'erasures.json',
]);

/** Files of one workspace's data, and those of all workspaces that may quote one. */
async function appDataFilesOf({ ports, dataFolder: { all } }: Needs): Promise<AppDataFile[]> {
  const { files, paths, dataFolder } = ports;
  const appData: AppDataFile[] = [];
  const add = async (folder: string, placeOf: (name: string) => ErasePlace, deep: boolean): Promise<void> => {
    for (const { name, kind } of await files.list(folder)) {
      if (kind === 'folder' && deep && !handledElsewhere.has(name)) {
        await add(paths.join(folder, name), () => placeOf(name), true);
      } else if (kind === 'file' && !withoutTexts.has(name)) {
        appData.push({ path: paths.join(folder, name), place: placeOf(name), kind: kindOf(name) });
      }
    }
  };
  for (const folder of all()) {
    await add(folder, placeInWorkspace, true);
  }
  await add(dataFolder, () => 'other', false);
  await add(paths.join(dataFolder, 'logs'), () => 'log', false);
  await add(paths.join(dataFolder, 'recovered'), () => 'recovered', false);
  return appData;
}

/** Folders of ours in which an interrupted write may have left a file. */
async function appDataFoldersOf({ ports, dataFolder: { all } }: Needs): Promise<string[]> {
  const { files, paths, dataFolder } = ports;
  const folders = [dataFolder, paths.join(dataFolder, 'recovered')];
  const add = async (folder: string): Promise<void> => {
    folders.push(folder);
    for (const { name, kind } of await files.list(folder)) {
      if (kind === 'folder') {
        await add(paths.join(folder, name));
      }
    }
  };
  for (const folder of [...all(), paths.join(dataFolder, 'conversations')]) {
    await add(folder);
  }
  return folders;
}

const places: readonly (readonly [start: string, ErasePlace])[] = [
  ['journal', 'undo'],
  ['drafts', 'drafts'],
  ['seen', 'marks'],
  ['cards', 'cards'],
  ['history', 'history'],
];

const placeInWorkspace = (name: string): ErasePlace => places.find(([start]) => name.startsWith(start))?.[1] ?? 'other';

const kindOf = (name: string): AppDataFile['kind'] =>
  /\.jsonl(?:\.|$)/.test(name) ? 'json lines' : /\.json(?:\.|$)/.test(name) ? 'json' : 'text';

/** True for a path: folders' names are not part of a memory, even if a text begins with one. */
const isPath = ({ ports, layout }: Needs, text: string): boolean =>
  text.startsWith(layout.root) || text.startsWith(ports.dataFolder);

/** The texts in a file of ours, those of one value, line or draft under one name, as before they were written as JSON. */
export async function* textsIn(
  needs: Needs,
  file: AppDataFile,
  { countOne, onUnread }: EraseSearch,
): AsyncGenerator<ErasableText> {
  countOne();
  const text = await textOf(needs, file).catch((error: unknown) => {
    onUnread(file.path, error);
    return null;
  });
  for (const [number, part] of text === null ? [] : partsOf(file, text).entries()) {
    const thing = `${file.path} ${number}`;
    if (part.value === undefined) {
      const without = (eraser: Eraser): string => eraseUnread(needs, file, part.written, eraser);
      yield { place: file.place, thing, text: part.written, without };
    }
    for (const { name, text: string } of stringsIn(part.value)) {
      const without = (eraser: Eraser): string => eraseFromString(needs, name, string, eraser);
      yield { place: file.place, thing, text: string, without };
    }
  }
}

async function textOf({ ports }: Needs, { path }: AppDataFile): Promise<string | null> {
  const read = await ports.files.read(path, { maxBytes });
  return read.state === 'present' ? ports.decodeText(read.bytes) : null;
}

/** The value is undefined if `written` is not JSON. */
type Part = { readonly written: string; readonly value: unknown };

function partsOf({ kind }: AppDataFile, text: string): Part[] {
  if (kind === 'json lines') {
    return text.split('\n').flatMap((line) => (line === '' ? [] : [{ written: line, value: parseJson(line) }]));
  }
  return [{ written: text, value: kind === 'json' ? parseJson(text) : undefined }];
}

/** Every string in a value, under its own name or its list's. */
function stringsIn(value: unknown, name = ''): { readonly name: string; readonly text: string }[] {
  if (typeof value === 'string') {
    return [{ name, text: value }];
  }
  if (Array.isArray(value)) {
    return value.flatMap((each) => stringsIn(each, name));
  }
  const strings = Object.entries(recordOf(value) ?? {}).flatMap(([own, each]) => stringsIn(each, own));
  return isNamed(value) ? [...strings, { name: '', text: joined(value) }] : strings;
}

/** Erases a text from a file of ours. Changed versions are named by their new hashes. */
async function eraseFromFile(needs: Needs, file: AppDataFile, erasing: ErasureStep): Promise<void> {
  const before = await textOf(needs, file);
  const after = before === null ? null : erasedFrom(needs, file, before, erasing);
  if (after !== null && after !== before) {
    await needs.ports.files.store(file.path, needs.ports.encodeText(after));
  }
}

function erasedFrom(needs: Needs, file: AppDataFile, text: string, erasing: ErasureStep): string {
  const { eraser } = erasing;
  const parts = partsOf(file, text);
  if (file.kind === 'json lines') {
    const lines = parts.flatMap(({ written, value }) => {
      if (value === undefined) {
        // Cut short by a crash: nobody reads it, so removing it loses nothing.
        return eraser.cutEscaped(written) === written ? [written] : [];
      }
      const after = eraseFromJson(needs, value, erasing);
      return [after === value ? written : JSON.stringify(after)];
    });
    return lines.map((line) => `${line}\n`).join('');
  }
  const whole = parts[0]?.value;
  if (whole === undefined) {
    return eraseUnread(needs, file, text, eraser);
  }
  const after = eraseFromJson(needs, whole, erasing);
  return after === whole ? text : `${JSON.stringify(after, null, 2)}\n`;
}

/** Timestamp and level at the beginning of each line of the log. */
const logStamps = /^\d{4}-\d{2}-\d{2} [\d:.]+ (?:error|warn|info|verbose|debug|silly) /gm;

/** Erases from a file that is not JSON: the log, a recovered memory, or JSON that was cut short. */
function eraseUnread(
  { layout: { format } }: Needs,
  { place, kind }: AppDataFile,
  text: string,
  eraser: Eraser,
): string {
  if (place === 'log') {
    const stamps = [...text.matchAll(logStamps)];
    return eraser.cut(
      text,
      stamps.map(({ 0: stamp, index }) => ({ from: index, to: index + stamp.length })),
    );
  }
  const after = eraser.occurs(text) ? format.erase(format.read(text), eraser).text : text;
  return kind === 'text' ? after : eraser.cutEscaped(after);
}

/** Returns the same value if there is nothing to change. */
function eraseFromJson(needs: Needs, value: unknown, erasing: ErasureStep, name = ''): unknown {
  if (typeof value === 'string') {
    return erasing.renamed.get(value) ?? eraseFromString(needs, name, value, erasing.eraser);
  }
  if (Array.isArray(value)) {
    const after = value
      .filter((each) => !saysNothingElse(each, erasing.eraser, needs.layout.format))
      .filter((each) => name !== 'missing' || !isOfErasedLine(each, erasing.eraser))
      .map((each) => eraseFromJson(needs, each, erasing, name));
    return after.length === value.length && after.every((each, index) => each === value[index]) ? value : after;
  }
  const record = recordOf(value);
  if (record === null) {
    return value;
  }
  const entries = Object.entries(isNamed(record) ? { ...record, value: cutAcross(erasing.eraser, record) } : record);
  const after = entries
    .filter(([own, each]) => own !== 'earlier' || !isOfErasedLine(each, erasing.eraser))
    .map(([own, each]) => [own, eraseFromJson(needs, each, erasing, own)] as const);
  const isSame =
    after.length === entries.length && Object.values(record).every((each, index) => each === after[index]?.[1]);
  return isSame ? value : Object.fromEntries(after);
}

/** Names of fields with words of our own, which are never a person's text. */
const ownWords = new Set([
  'archive',
  'category',
  'confidence',
  'date',
  'file',
  'hash',
  'id',
  'kind',
  'mark',
  'part',
  'version',
  'who',
]);

function eraseFromString(needs: Needs, name: string, value: string, eraser: Eraser): string {
  if (isPath(needs, value) || ownWords.has(name)) {
    return value;
  }
  const { format } = needs.layout;
  if (name === 'line') {
    // A section, and the lines of an entry in it.
    const start = value.indexOf(' ') + 1;
    return value.slice(0, start) + eraseFromString(needs, 'raw', value.slice(start), eraser);
  }
  const isOfMemory = name === 'raw' || /[\r\n]/.test(value);
  if (!isOfMemory) {
    return eraser.cutFromLabel(value);
  }
  return eraser.occurs(value) ? format.erase(format.read(value), eraser).text : value;
}

/** True for an item that is about the erased text alone, such as an update that waits: it is removed entirely. */
const saysNothingElse = (each: unknown, eraser: Eraser, format: FileFormat): boolean =>
  entryTexts(recordOf(each), format).some((text) => isNothingElse(eraser, text));

/** True if it is the text of an entry whose whole line is erased. */
function isOfErasedLine(each: unknown, eraser: Eraser): boolean {
  const value = recordOf(each)?.['value'];
  return typeof value === 'string' && isWithin(eraser, value);
}

/** Texts of an entry or an update that is written as an object, or is a part of one. */
function entryTexts(record: JsonRecord | null, format: FileFormat): string[] {
  if (record === null) {
    return [];
  }
  const { value, raw, text } = record;
  return [
    ...[value, text, raw].filter((field) => typeof field === 'string'),
    ...(isNamed(record) ? [joined(record)] : []),
    ...(typeof raw === 'string' ? format.read(raw).entries.map((entry) => entry.value) : []),
    ...Object.values(record).flatMap((part) => entryTexts(recordOf(part), format)),
  ];
}

/** True for an entry's text in two halves. */
function isNamed(value: unknown): value is { readonly key: string; readonly value: string } {
  const record = recordOf(value);
  return typeof record?.['key'] === 'string' && typeof record['value'] === 'string';
}
