import { ContextureError } from '#shared/contract/errors.ts';
import type { Progress } from '#shared/contract/wire/protocol.ts';
import type { ArchiveFormat } from '#shared/formats/format.ts';
import { readVersion } from '../app-files/file-version.ts';
import { type FolderItem, type Ports, sameFile } from '../ports.ts';
import { quietly, type Work } from '../work.ts';
import type { Turn } from '../workspace/access.ts';
import { type IndexedFile, newestFirst, readArchiveFile, saysTheSame } from './archive-file.ts';

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

/** The archive folder, read when asked for, the newest file first, and again only where a file has changed. */
export class ArchiveIndex {
  readonly #ports: Ports;
  readonly #archive: { readonly folder: string; readonly format: ArchiveFormat } | null;
  /** Told of files that were reread, and of the names of all there are. */
  readonly #onRead: (read: readonly IndexedFile[], names: ReadonlySet<string>) => void;
  readonly #known = new Map<string, IndexedFile>();
  /** Whether nothing of it may be read here. */
  readonly #isWithheld: () => Promise<boolean>;
  #listing: Listing | null = null;
  /** What is listed and not read yet as it is now. */
  #unread: readonly FolderItem[] = [];
  #sorted: readonly IndexedFile[] | null = [];
  #revision = 0;
  /** What is to be told: reread files, and whether there is other news: one that is gone, or that there is none. */
  #reread: IndexedFile[] = [];
  #untold = true;
  /** Whether someone is reading on. What was read is told once they are done, as what is then done with it is in their way. */
  #isReadOn = false;

  constructor(
    ports: Ports,
    archive: { readonly folder: string; readonly format: ArchiveFormat } | null,
    onRead: (read: readonly IndexedFile[], names: ReadonlySet<string>) => void,
    isWithheld: () => Promise<boolean> = async () => false,
  ) {
    this.#isWithheld = isWithheld;
    this.#ports = ports;
    this.#archive = archive;
    this.#onRead = onRead;
  }

  /** Looks for what is new and reads it; what was never read is left for who asks for it. True if anything was different. */
  async refresh(_: Turn, when: 'now' | 'if it is time' = 'now'): Promise<boolean> {
    const before = this.#revision;
    const listing = this.#listing;
    const isTime = listing === null || this.#now() - listing.at >= listing.took * maxOften;
    if (this.#archive !== null && (when === 'now' || isTime)) {
      const isWhole = this.#unread.length === 0;
      await this.#list();
      await this.#read(quietly, isWhole ? this.#unread : this.#unread.filter(({ name }) => this.#known.has(name)));
      if (!this.#isReadOn) {
        this.#tell();
      }
      this.#isReadOn = false;
    }
    return this.#revision !== before;
  }

  /** All of the archive, read to its end. @throws `cancelled` */
  async ready(_: Turn, work: Work = quietly): Promise<readonly IndexedFile[]> {
    await this.#listOnce();
    await this.#read(work, this.#unread).finally(() => this.#tell());
    return this.#inOrder();
  }

  /** What can be read in so many milliseconds, the newest first. Asked again, it goes on. @throws `cancelled` */
  async readFor(_: Turn, ms: number, work: Work = quietly): Promise<ReadSoFar> {
    await this.#listOnce();
    this.#isReadOn = true;
    await this.#read(work, this.#unread, ms);
    if (this.#unread.length === 0) {
      this.#tell();
    }
    return this.soFar();
  }

  soFar(): ReadSoFar {
    const total = this.#listing?.names.size ?? 0;
    const unread = this.#unread.length;
    return { files: this.#inOrder(), reading: unread === 0 ? null : { done: total - unread, total } };
  }

  /** Whether anyone has asked for the archive yet; until then nobody needs telling of changes. */
  isLoaded(): boolean {
    return this.#listing !== null;
  }

  revision(): number {
    return this.#revision;
  }

  /** Has everything that was read read again the next time. */
  readAnew(): void {
    this.#known.clear();
    this.#isNews();
  }

  /** The text of an archive file as it is now; empty if there is none. @throws `outside_workspace` */
  async textOf(name: string): Promise<string> {
    await this.checkInside(name);
    const path = this.#archive && this.#ports.paths.join(this.#archive.folder, name);
    return path === null || (await this.#isWithheld()) ? '' : ((await readVersion(this.#ports, path))?.text ?? '');
  }

  /** @throws `outside_workspace` for an archive file that is a link to somewhere else */
  async checkInside(name: string): Promise<void> {
    const { files, paths } = this.#ports;
    const root = this.#archive && (await files.realPath(this.#archive.folder));
    const real = root && (await files.realPath(paths.join(root, name)));
    if (root && real && real !== paths.join(root, name)) {
      const message = `The archive file ${name} is a link that leads out of the archive folder, so nothing is written to it. Remove or rename the link, then try again. Nothing was changed.`;
      throw new ContextureError('outside_workspace', message, { name });
    }
  }

  async #listOnce(): Promise<void> {
    if (this.#listing === null) {
      await this.#list();
    }
  }

  async #list(): Promise<void> {
    if (this.#archive === null) {
      return;
    }
    const { folder, format } = this.#archive;
    const { files } = this.#ports;
    const at = this.#now();
    // Where it can't be listed, it is not known what there is.
    this.#listing = null;
    const listed = (await this.#isWithheld()) ? [] : await files.list(folder);
    const root = (await files.realPath(folder)) ?? folder;
    // Asked again once the place is settled: what is read from here on has to be in it.
    const found = (await this.#isWithheld()) ? [] : listed;
    const items = found.filter((item) => item.name.endsWith('.md') && !item.name.startsWith('.'));
    const names = new Set(items.map((item) => item.name));
    this.#listing = { at, took: this.#now() - at, root, names };
    const isKnown = await Promise.all(items.map((item) => this.#isAsKnown(folder, item)));
    this.#unread = items
      .filter((_, index) => !isKnown[index])
      .map((item) => ({ item, name: item.name, date: format.dayOf(item.name) }))
      .sort(newestFirst)
      .map(({ item }) => item);
    for (const name of this.#known.keys()) {
      if (!names.has(name)) {
        this.#forget(name);
      }
    }
  }

  /** Only what has been read needs looking at: the names alone say what has not. */
  async #isAsKnown(folder: string, { name, kind }: FolderItem): Promise<boolean> {
    const { files, paths } = this.#ports;
    const before = this.#known.get(name);
    return (
      before?.isSettled === true && kind === 'file' && sameFile(before.info, await files.info(paths.join(folder, name)))
    );
  }

  /** @throws `cancelled`; what was read by then stays */
  async #read(work: Work, wanted: readonly FolderItem[], ms = Number.POSITIVE_INFINITY): Promise<void> {
    if (this.#listing === null || this.#archive === null) {
      return;
    }
    const { root, at, names } = this.#listing;
    const { format } = this.#archive;
    const began = this.#now();
    const done = new Set<string>();
    let next = 0;
    let changed = false;
    const isTime = (): boolean => work.cancelled() || (done.size >= stride && this.#now() - began >= ms);
    const readOn = async (): Promise<void> => {
      for (let item = wanted[next]; item && !isTime(); item = wanted[next]) {
        next += 1;
        const before = this.#known.get(item.name)?.document ?? null;
        const file = await readArchiveFile(this.#ports, root, item, at, before, format);
        if (file === null) {
          this.#forget(item.name);
        } else if (this.#takeIn(file)) {
          this.#reread.push(file);
          changed = true;
        }
        done.add(item.name);
        if (done.size % stride === 0) {
          work.progress({ done: names.size - this.#unread.length + done.size, total: names.size });
        }
      }
    };
    await Promise.all(Array.from({ length: atATime }, readOn));
    this.#unread = this.#unread.filter(({ name }) => !done.has(name));
    if (changed) {
      this.#isNews();
    }
    if (work.cancelled() && next < wanted.length) {
      throw new ContextureError('cancelled', 'Reading the archive was stopped.');
    }
  }

  /** A file read again that says what it said before keeps the document that is known of it. True if it says something else. */
  #takeIn(file: IndexedFile): boolean {
    const before = this.#known.get(file.name);
    const same = before !== undefined && saysTheSame(file, before);
    this.#known.set(file.name, same ? { ...before, info: file.info, isSettled: file.isSettled } : file);
    return !same;
  }

  #forget(name: string): void {
    if (this.#known.delete(name)) {
      this.#isNews();
    }
    this.#listing?.names.delete(name);
    this.#untold = true;
  }

  #isNews(): void {
    this.#revision += 1;
    this.#sorted = null;
  }

  #tell(): void {
    const hasNews = this.#reread.length > 0 || (this.#untold && this.#unread.length === 0);
    if (this.#listing !== null && hasNews) {
      this.#onRead(this.#reread, new Set(this.#listing.names));
      this.#reread = [];
      this.#untold = false;
    }
  }

  #inOrder(): readonly IndexedFile[] {
    this.#sorted ??= [...this.#known.values()].sort(newestFirst);
    return this.#sorted;
  }

  #now(): number {
    return this.#ports.clock.now();
  }
}
