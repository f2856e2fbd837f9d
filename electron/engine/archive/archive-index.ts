import { ContextureError } from '#shared/contract/errors.ts';
import type { Progress } from '#shared/contract/wire/protocol.ts';
import type { ArchiveFormat } from '#shared/formats/format.ts';
import { readVersion } from '../app-files/file-version.ts';
import { type FolderItem, type Ports, sameFile } from '../ports.ts';
import type { Turn } from '../workspace/access.ts';
import { type IndexedFile, newestFirst, readArchiveFile, saysTheSame } from './archive-file.ts';

/** How far long work is, and whether anyone still wants it. */
export type Work = {
  readonly progress: (progress: Progress) => void;
  readonly cancelled: () => boolean;
};
export const quietly: Work = { progress: () => undefined, cancelled: () => false };

/** What has been read of the archive, and how far that is; null once it is all of it. */
export type ReadSoFar = { readonly files: readonly IndexedFile[]; readonly reading: Progress | null };

/** Which files there are: when that was asked, in milliseconds since 1970, and how long it took. */
type Listing = {
  readonly at: number;
  readonly took: number;
  /** The folder, links resolved. */
  readonly root: string;
  readonly names: Set<string>;
};

/** Files read at a time: enough to keep the disk busy, few enough to answer a cancel at once. */
const atATime = 32;
/** Where nothing says that anything has changed, listing what there is takes at most this part of the time. */
const maxOften = 50;
/** Files after which those who wait are told how far it is. */
const stride = 64;

/**
 * Everything in the archive folder, read when asked for and again only where a file has changed; the newest first, so
 * that what is looked at first is there first.
 *
 * @param onRead told of files that were read anew, and of the names of all there are, whenever either changed
 */
export function createArchiveIndex(
  ports: Ports,
  archive: { readonly folder: string; readonly format: ArchiveFormat } | null,
  onRead: (read: readonly IndexedFile[], names: ReadonlySet<string>) => void,
) {
  const { files, paths, clock } = ports;
  const folder = archive?.folder ?? null;
  const format = archive?.format ?? null;
  const known = new Map<string, IndexedFile>();
  let listing: Listing | null = null;
  /** What is listed and not read yet as it is now. */
  let unread: readonly FolderItem[] = [];
  let sorted: readonly IndexedFile[] | null = [];
  let revision = 0;
  /** What is to be told: files read anew, and whether there is news beside them: one that is gone, or that there is none. */
  let readAnew: IndexedFile[] = [];
  let untold = true;
  /** Whether someone is reading on. What was read is told once they are done, as what is then done with it is in their way. */
  let isReadOn = false;

  function isNews(): void {
    revision += 1;
    sorted = null;
  }

  async function list(archive: string): Promise<void> {
    const at = clock.now();
    // Where it can't be listed, it is not known what there is.
    listing = null;
    const items = (await files.list(archive)).filter((item) => item.name.endsWith('.md') && !item.name.startsWith('.'));
    const root = (await files.realPath(archive)) ?? archive;
    listing = { at, took: clock.now() - at, root, names: new Set(items.map((item) => item.name)) };
    const isKnown = await Promise.all(items.map((item) => isAsKnown(archive, item)));
    unread = items
      .filter((_, at) => !isKnown[at])
      .map((item) => ({ item, name: item.name, date: format?.dayOf(item.name) ?? null }))
      .sort(newestFirst)
      .map(({ item }) => item);
    for (const name of known.keys()) {
      if (!listing.names.has(name)) {
        forget(name);
      }
    }
  }

  /** Only what has been read needs looking at: the names alone say what has not. */
  async function isAsKnown(archive: string, { name, kind }: FolderItem): Promise<boolean> {
    const before = known.get(name);
    return (
      before?.isSettled === true &&
      kind === 'file' &&
      sameFile(before.info, await files.info(paths.join(archive, name)))
    );
  }

  function forget(name: string): void {
    if (known.delete(name)) {
      isNews();
    }
    listing?.names.delete(name);
    untold = true;
  }

  /** @throws `cancelled`; what was read by then stays */
  async function read(work: Work, wanted: readonly FolderItem[], ms = Number.POSITIVE_INFINITY): Promise<void> {
    if (listing === null || format === null) {
      return;
    }
    const { root, at, names } = listing;
    const began = clock.now();
    const done = new Set<string>();
    let next = 0;
    let changed = false;
    const isTime = (): boolean => work.cancelled() || (done.size >= stride && clock.now() - began >= ms);
    const readOn = async (): Promise<void> => {
      for (let item = wanted[next]; item && !isTime(); item = wanted[next]) {
        next += 1;
        const file = await readArchiveFile(ports, root, item, at, known.get(item.name)?.document ?? null, format);
        if (file === null) {
          forget(item.name);
        } else if (takeIn(file)) {
          readAnew.push(file);
          changed = true;
        }
        done.add(item.name);
        if (done.size % stride === 0) {
          work.progress({ done: names.size - unread.length + done.size, total: names.size });
        }
      }
    };
    await Promise.all(Array.from({ length: atATime }, readOn));
    unread = unread.filter(({ name }) => !done.has(name));
    if (changed) {
      isNews();
    }
    if (work.cancelled() && next < wanted.length) {
      throw new ContextureError('cancelled', 'Reading the archive was stopped.');
    }
  }

  function tell(): void {
    if (listing !== null && (readAnew.length > 0 || (untold && unread.length === 0))) {
      onRead(readAnew, new Set(listing.names));
      readAnew = [];
      untold = false;
    }
  }

  /** A file read again that says what it said before keeps the document that is known of it. True if it says something else. */
  function takeIn(file: IndexedFile): boolean {
    const before = known.get(file.name);
    const same = before !== undefined && saysTheSame(file, before);
    known.set(file.name, same ? { ...before, info: file.info, isSettled: file.isSettled } : file);
    return !same;
  }

  function inOrder(): readonly IndexedFile[] {
    sorted ??= [...known.values()].sort(newestFirst);
    return sorted;
  }

  function soFar(): ReadSoFar {
    const total = listing?.names.size ?? 0;
    return { files: inOrder(), reading: unread.length === 0 ? null : { done: total - unread.length, total } };
  }

  return {
    /** Looks for what is new and reads it; what was never read is left for who asks for it. True if anything was different. */
    async refresh(_: Turn, when: 'now' | 'if it is time' = 'now'): Promise<boolean> {
      const before = revision;
      const isTime = listing === null || clock.now() - listing.at >= listing.took * maxOften;
      if (folder !== null && (when === 'now' || isTime)) {
        const isWhole = unread.length === 0;
        await list(folder);
        await read(quietly, isWhole ? unread : unread.filter(({ name }) => known.has(name)));
        if (!isReadOn) {
          tell();
        }
        isReadOn = false;
      }
      return revision !== before;
    },
    /** All of the archive, read to its end. @throws `cancelled` */
    async ready(_: Turn, work: Work = quietly): Promise<readonly IndexedFile[]> {
      if (folder !== null && listing === null) {
        await list(folder);
      }
      await read(work, unread).finally(tell);
      return inOrder();
    },
    /** What can be read in so many milliseconds, the newest first. Asked again, it goes on. @throws `cancelled` */
    async readFor(_: Turn, ms: number, work: Work = quietly): Promise<ReadSoFar> {
      if (folder !== null && listing === null) {
        await list(folder);
      }
      isReadOn = true;
      await read(work, unread, ms);
      if (unread.length === 0) {
        tell();
      }
      return soFar();
    },
    soFar,
    /** Whether anyone has asked for the archive yet; until then nobody needs telling of changes. */
    isLoaded: (): boolean => listing !== null,
    revision: (): number => revision,
    /** The text of an archive file as it is now; empty if there is none. */
    textOf: async (name: string): Promise<string> =>
      folder === null ? '' : ((await readVersion(ports, paths.join(folder, name)))?.text ?? ''),
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
  };
}
export type ArchiveIndex = ReturnType<typeof createArchiveIndex>;
