import { LRUCache } from 'lru-cache';
import { ContextureError } from '#shared/contract/errors.ts';
import type { ArchivedRef, ArchiveFile } from '#shared/contract/features/archive.ts';
import type { Category } from '#shared/entries/entry.ts';
import type { TextMeasure } from '#shared/entries/measure.ts';
import type { MemoryDocument, ParsedEntry } from '#shared/formats/document.ts';
import type { ArchiveFormat, MemoryFormat, TextReader } from '#shared/formats/format.ts';
import { isCalendarDate } from '#shared/text/dates.ts';
import { perObject } from '#shared/text/per-object.ts';
import { type FileVersion, readVersion } from '../app-files/file-version.ts';
import { entryFields } from '../memory/entry-fields.ts';
import type { FileInfo, FolderItem, Ports } from '../ports.ts';
import { archiveFormatOf } from '../steps/rules.ts';

export type IndexedFile = {
  readonly name: string;
  readonly date: string | null;
  readonly reason: string | null;
  readonly info: FileInfo;
  /** Hash of the bytes read; null if they could not be. */
  readonly hash: string | null;
  /** True if any later change will show in the facts, which it may not if the file was read just after it changed. */
  readonly isSettled: boolean;
  readonly document: MemoryDocument | null;
  readonly problem: string | null;
  /** Set for a day that the assistant noted itself; missing for an archive file. */
  readonly isNote?: boolean;
};

/** Milliseconds within which the coarsest file systems give two changes the same time, with a margin. */
const coarsestMs = 3000;

const noFacts: FileInfo = { size: 0, modifiedAt: 0, changedAt: 0, identity: '' };

/** Reads an archive file; null if it is gone. @param now when it was listed @param before its content when it was last read */
export async function readArchiveFile(
  ports: Ports,
  root: string,
  { name, mayBeLink }: FolderItem,
  now: number,
  before: MemoryDocument | null,
  format: ArchiveFormat,
): Promise<IndexedFile | null> {
  const path = ports.paths.join(root, name);
  const isSettled = (facts: FileInfo): boolean => now - facts.changedAt > coarsestMs;
  const unusable = async (problem: string): Promise<IndexedFile | null> => {
    // A link that leads nowhere has no facts, and is shown all the same.
    const info = (await ports.files.info(path)) ?? (mayBeLink ? noFacts : null);
    const unread = { date: format.dayOf(name), reason: null, document: null, hash: null };
    return info && { ...unread, name, info, problem, isSettled: isSettled(info) };
  };
  const leadsOut = async (): Promise<boolean> => (await ports.files.realPath(path)) !== path;
  try {
    const version = mayBeLink && (await leadsOut()) ? 'leads out' : await readVersion(ports, path);
    if (version === null) {
      return null;
    }
    // A link may have taken its name since it was listed.
    if (version === 'leads out' || (await leadsOut())) {
      return await unusable('It is a link that leads out of the archive folder, so it is not read.');
    }
    const document = format.read(version.text, before ?? undefined);
    const { date: written, reason } = format.facts(document);
    const date = format.dayOf(name) ?? (written !== null && isCalendarDate(written) ? written : null);
    if (!format.mayBeEmpty && document.entries.length === 0 && document.frontmatter.status !== 'present') {
      return await unusable('It does not look like an archive: it has no entries and no archive heading.');
    }
    const { info: facts, hash } = version;
    return { name, info: facts, hash, isSettled: isSettled(facts), date, reason, document, problem: null };
  } catch (error) {
    return await unusable(error instanceof Error ? error.message : String(error));
  }
}

export function isSameArchive(file: IndexedFile, before: IndexedFile | undefined): boolean {
  return before !== undefined && file.hash === before.hash && file.problem === before.problem;
}

/** Sorts by date, latest first; those without a date last; ties by name. */
export function newestFirst(a: Pick<IndexedFile, 'name' | 'date'>, b: Pick<IndexedFile, 'name' | 'date'>): number {
  const [first, second] = [a.date ?? '', b.date ?? ''];
  return first === second ? (a.name < b.name ? 1 : -1) : first < second ? 1 : -1;
}

export function fileView({ name, date, reason, info, document, problem, isNote = false }: IndexedFile): ArchiveFile {
  return { name, date, reason, entries: document?.entries.length ?? 0, bytes: info.size, problem, isNote };
}

export function archivedView(
  file: IndexedFile,
  entry: ParsedEntry,
  { measure, format }: { readonly measure: TextMeasure; readonly format: MemoryFormat },
) {
  return {
    ...entryFields(entry, measure),
    id: `${file.name} ${entry.category} ${entry.ordinal} ${entry.raw}`,
    file: file.name,
    archivedDate: file.date,
    isNote: file.isNote ?? false,
    categoryGuessed: archiveFormatOf(format).isCategoryGuessed(entry),
    category: categoryOf(entry, format),
  };
}

/** Section of an archived entry: an insight under an unknown heading, like most that are archived, if there are sections. */
export function categoryOf(
  { category }: Pick<ParsedEntry, 'category'>,
  { capabilities }: Pick<MemoryFormat, 'capabilities'>,
): Category | null {
  return capabilities.sections ? (category ?? 'insight') : null;
}

/** Entries by line and ordinal, the first of those that share both, and the last of each line. Thousands may return at once. */
const byLine = perObject(({ entries }: MemoryDocument) => ({
  exact: new Map(entries.toReversed().map((entry) => [`${entry.ordinal} ${entry.raw}`, entry])),
  last: new Map(entries.map((entry) => [entry.raw, entry])),
}));

/** @throws `entry_gone` */
export function findArchived(file: Pick<IndexedFile, 'name'>, document: MemoryDocument | null, ref: ArchivedRef) {
  const entries = document && byLine(document);
  const entry = entries?.exact.get(`${ref.ordinal} ${ref.raw}`) ?? entries?.last.get(ref.raw);
  if (!entry) {
    const message = `“${ref.raw.trim().slice(0, 60)}” is no longer in ${file.name}, so nothing was done to it.`;
    throw new ContextureError('entry_gone', message, { file: file.name });
  }
  return entry;
}

/** Maximum number of parsed files: the next change is mostly of the same file. */
const maxKnown = 4;

export function createArchiveReader() {
  const cache = new LRUCache<string, MemoryDocument>({ max: maxKnown });
  return {
    read(path: string, { text }: FileVersion, read: TextReader): MemoryDocument {
      const before = cache.get(path);
      const document = before?.text === text ? before : read(text, before);
      cache.set(path, document);
      return document;
    },
    forget: (): void => cache.clear(),
  };
}
