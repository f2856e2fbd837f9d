import { ContextureError } from '#shared/contract/errors.ts';
import type { Progress } from '#shared/contract/wire/protocol.ts';
import type { ArchiveFormat } from '#shared/formats/format.ts';
import { readVersion } from '../app-files/file-version.ts';
import { type CancellationToken, neverCancelled } from '../cancellation.ts';
import { type FolderItem, type Ports, sameFile } from '../ports.ts';
import type { Turn } from '../workspace/access.ts';
import { type IndexedFile, isSameArchive, newestFirst, readArchiveFile } from './archive-file.ts';

/** Files read so far, and the progress; null once all are read. */
export type ReadSoFar = { readonly files: readonly IndexedFile[]; readonly reading: Progress | null };

/** Files in the folder: when they were listed, in milliseconds since 1970, and how long it took. */
type FolderListing = {
  readonly at: number;
  readonly took: number;
  readonly root: string;
  readonly names: Set<string>;
};

/** Files read at a time: enough to keep the disk busy, few enough to answer a cancel at once. */
const atATime = 32;
/** Factor by which the pause between listings exceeds the last one's time, as long as no change is reported. */
const maxOften = 50;
const stride = 64;

/** The archive folder, read on demand, the newest file first, and again only if a file has changed. */
export class ArchiveIndex {
  readonly #ports: Ports;
  readonly #archive: { readonly folder: string; readonly format: ArchiveFormat } | null;
  /** Called with reread files, and the names of all. */
  readonly #onRead: (read: readonly IndexedFile[], names: ReadonlySet<string>) => void;
  readonly #known = new Map<string, IndexedFile>();
  readonly #isWithheld: () => Promise<boolean>;
  #listing: FolderListing | null = null;
  /** Files that are listed but not read in their current state. */
  #unread: readonly FolderItem[] = [];
  #sorted: readonly IndexedFile[] | null = [];
  #revision = 0;
  /** Changes to report: reread files, and whether there is other news, such as a removed file or no archive at all. */
  #reread: IndexedFile[] = [];
  #untold = true;
  /** Set while someone reads on. Read files are reported once they are done, as handling them would slow them down. */
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

  /** Reads changed files, except those never requested. True if anything was different. */
  async refresh(_: Turn, when: 'now' | 'if it is time' = 'now'): Promise<boolean> {
    const before = this.#revision;
    const listing = this.#listing;
    const isTime = listing === null || this.#now() - listing.at >= listing.took * maxOften;
    if (this.#archive !== null && (when === 'now' || isTime)) {
      const isWhole = this.#unread.length === 0;
      await this.#list();
      const wanted = isWhole ? this.#unread : this.#unread.filter(({ name }) => this.#known.has(name));
      await this.#read(neverCancelled, wanted);
      if (!this.#isReadOn) {
        this.#tell();
      }
      this.#isReadOn = false;
    }
    return this.#revision !== before;
  }

  /** @throws `cancelled` */
  async ready(_: Turn, token: CancellationToken = neverCancelled): Promise<readonly IndexedFile[]> {
    await this.#listOnce();
    await this.#read(token, this.#unread).finally(() => this.#tell());
    return this.#inOrder();
  }

  /** Reads for `ms` milliseconds, the newest first. Called again, it goes on. @throws `cancelled` */
  async readFor(_: Turn, ms: number, token: CancellationToken = neverCancelled): Promise<ReadSoFar> {
    await this.#listOnce();
    this.#isReadOn = true;
    await this.#read(token, this.#unread, ms);
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

  /** True once anyone has asked for the archive; until then changes need not be reported. */
  isLoaded(): boolean {
    return this.#listing !== null;
  }

  revision(): number {
    return this.#revision;
  }

  readAnew(): void {
    this.#known.clear();
    this.#isNews();
  }

  /** Empty if there is none. @throws `outside_workspace` */
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
    // If the listing fails, the files are unknown.
    this.#listing = null;
    const listed = (await this.#isWithheld()) ? [] : await files.list(folder);
    const root = (await files.realPath(folder)) ?? folder;
    // Checked again once the place is settled: files read from here on have to be in it.
    const readable = (await this.#isWithheld()) ? [] : listed;
    const items = readable.filter((item) => item.name.endsWith('.md') && !item.name.startsWith('.'));
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

  /** True if a file hasn't changed. Checks only files that were read: names alone show the unread ones. */
  async #isAsKnown(folder: string, { name, kind }: FolderItem): Promise<boolean> {
    const { files, paths } = this.#ports;
    const before = this.#known.get(name);
    return (
      before?.isSettled === true && kind === 'file' && sameFile(before.info, await files.info(paths.join(folder, name)))
    );
  }

  /** @throws `cancelled`; files read by then stay */
  async #read(token: CancellationToken, wanted: readonly FolderItem[], ms = Number.POSITIVE_INFINITY): Promise<void> {
    if (this.#listing === null || this.#archive === null) {
      return;
    }
    const { root, at, names } = this.#listing;
    const { format } = this.#archive;
    const startedAt = this.#now();
    const done = new Set<string>();
    let next = 0;
    let changed = false;
    const isTime = (): boolean => token.cancelled() || (done.size >= stride && this.#now() - startedAt >= ms);
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
          token.progress({ done: names.size - this.#unread.length + done.size, total: names.size });
        }
      }
    };
    await Promise.all(Array.from({ length: atATime }, readOn));
    this.#unread = this.#unread.filter(({ name }) => !done.has(name));
    if (changed) {
      this.#isNews();
    }
    if (token.cancelled() && next < wanted.length) {
      throw new ContextureError('cancelled', 'Reading the archive was stopped.');
    }
  }

  /** True if the file differs; the known document stays if it doesn't. */
  #takeIn(file: IndexedFile): boolean {
    const before = this.#known.get(file.name);
    const same = before !== undefined && isSameArchive(file, before);
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
