import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import type { FileFormat } from '#shared/formats/format.ts';
import {
  type Bytes,
  type FileVersion,
  type ReadBytes,
  type ReadVersion,
  readBytes,
  versionOf,
} from '../app-files/file-version.ts';
import { mayBeHalfWritten, textMayBeHalfWritten } from '../app-files/half-written.ts';
import type { Author, History } from '../history/history.ts';
import type { KeepVersion } from '../history/keep-version.ts';
import type { FileInfo, SupersededFile } from '../ports.ts';
import {
  type ComputeStep,
  type FolderMove,
  type PresentFile,
  phases,
  placedBy,
  type Step,
  type StepVersion,
  type WrittenStep,
} from '../steps/step.ts';
import type { LockedTurn } from './access.ts';
import type { WorkspaceCore } from './core.ts';
import type { LateWrites } from './late-writes.ts';
import type { WriteAheadLog } from './write-ahead-log.ts';

export type TransactionNeeds = Pick<WorkspaceCore, 'ports' | 'layout' | 'links'> & {
  readonly history: Pick<History, 'prepare'>;
  readonly keep: KeepVersion;
  readonly writeAheadLog: WriteAheadLog;
  readonly lateWrites: Pick<LateWrites, 'lookAgainAt'>;
  readonly contextFile: { present(): ReadVersion | null; documentOf(version: FileVersion): MemoryDocument };
  readonly topics: { readWhole(path: string): Promise<ReadBytes | null> };
  /** @throws `outside_workspace` for an archive file that is a link to somewhere else */
  readonly checkArchive: (name: string) => Promise<void>;
  readonly archiveReader: { read(path: string, version: FileVersion, read: FileFormat['read']): MemoryDocument };
};

type Writer = { readonly who: Author; readonly name: string | null };

type Target = {
  /** Hashes of the texts we tried to write to it, whether that succeeded or not; null for no file. */
  readonly attempted: Set<string | null>;
  readonly path: string;
  readonly format: FileFormat | null;
  /** Version the step is computed from, put back if it fails. */
  base: Bytes | FileVersion | null;
  current: Bytes | null;
  info: FileInfo | null;
};

/** A file's new content; the version is null if the file is to be removed. */
type Write = { readonly at: Target; readonly version: Bytes | null; readonly document: MemoryDocument | null };

const maxAttempts = 20;

/** Atomic write of one step to its files. */
export class Transaction {
  readonly #needs: TransactionNeeds;
  readonly #by: Writer;
  readonly #at: number | undefined;
  readonly #targets = new Map<string, Target>();
  readonly #notes = new Set<string>();
  /** Writes made or tried, in this order, and how many of them in earlier attempts. */
  readonly #tried: Write[] = [];
  #triedBefore = 0;
  #isLogged = false;
  /** Folder move that was made, or may have been. */
  #folder: FolderMove | null = null;

  /** @param at when it is done, in milliseconds since 1970; the time of writing if left out */
  constructor(needs: TransactionNeeds, by: Writer, at?: number) {
    this.#needs = needs;
    this.#by = by;
    this.#at = at;
  }

  /**
   * Exchanges each file with its new version. If another program has written meanwhile, its version is kept and the
   * step is computed again on it; if that can't be done, the earlier content is put back.
   * @returns null if the step changes nothing
   */
  async run(_: LockedTurn, compute: ComputeStep): Promise<WrittenStep | null> {
    try {
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const done = await this.#attempt(compute);
        if (done !== 'again') {
          return done;
        }
      }
      const message = 'Another program keeps writing the file, so the change could not be made. Try again in a moment.';
      throw new ContextureError('busy', message, {}, { retry: true });
    } catch (error) {
      if (this.#tried.length > 0 || this.#folder !== null) {
        await this.#rollBack(error);
      }
      throw error;
    }
  }

  async #attempt(compute: ComputeStep): Promise<WrittenStep | null | 'again'> {
    const step = await compute({
      document: async (path) => this.#presentFile(await this.#target(path)),
      bytes: async (path) => (await this.#target(path)).base,
    });
    const writes = await this.#writesOf(step);
    if (
      this.#tried.length === 0 &&
      step.folder === null &&
      writes.every(({ at, version }) => isSame(at.base, version))
    ) {
      return null;
    }
    if (step.folder !== null) {
      await this.#checkFree(step.folder);
    }
    const before = new Map(writes.map(({ at }) => [at, this.#versionAt(at)]));
    for (const { at } of writes) {
      if (at.base) {
        await this.#needs.keep(at.path, at.base);
      }
    }
    const { history, layout } = this.#needs;
    const store = () =>
      Promise.all(
        writes.map(({ at, version }) => version && history.prepare({ file: layout.nameOf(at.path), ...version })),
      );
    if (writes.length > 1 || step.folder !== null) {
      // A start can finish a file without entries only from stored versions.
      if (writes.some(({ document }) => document === null)) {
        await store();
      }
      this.#isLogged = true;
      await this.#needs.writeAheadLog.begin(
        step,
        writes.map(({ at, version }) => ({ path: at.path, before: hashOf(at.base), after: hashOf(version) })),
      );
    }
    this.#triedBefore = this.#tried.length;
    // The versions are stored meanwhile, so that only a line is left to write.
    const stored = store();
    if (await this.#exchange(writes).finally(() => stored)) {
      return 'again';
    }
    // Targets of earlier attempts that this one doesn't write get their content back.
    for (const at of this.#targets.values()) {
      if (!before.has(at)) {
        await this.#putBack(at);
      }
    }
    if (step.folder !== null) {
      await this.#move(step.folder);
    }
    const placed = (path: string): string => placedBy(this.#needs.ports, step.folder, path);
    // The same time for all versions of this step tells them from those of another with the same label.
    const by = { ...this.#by, at: this.#at ?? this.#needs.ports.clock.now(), action: step.label };
    for (const { at, version, document } of writes) {
      if (version) {
        await this.#needs.keep(placed(at.path), version, { ...by, ...(document && { document }) });
      }
    }
    await this.#clearLog();
    const last = new Map(writes.map((write) => [write.at, write]));
    return {
      step,
      files: [...last.values()].map(({ at, version, document }) => ({
        path: placed(at.path),
        before: before.get(at) ?? null,
        after: version && { ...version, document },
        info: at.info,
      })),
      notes: [...this.#notes],
    };
  }

  async #target(path: string): Promise<Target> {
    const known = this.#targets.get(path);
    if (known) {
      return known;
    }
    const { ports, layout, contextFile, topics, checkArchive } = this.#needs;
    const name = layout.nameOf(path);
    const archive = layout.archiveNameOf(name);
    if (archive !== null) {
      await checkArchive(archive);
    }
    const present = path === layout.contextPath ? contextFile.present() : null;
    const isTopic = layout.kindOf(name) === 'topic';
    const read = present ?? (await (isTopic ? topics.readWhole(path) : readBytes(ports, path)));
    const { bytes, hash, info } = read ?? { bytes: null, hash: '', info: null };
    const base = read && 'text' in read ? read : bytes && { bytes, hash };
    const format = layout.formatOf(name);
    const found: Target = { attempted: new Set(), path, format, base, current: base, info };
    this.#targets.set(path, found);
    return found;
  }

  #presentFile({ base, path, format }: Target): PresentFile | null {
    if (base === null || format === null) {
      return null;
    }
    const { ports, layout, contextFile, archiveReader } = this.#needs;
    const version = versionOf(ports, path, base);
    const document =
      path === layout.contextPath ? contextFile.documentOf(version) : archiveReader.read(path, version, format.read);
    return { ...version, document };
  }

  #versionAt(at: Target): StepVersion | null {
    return this.#presentFile(at) ?? (at.base && { ...at.base, document: null });
  }

  async #writesOf({ files }: Step): Promise<Write[]> {
    const writes: Write[] = [];
    for (const { path, after } of phases.flatMap((phase) => files.filter((file) => file.phase === phase))) {
      const { ports } = this.#needs;
      const document = after instanceof Uint8Array ? null : after;
      const bytes = after instanceof Uint8Array ? after : after && ports.encodeText(after.text);
      const version = bytes && { bytes, hash: ports.hash(bytes) };
      writes.push({ at: await this.#target(path), document, version });
    }
    return writes;
  }

  /** @returns true if another program has written meanwhile, so that the step has to be computed again */
  async #exchange(writes: readonly Write[]): Promise<boolean> {
    for (const write of writes) {
      const { at, version } = write;
      if (isSame(at.current, version)) {
        continue;
      }
      await this.#needs.links.checkStill(at.path);
      this.#tried.push(write);
      at.attempted.add(hashOf(version));
      const superseded = await this.#replace(at, version);
      const again = await this.#adoptSuperseded(at, superseded);
      at.current = version;
      if (superseded.inPlace) {
        this.#notes.add(superseded.inPlace);
      }
      if (again) {
        return true;
      }
    }
    return false;
  }

  /** @throws `key_exists` */
  async #checkFree({ to }: FolderMove): Promise<void> {
    const { files } = this.#needs.ports;
    // A folder that was moved away before may have left empty folders here for a while.
    await files.removeEmptyFolders(to);
    if ((await files.info(to)) !== null) {
      const message = `${to} is there already, and nothing is written over it. Nothing was changed. Move it elsewhere first.`;
      throw new ContextureError('key_exists', message, { path: to });
    }
  }

  async #move(folder: FolderMove): Promise<void> {
    await this.#needs.links.checkStill(folder.from);
    await this.#needs.links.checkStill(folder.to);
    this.#folder = folder;
    try {
      await this.#needs.ports.files.moveFolder(folder.from, folder.to);
    } catch (error) {
      // The folder there is another program’s, so there is nothing to move back.
      this.#folder = toContextureError(error).code === 'key_exists' ? null : folder;
      throw error;
    }
  }

  async #moveBack(): Promise<void> {
    const { files } = this.#needs.ports;
    if (this.#folder !== null && (await files.settleFolderMove(this.#folder.from, this.#folder.to))) {
      await files.moveFolder(this.#folder.to, this.#folder.from);
    }
  }

  #replace({ path }: Target, wanted: Bytes | null): Promise<SupersededFile> {
    const { ports, layout } = this.#needs;
    return wanted ? ports.files.replace(path, wanted.bytes, layout.contextPath) : ports.files.remove(path);
  }

  /** @returns true if the superseded version is another program's */
  async #adoptSuperseded(at: Target, superseded: SupersededFile): Promise<boolean> {
    at.info = superseded.info;
    const version = await this.#wholeVersion(at, superseded);
    if (isSame(version, at.current)) {
      return false;
    }
    if (version) {
      await this.#needs.keep(at.path, version, { action: 'written meanwhile' });
    }
    at.base = this.#mergeOtherProgram(at, version);
    return true;
  }

  /**
   * Superseded version, whole. A program that had emptied the file, or written half of it, goes on writing there: the
   * rest is waited for, so that the step is computed from all of it.
   */
  async #wholeVersion(at: Target, { version, late }: SupersededFile): Promise<Bytes | null> {
    if (version === null) {
      return null;
    }
    if (isSame(version, at.current) || !this.#mayBeHalfWritten(at, version)) {
      this.#needs.lateWrites.lookAgainAt(at.path, version, late);
      return version;
    }
    const bytes = await late;
    return bytes === null ? version : { bytes, hash: this.#needs.ports.hash(bytes) };
  }

  #mayBeHalfWritten({ base, format }: Target, { bytes }: Bytes): boolean {
    if (base === null) {
      // Its program has only just made it.
      return true;
    }
    const { decodeText } = this.#needs.ports;
    const [text, known] = [decodeText(bytes), decodeText(base.bytes)];
    if (text === null || known === null) {
      return bytes.length === 0 && base.bytes.length > 0;
    }
    return format === null
      ? textMayBeHalfWritten(text, known)
      : mayBeHalfWritten(format.read(text), format.read(known));
  }

  /**
   * Base for the next attempt, after another program wrote over our version. Its text may be based on ours, and so lack
   * changes we had not yet merged. So the two are merged; where both changed an entry, the other program's wins.
   */
  #mergeOtherProgram({ base, current, format }: Target, theirs: Bytes | null): Bytes | null {
    if (base === null || current === null || theirs === null || format === null || isSame(base, current)) {
      return theirs;
    }
    const texts = [current, base, theirs].map(({ bytes }) => this.#needs.ports.decodeText(bytes));
    const [origin, mine, others] = texts.map((text) => (text === null ? null : format.read(text)));
    if (!origin || !mine || !others) {
      return theirs;
    }
    const { conflicts } = format.merge(origin, mine, others);
    const merged = format.merge(
      origin,
      mine,
      others,
      conflicts.map(() => 'theirs'),
    );
    const bytes = this.#needs.ports.encodeText(merged.text);
    return { bytes, hash: this.#needs.ports.hash(bytes) };
  }

  async #rollBack(error: unknown): Promise<void> {
    try {
      await this.#moveBack();
      await this.#rereadTargets();
      await this.#undoWrites();
    } catch (second) {
      // The record stays: the next write or start finishes what can't be undone now.
      this.#needs.ports.log('error', `A failed change could not be undone: ${toContextureError(second).message}`);
      throw partlyAppliedError(toContextureError(error));
    }
    // A record that stays is harmless: the files are as before, so there is nothing to finish.
    await this.#clearLog().catch(() => undefined);
  }

  /** Reads the files again, since a write that failed may have taken effect all the same. */
  async #rereadTargets(): Promise<void> {
    for (const at of this.#targets.values()) {
      if (at.attempted.size > 0) {
        const now = await readBytes(this.#needs.ports, at.path);
        // Content that is neither ours nor the earlier one is another program's, and stays.
        at.current = at.attempted.has(hashOf(now)) ? now : at.base;
      }
    }
  }

  /** Undoes writes in reverse order: an entry returns before it leaves its destination, so it is always in one. */
  async #undoWrites(): Promise<void> {
    for (const [index, { at, version }] of [...this.#tried.entries()].reverse()) {
      // A file that was written twice gained entries first and lost others then: it has both while the rest goes back.
      const first = this.#tried.slice(this.#triedBefore, index).findLast((write) => write.at === at);
      if (first === undefined) {
        await this.#putBack(at);
      } else if (isSame(at.current, version)) {
        await this.#put(at, first.version);
      }
    }
  }

  /** Puts back the earlier content of a file we wrote to. What others wrote into it meanwhile is kept and wins. */
  async #putBack(at: Target): Promise<void> {
    for (let attempt = 0; attempt < maxAttempts && !isSame(at.current, at.base); attempt++) {
      await this.#put(at, at.base);
    }
  }

  async #put(at: Target, wanted: Bytes | null): Promise<void> {
    await this.#needs.links.checkStill(at.path);
    const superseded = await this.#replace(at, wanted);
    const version = await this.#wholeVersion(at, superseded);
    const foreign = isSame(version, at.current) ? null : version;
    if (foreign) {
      at.base = this.#mergeOtherProgram(at, foreign);
      await this.#needs.keep(at.path, foreign, { action: 'written meanwhile' });
    }
    at.current = wanted;
  }

  async #clearLog(): Promise<void> {
    if (this.#isLogged) {
      await this.#needs.writeAheadLog.clear();
    }
  }
}

/** Error of a change that failed half way and could not be undone, so that nobody assumes it was. */
function partlyAppliedError({ code, message, details, retry }: ContextureError): ContextureError {
  return new ContextureError(
    // The person isn't asked to change without recording if it may have been changed already.
    code === 'not_recorded' ? 'io_failed' : code,
    `${message} What had been changed by then could not be undone and may still be in the files.`,
    { ...details, mayStand: true },
    { retry },
  );
}

const hashOf = (version: Bytes | null): string | null => version?.hash ?? null;
const isSame = (one: Bytes | null, other: Bytes | null): boolean => hashOf(one) === hashOf(other);
