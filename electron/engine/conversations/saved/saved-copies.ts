import { z } from 'zod';
import { ContextureError } from '#shared/contract/errors.ts';
import type { SavedConversation } from '#shared/contract/features/saved-conversations.ts';
import { createEraser } from '#shared/text/eraser.ts';
import { readAppJson, writeAppJson } from '../../app-files/app-json.ts';
import { createErasureRegistry, type ErasureRegistry } from '../../erasure/erasure-registry.ts';
import type { Ports } from '../../ports.ts';
import {
  beginsWith,
  type Copy,
  copyAgain,
  copyPartAgain,
  copySchema,
  hasGrown,
  originalBytes,
  type Part,
  withPart,
} from './copies.ts';

const keptSchema = z.strictObject({
  id: z.string(),
  place: z.string(),
  assistant: z.string(),
  title: z.string().nullable(),
  main: z.string(),
  /** Its name in that file, if it shares it with others. */
  inner: z.string().optional(),
  keptAt: z.number(),
  /** Copies, with each version of a rewritten file; the latest last. */
  copies: z.array(copySchema),
});
export type SavedRecord = z.infer<typeof keptSchema>;

export type SaveRequest = Pick<SavedRecord, 'id' | 'place' | 'assistant' | 'title' | 'main'> & {
  /** Its files, the main one among them; only those beside it if it shares that with others. */
  readonly files: readonly string[];
  readonly inner?: string;
};

export type CopyReaders = {
  /** Part of the file that belongs to one conversation, as it is now; null if it is not there. */
  read(kept: Pick<SavedRecord, 'id'>): Promise<Omit<Part, 'of'> | null>;
  /** Reads several in one file, one after the other, as long as that may be read; missing ones are left out. */
  readEach(
    file: Pick<SavedRecord, 'place' | 'main'>,
    wanted: readonly { readonly inner: string; readonly changedAt: number }[],
    take: (inner: string, part: Omit<Part, 'of'>) => Promise<void>,
  ): Promise<void>;
  /** True if it exists; null if that can’t be known, as nothing may be read there or can be. */
  has(kept: Pick<SavedRecord, 'id' | 'place' | 'main' | 'inner'>): Promise<boolean | null>;
};

const none: CopyReaders = { read: async () => null, readEach: async () => undefined, has: async () => null };

/** A conversation’s copy, to be read in place of an original that is gone. */
export type SavedFile = Pick<SavedRecord, 'id' | 'place' | 'assistant' | 'title' | 'main' | 'inner' | 'keptAt'> & {
  readonly path: string;
  readonly bytes: number;
  readonly originalBytes: number;
  readonly modifiedAt: number;
};

const nobody: SavedRecord = { id: '', place: '', assistant: '', title: null, main: '', keptAt: 0, copies: [] };

/** Copies, byte for byte: a folder for each, with `about.json` beside them. A file that grew replaces its shorter copy. */
export function createSavedCopies(
  ports: Ports,
  of: 'conversations' | 'work' = 'conversations',
  parts: CopyReaders = none,
) {
  const { files, paths } = ports;
  const root = paths.join(ports.dataFolder, of, 'kept');
  const registry = createErasureRegistry(ports);
  const folderOf = (id: string): string => paths.join(root, ports.hash(ports.encodeText(id)).slice(0, 32));
  const aboutIn = (folder: string): string => paths.join(folder, 'about.json');
  const locked = <T>(id: string, work: () => Promise<T>): Promise<T> =>
    ports.lock.hold(paths.join(folderOf(id), 'lock'), work);

  async function withoutErased(title: string): Promise<string> {
    const forms = (await registry.recognise(title)).map(({ from, to }) => title.slice(from, to));
    return createEraser(forms).cutFromLabel(title);
  }

  async function read(id: string): Promise<SavedRecord | null> {
    const record = await readAppJson(ports, aboutIn(folderOf(id)), keptSchema, nobody);
    return record.id === id ? record : null;
  }

  async function versionOf(id: string, version: number): Promise<SavedFile | null> {
    const kept = await read(id);
    return kept === null ? null : versionIn(ports, folderOf(id), kept, version);
  }

  /** Lists the folders of copies, each with its description; null if that can't be read. */
  async function folders(): Promise<readonly { readonly folder: string; readonly kept: SavedRecord | null }[]> {
    const subfolders = (await files.list(root)).filter(({ kind }) => kind === 'folder');
    const read = subfolders.map(async ({ name }) => {
      const folder = paths.join(root, name);
      const record = await readAppJson(ports, aboutIn(folder), keptSchema, nobody);
      return { folder, kept: record.id === '' ? null : record };
    });
    return Promise.all(read);
  }

  const all = async (): Promise<readonly SavedRecord[]> => (await folders()).flatMap(({ kept }) => kept ?? []);

  /** Removes copies that became part of longer ones, and leftovers of a crash. */
  async function discardOthers(folder: string, { copies }: Pick<SavedRecord, 'copies'>): Promise<void> {
    await files.sweep(folder);
    const stay = new Set(['about.json', 'lock', ...copies.map(({ file }) => file)]);
    for (const { name } of await files.list(folder)) {
      await (stay.has(name) ? null : files.discard(paths.join(folder, name)));
    }
  }

  return {
    folders,
    change: (id: string, to: (record: SavedRecord) => Promise<SavedRecord>): Promise<void> =>
      locked(id, async () => {
        const record = await read(id);
        if (record !== null) {
          const after = await to(record);
          await (after === record ? null : writeAppJson(ports, aboutIn(folderOf(id)), after));
          await discardOthers(folderOf(id), after);
        }
      }),
    async list(): Promise<readonly SavedConversation[]> {
      return Promise.all((await all()).map((record) => viewOf(ports, parts, record)));
    },
    async latest(): Promise<readonly SavedFile[]> {
      return (await all()).flatMap((record) => versionIn(ports, folderOf(record.id), record, -1) ?? []);
    },
    latestOf: (id: string): Promise<SavedFile | null> => versionOf(id, -1),
    versionOf,
    async filesOf(id: string): Promise<ReadonlyMap<string, string>> {
      const copies = (await read(id))?.copies ?? [];
      return new Map(copies.map(({ of: original, file }) => [original, paths.join(folderOf(id), file)]));
    },
    /** Copies new text. Earlier copies stay until they are part of the new one. */
    keep: (wanted: SaveRequest, part: Omit<Part, 'of'> | null = null): Promise<SavedConversation> =>
      locked(wanted.id, async () => {
        const { id, place, assistant, title, main, inner } = wanted;
        const folder = folderOf(id);
        const before = await read(id);
        const copies = await copyAll({ ports, registry, parts }, folder, before?.copies ?? [], wanted, part);
        const source = { id, place, assistant, main, ...(inner === undefined ? {} : { inner }) };
        const safeTitle = (title && (await withoutErased(title))) ?? before?.title ?? null;
        const record = { ...source, title: safeTitle, keptAt: ports.clock.now(), copies: [...copies] };
        await writeAppJson(ports, aboutIn(folder), record);
        await discardOthers(folder, record);
        return viewOf(ports, parts, record);
      }),
    /** @throws `not_found`; `value_invalid` if it is the last one and `evenLast` is false */
    remove: (id: string, evenLast: boolean): Promise<void> =>
      locked(id, async () => {
        const record = await read(id);
        if (record === null) {
          throw new ContextureError('not_found', 'No copy of it is saved.', { id });
        }
        const folder = folderOf(id);
        await (evenLast ? null : requireOriginals(ports, parts, folder, record));
        // The list of files is removed last, so that an interrupted removal can be finished.
        await discardOthers(folder, { copies: [] });
        await files.discard(aboutIn(folder));
      }),
  };
}
export type SavedCopies = ReturnType<typeof createSavedCopies>;

type CopyServices = { readonly ports: Ports; readonly registry: ErasureRegistry; readonly parts: CopyReaders };

/** @returns the copies once everything new is copied @throws `not_found` if there is none of it */
async function copyAll(
  { parts, ...copying }: CopyServices,
  folder: string,
  before: readonly Copy[],
  wanted: SaveRequest,
  knownPart: Omit<Part, 'of'> | null,
) {
  let copies = before;
  for (const path of wanted.files) {
    copies = await copyAgain(copying, folder, copies, path);
  }
  const of = nameOf(wanted);
  const part = wanted.inner === undefined ? null : (knownPart ?? (await parts.read(wanted)));
  if (part !== null) {
    copies = await copyPartAgain(copying, folder, copies, { ...part, of });
  }
  if (!copies.some((copy) => copy.of === of)) {
    const message = `${of} is not there any more, so it could not be saved. List them again.`;
    throw new ContextureError('not_found', message, { path: wanted.main });
  }
  return copies;
}

/** Source of its main copy: a file, or a part of one. */
const nameOf = ({ main, inner }: { readonly main: string; readonly inner?: string | undefined }): string =>
  inner === undefined ? main : `${main}#${inner}`;

const versionsIn = (record: SavedRecord): readonly Copy[] => record.copies.filter(({ of }) => of === nameOf(record));

/** @param version counted from the first on, or if negative from the latest */
function versionIn({ paths }: Ports, folder: string, record: SavedRecord, version: number): SavedFile | null {
  const { copies: _, ...about } = record;
  const copy = versionsIn(record).at(version);
  if (copy === undefined) {
    return null;
  }
  const { file, bytes, modifiedAt } = copy;
  const keptAt = keptWhen(copy);
  return { ...about, keptAt, path: paths.join(folder, file), bytes, originalBytes: originalBytes(copy), modifiedAt };
}

const keptWhen = ({ keptAt, modifiedAt }: Copy): number => keptAt ?? modifiedAt;

export const versionId = (id: string, version: number): string => `kept:${version}:${id}`;

/** Reads such an id; null for any other. */
export function versionNamed(name: string): { readonly id: string; readonly version: number } | null {
  const [, version, id] = /^kept:(\d{1,9}):(.+)$/s.exec(name) ?? [];
  return id === undefined ? null : { id, version: Number(version) };
}

async function viewOf(ports: Ports, parts: CopyReaders, record: SavedRecord): Promise<SavedConversation> {
  const { id, assistant, title, keptAt } = record;
  const isLast = (await isThere(ports, parts, record)) === false;
  const versions = versionsIn(record);
  const hasMore = !isLast && (hasVersions(record) || (await isAnyShorter(ports, record)));
  const isLatestRead = isLast || !(await isOther(ports, record, versions.at(-1)));
  const earlier = versions
    .map((copy, version) => ({ id: versionId(id, version), keptAt: keptWhen(copy) }))
    .slice(0, isLatestRead ? -1 : undefined)
    .reverse();
  const bytes = record.copies.reduce((sum, copy) => sum + copy.bytes, 0);
  return { id, assistant, title, keptAt, bytes, versions: versions.length, isLast, hasMore, earlier };
}

/** True if its program wrote to the file since it was copied. For a part of a file, only reading it would tell. */
async function isOther({ files }: Ports, { inner }: SavedRecord, copy: Copy | undefined): Promise<boolean> {
  const info = copy === undefined || inner !== undefined ? null : await infoOf(files, copy);
  return (
    info !== null && copy !== undefined && (info.size !== originalBytes(copy) || info.modifiedAt !== copy.modifiedAt)
  );
}

/** True if its program still has it; null if that can’t be known. */
async function isThere({ files }: Ports, parts: CopyReaders, record: SavedRecord): Promise<boolean | null> {
  const isFile = (await files.info(record.main).catch(() => null))?.kind === 'file';
  return isFile && record.inner !== undefined ? parts.has(record) : isFile;
}

/** True if an original is shorter than its copy. The length of a part of a file takes reading, so it is left out. */
async function isAnyShorter({ files }: Ports, record: SavedRecord): Promise<boolean> {
  const ofFiles = record.copies.filter(({ of }) => record.inner === undefined || of !== nameOf(record));
  const isShorter = ofFiles.map(async (copy) => ((await infoOf(files, copy))?.size ?? 0) < originalBytes(copy));
  return (await Promise.all(isShorter)).includes(true);
}

const infoOf = (files: Ports['files'], { of }: Copy) => files.info(of).catch(() => null);

/** True if a file was kept twice, as neither version is the beginning of the other. */
const hasVersions = ({ copies }: SavedRecord): boolean => new Set(copies.map(({ of }) => of)).size < copies.length;

const refusals = {
  gone: 'This copy is the last there is, so it was not removed. Remove it even so, if it is to go.',
  unknown:
    'It can’t be told whether its program still has the original, so the copy was not removed. Remove it even so, if it is to go.',
  rewritten:
    'This copy has what the original, rewritten since, no longer has, so it was not removed. Remove it even so, if it is to go.',
};

/** @throws `value_invalid` if any kept text exists nowhere else */
async function requireOriginals(ports: Ports, parts: CopyReaders, folder: string, record: SavedRecord): Promise<void> {
  const is = await isThere(ports, parts, record);
  const why = is === null ? 'unknown' : is ? 'rewritten' : 'gone';
  if (why !== 'rewritten' || !(await areInOriginals(ports, parts, folder, record))) {
    throw new ContextureError('value_invalid', refusals[why], { id: record.id });
  }
}

/** True if the program still has every kept copy, byte for byte. If something was erased from a copy, only sizes are compared. */
async function areInOriginals(ports: Ports, parts: CopyReaders, folder: string, record: SavedRecord): Promise<boolean> {
  if (hasVersions(record)) {
    return false;
  }
  for (const copy of record.copies) {
    const isPart = record.inner !== undefined && copy.of === nameOf(record);
    if (!(await (isPart ? isInPart(ports, parts, folder, record, copy) : isInFile(ports, folder, copy)))) {
      return false;
    }
  }
  return true;
}

async function isInFile(ports: Ports, folder: string, copy: Copy): Promise<boolean> {
  const isCut = copy.originalBytes !== undefined;
  const isLong = ((await infoOf(ports.files, copy))?.size ?? 0) >= originalBytes(copy);
  return isLong && (isCut || beginsWith(ports, copy.of, ports.paths.join(folder, copy.file), copy.bytes));
}

async function isInPart(
  ports: Ports,
  parts: CopyReaders,
  folder: string,
  record: SavedRecord,
  copy: Copy,
): Promise<boolean> {
  const part = await parts.read(record);
  if (part === null || copy.originalBytes !== undefined) {
    return part !== null && part.bytes.length >= originalBytes(copy);
  }
  return withPart(ports, folder, part, (path) => hasGrown(ports, path, folder, copy));
}
