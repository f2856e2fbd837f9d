import { ContextureError } from '#shared/contract/errors.ts';
import type { ArchivedEntry, ArchivedRef, ArchiveFile } from '#shared/contract/model.ts';
import type { Category } from '#shared/entries/entry.ts';
import type { TextMeasure } from '#shared/entries/measure.ts';
import { archiveFact, dateOfArchiveName, isCategoryGuessed } from '#shared/formats/context/archive-text.ts';
import { readArchive } from '#shared/formats/context/read-document.ts';
import type { MemoryDocument, ParsedEntry } from '#shared/formats/document.ts';
import { isCalendarDate } from '#shared/text/dates.ts';
import { readVersion } from './file-version.ts';
import { type FileInfo, type Ports, sameFile } from './ports.ts';

/** An archive file as it was last read. */
export type IndexedFile = {
  readonly name: string;
  readonly date: string | null;
  readonly reason: string | null;
  readonly info: FileInfo;
  /** Hash of what was read; null if it could not be. */
  readonly hash: string | null;
  /** Whether any later change will show in the facts: not yet where it was read in the moment in which it had changed. */
  readonly isSettled: boolean;
  readonly document: MemoryDocument | null;
  /** Why it can't be used; null if it can. */
  readonly problem: string | null;
};

/** How far long work is, and whether anyone still wants it. */
export type Work = {
  readonly progress: (progress: { done: number; total: number }) => void;
  readonly cancelled: () => boolean;
};
export const quietly: Work = { progress: () => undefined, cancelled: () => false };

/** Files read at a time: enough to keep the disk busy, few enough to answer a cancel at once. */
const batch = 16;
/** As long as the coarsest file systems give two changes the same time, and then some. */
const coarsestMs = 3000;

/**
 * Everything in the archive folder, read when asked for and again only where a file has changed.
 *
 * @param onRead told of files that were read anew, and of the names of all there are, whenever either changed
 */
export function createArchiveIndex(
  ports: Ports,
  folder: string | null,
  onRead: (read: readonly IndexedFile[], names: ReadonlySet<string>) => void,
) {
  const { files, paths } = ports;
  let known = new Map<string, IndexedFile>();
  let sorted: readonly IndexedFile[] = [];
  let revision = 0;
  let fresh = false;
  let loaded = false;

  async function load(work: Work): Promise<boolean> {
    if (folder === null) {
      return false;
    }
    const now = ports.clock.now();
    const items = (await files.list(folder)).filter((item) => item.name.endsWith('.md') && !item.name.startsWith('.'));
    const root = (await files.realPath(folder)) ?? folder;
    const next = new Map<string, IndexedFile>();
    const readAnew: IndexedFile[] = [];
    const stale = items.filter((item) => {
      const before = known.get(item.name);
      if (before?.isSettled && item.kind === 'file' && sameFile(before.info, item.info)) {
        next.set(item.name, before);
        return false;
      }
      return true;
    });
    for (let start = 0; start < stale.length; start += batch) {
      if (work.cancelled()) {
        throw new ContextureError('cancelled', 'Reading the archive was stopped.');
      }
      const read = await Promise.all(
        stale.slice(start, start + batch).map(({ name, info }) => readFile(root, name, info, now)),
      );
      for (const file of read) {
        if (file) {
          next.set(file.name, asKnown(file));
          if (!saysTheSame(file, known.get(file.name))) {
            readAnew.push(file);
          }
        }
      }
      work.progress({ done: Math.min(start + batch, stale.length), total: stale.length });
    }
    const changed =
      next.size !== known.size || [...next.values()].some((file) => !saysTheSame(file, known.get(file.name)));
    known = next;
    if (changed || !loaded) {
      onRead(readAnew, new Set(next.keys()));
    }
    loaded = true;
    if (changed) {
      revision += 1;
      sorted = [...next.values()].sort(newestFirst);
    }
    return changed;
  }

  /** A file read again that says what it said before keeps the document that is known of it. */
  function asKnown(file: IndexedFile): IndexedFile {
    const before = known.get(file.name);
    return before && saysTheSame(file, before) ? { ...before, info: file.info, isSettled: file.isSettled } : file;
  }

  async function readFile(root: string, name: string, info: FileInfo, now: number): Promise<IndexedFile | null> {
    const path = paths.join(root, name);
    const isSettled = now - info.changedAt > coarsestMs;
    const unusable = (problem: string): IndexedFile => ({
      ...{ name, info, problem, date: dateOfArchiveName(name), reason: null, document: null, hash: null, isSettled },
    });
    if ((await files.realPath(path)) !== path) {
      return unusable('It is a link that leads out of the archive folder, so it is not read.');
    }
    try {
      const version = await readVersion(ports, path);
      if (!version) {
        return null;
      }
      const document = readArchive(version.text, known.get(name)?.document ?? undefined);
      const said = archiveFact(document, 'archived_date');
      const date = dateOfArchiveName(name) ?? (said !== null && isCalendarDate(said) ? said : null);
      if (document.entries.length === 0 && document.frontmatter.status !== 'present') {
        return unusable('It does not look like an archive: it has no entries and no archive heading.');
      }
      const reason = archiveFact(document, 'reason');
      return { name, info: version.info, hash: version.hash, isSettled, date, reason, document, problem: null };
    } catch (error) {
      return unusable(error instanceof Error ? error.message : String(error));
    }
  }

  return {
    /** Reads what is new, if anything may be. True if anything was different. */
    async refresh(work: Work = quietly): Promise<boolean> {
      fresh = true;
      try {
        return await load(work);
      } catch (error) {
        fresh = false;
        throw error;
      }
    },
    async ready(work: Work = quietly): Promise<readonly IndexedFile[]> {
      if (!fresh) {
        await this.refresh(work);
      }
      return sorted;
    },
    /** Whether anyone has asked for the archive yet; until then nobody needs telling of changes. */
    isLoaded: (): boolean => fresh,
    revision: (): number => revision,
    /** @throws `outside_workspace` for an archive file that is a link to somewhere else */
    async checkInside(name: string): Promise<void> {
      const root = folder && (await files.realPath(folder));
      const real = root && (await files.realPath(paths.join(root, name)));
      if (root && real && real !== paths.join(root, name)) {
        throw new ContextureError(
          'outside_workspace',
          `The archive file ${name} is a link that leads out of the archive folder, so nothing is written to it. Remove or rename the link, then try again. Nothing was changed.`,
          { name },
        );
      }
    },
    /** The path of an archive file. @throws `outside_workspace` for a name that is not one */
    pathOf(name: string): string {
      if (folder === null || !/^[^/\\]+\.md$/.test(name) || name.startsWith('.')) {
        throw new ContextureError('outside_workspace', `“${name}” is not the name of an archive file.`, { name });
      }
      return paths.join(folder, name);
    },
  };
}
export type ArchiveIndex = ReturnType<typeof createArchiveIndex>;

function saysTheSame(file: IndexedFile, before: IndexedFile | undefined): boolean {
  return before !== undefined && file.hash === before.hash && file.problem === before.problem;
}

/** By date, latest first; those without a date last; by name on ties. */
function newestFirst(a: IndexedFile, b: IndexedFile): number {
  const [first, second] = [a.date ?? '', b.date ?? ''];
  if (first !== second) {
    return first < second ? 1 : -1;
  }
  return a.name < b.name ? 1 : -1;
}

export function fileView({ name, date, reason, info, document, problem }: IndexedFile): ArchiveFile {
  return { name, date, reason, entries: document?.entries.length ?? 0, bytes: info.size, problem };
}

export function archivedView(file: IndexedFile, entry: ParsedEntry, measure: TextMeasure): ArchivedEntry {
  const { section, key, value, confidence, ownConfidence, date, source, flags, raw, ordinal } = entry;
  const guessed = isCategoryGuessed(entry);
  return {
    id: `${file.name} ${entry.category} ${ordinal} ${raw}`,
    file: file.name,
    archivedDate: file.date,
    categoryGuessed: guessed,
    category: categoryOf(entry),
    ...{ section, key, value, confidence, ownConfidence, date, source, flags, raw, ordinal },
    weight: measure.weightOf(entry),
    overhead: measure.overheadOf(entry),
  };
}

/** An archived entry under a heading we don't know is taken for an insight, like most that are archived. */
export function categoryOf(entry: ParsedEntry): Category {
  return entry.category ?? 'insight';
}

/** @throws `entry_gone` */
export function findArchived(
  file: Pick<IndexedFile, 'name'>,
  document: MemoryDocument | null,
  ref: ArchivedRef,
): ParsedEntry {
  const same = document?.entries.filter((entry) => entry.raw === ref.raw) ?? [];
  const found = same.find((entry) => entry.ordinal === ref.ordinal) ?? same.at(-1);
  if (!found) {
    throw new ContextureError(
      'entry_gone',
      `“${ref.raw.trim().slice(0, 60)}” is no longer in ${file.name}, so nothing was done to it.`,
      { file: file.name },
    );
  }
  return found;
}
