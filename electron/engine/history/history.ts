import { LRUCache } from 'lru-cache';
import { toContextureError } from '#shared/contract/errors.ts';
import type { Author } from '#shared/contract/fields.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import { type FileInfo, type Ports, sameFile } from '../ports.ts';
import { changeCounts } from './change-counts.ts';
import { isVersion, type Line, latestOf, parseLines, type VersionLine, writeLines } from './history-lines.ts';

export type { Author } from '#shared/contract/fields.ts';

export type NewVersion = {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The file, relative to the workspace. */
  readonly file: string;
  readonly who: Author;
  /** What an assistant calls itself. */
  readonly name?: string | null;
  readonly action: string;
  readonly hash: string;
  readonly bytes: Uint8Array;
  /** What it says, where that is known already. */
  readonly document?: MemoryDocument;
  /**
   * Position of the last line there was before it was read from its file. Another process that met it may have noted it
   * since, and what came after it: noted again, it would seem to have come back.
   */
  readonly readAfter?: number | null;
};

/**
 * Keeps every version of a workspace's files that the app reads or displaces: each text once, compressed, under its
 * hash in `objects/`, and a line for each version in `versions.jsonl`.
 */
export type History = {
  /**
   * Stores the text of a version that is about to be kept, so that keeping it takes less then. Notes nothing, and never
   * rejects: what could not be stored is stored when it is kept.
   */
  prepare(version: Pick<NewVersion, 'file' | 'hash' | 'bytes'>): Promise<void>;
  /** Position of the last line as far as the lines are known, without a look at the disk; null where they are not. */
  lastKnown(): number | null;
  /** Keeps a version. Durable when it returns. The version of its file that was kept last is not noted again. */
  keep(version: NewVersion): Promise<void>;
  /** The same for many, in one go; what was kept before of each is as it was. */
  keepAll(versions: readonly NewVersion[]): Promise<void>;
  /** Keeps word of something that is no version. */
  note(at: number, note: string): Promise<void>;
  /** The bytes of a version; null if it isn't kept, or no longer whole. */
  recall(hash: string): Promise<Uint8Array | null>;
  /** The same as text; null also where it is none. */
  recallText(hash: string): Promise<string | null>;
  /** What a version says; null where it can't be recalled, or holds no entries by its kind. */
  documentOf(line: Pick<VersionLine, 'file' | 'hash'>): Promise<MemoryDocument | null>;
  /** Every line, oldest first, those of other processes included. */
  lines(): Promise<readonly Line[]>;
  /** Whether a version can be recalled. Large texts are believed if they are there in full length. */
  isAvailable(line: VersionLine): Promise<boolean>;
  /** Takes over the versions of another history that this one lacks, and ends that one. */
  adopt(folder: string): Promise<void>;
  /** Lets lines go, and each text that no other line names. Returns how many lines went. */
  drop(positions: ReadonlySet<number>): Promise<number>;
  /** Hashes of all texts that are stored, whether or not a line still names them. */
  stored(): Promise<string[]>;
  /**
   * Puts other lines in the place of those that are kept, then takes texts away for good. Nobody else keeps or drops
   * anything meanwhile.
   * @param compute is given the lines and a way to store texts; only texts that no line names any more may go
   */
  rewrite(compute: (lines: readonly Line[], store: StoreText) => Promise<RewrittenHistory>): Promise<void>;
};

/** Stores a text under its hash, durable when it returns. */
export type StoreText = (bytes: Uint8Array) => Promise<{ readonly hash: string; readonly size: number }>;
export type RewrittenHistory = { readonly lines: readonly Line[]; readonly gone: readonly string[] };

export type HistoryOptions = {
  /** Reads a file's text by its kind; null for one without entries. */
  readonly read: (file: string, text: string) => MemoryDocument | null;
  readonly onChange: () => void;
};

const maxBytes = 256 * 1024 * 1024;
const maxChecked = 256 * 1024;
const maxDocuments = 8;
/** Those of before are looked at again, should anyone ask. */
const maxWhole = 1000;

/** A line more, or in the place of the one that bears its position. */
function withLine(lines: readonly Line[], line: Line): Line[] {
  if (lastOf(lines) < line.position) {
    return [...lines, line];
  }
  const others = lines.filter(({ position }) => position !== line.position);
  return [...others, line].sort((one, other) => one.position - other.position);
}

/** Whether the lines name a version of which its reader did not know yet that they do. */
function isNotedMeanwhile(lines: readonly Line[], { file, hash, readAfter = null }: NewVersion): boolean {
  if (readAfter === null) {
    return false;
  }
  const ofFile = lines.filter(isVersion).filter((line) => line.file === file);
  const from = ofFile.findLast(({ position }) => position <= readAfter)?.position ?? readAfter;
  return ofFile.some((line) => line.position >= from && line.hash === hash);
}

export function createHistory(ports: Ports, folder: () => string, options: HistoryOptions): History {
  const { files, paths } = ports;
  const linesPath = (): string => paths.join(folder(), 'versions.jsonl');
  const objectsFolder = (): string => paths.join(folder(), 'objects');
  const objectPath = (hash: string): string => paths.join(objectsFolder(), hash.slice(0, 2), `${hash}.gz`);
  /** Several processes may keep versions of one workspace. */
  const alone = <T>(work: () => Promise<T>): Promise<T> => ports.lock.hold(paths.join(folder(), 'lock'), work);
  let known: { readonly path: string; readonly info: FileInfo | null; readonly lines: Line[] } = {
    path: '',
    info: null,
    lines: [],
  };
  /** Lines that were there and are there no more, until others take their place: where, and how far they went. */
  let takenAway: { readonly path: string; readonly last: number } | null = null;
  /** Texts found whole by content, as the files that were there then; the latest last. */
  const whole = new LRUCache<string, FileInfo>({ max: maxWhole });
  const documents = new LRUCache<string, MemoryDocument>({ max: maxDocuments });

  async function fresh(): Promise<Line[]> {
    const path = linesPath();
    const info = await files.info(path);
    if (known.path !== path || !sameFile(known.info, info)) {
      const isFile = info?.kind === 'file';
      if (info !== null && !isFile) {
        ports.log('warn', `There is something other than a file at ${path}, so the history is not there to be read.`);
      }
      const read = isFile ? await files.read(path, { maxBytes: maxBytes }) : null;
      const text = read?.state === 'present' ? ports.decodeText(read.bytes) : null;
      const isNews = known.path === path;
      if (info !== null) {
        takenAway = null;
      } else if (isNews && known.lines.length > 0) {
        takenAway = { path, last: lastOf(known.lines) };
      }
      known = { path, info: read?.state === 'present' ? read.info : info, lines: parseLines(text ?? '') };
      if (isNews) {
        options.onChange();
      }
    }
    return known.lines;
  }

  async function append(line: Line): Promise<void> {
    const path = linesPath();
    await files.appendLine(path, JSON.stringify(line));
    known = { path, info: await files.info(path), lines: withLine(known.lines, line) };
  }

  /** Whether a text can be recalled; what was found whole once and is the same file still, is not read again. */
  async function isWhole(hash: string, info: FileInfo | null): Promise<boolean> {
    const known = whole.get(hash);
    if (info === null || info.size === 0 || (known && sameFile(known, info))) {
      return info !== null && info.size > 0;
    }
    const found = (await recall(hash)) !== null;
    if (found) {
      whole.set(hash, info);
    }
    return found;
  }

  /** One that is there but damaged is written anew: who keeps a text has it in hand, and maybe for the last time. */
  async function storeText(hash: string, bytes: Uint8Array): Promise<number> {
    const path = objectPath(hash);
    const there = await files.info(path);
    if (there !== null && (await isWhole(hash, there))) {
      return there.size;
    }
    const compressed = await ports.compress(bytes);
    await files.store(path, compressed);
    const stored = await files.info(path);
    if (stored) {
      whole.set(hash, stored);
    }
    return compressed.length;
  }

  async function recall(hash: string, path = objectPath(hash)): Promise<Uint8Array | null> {
    try {
      const read = await files.read(path, { maxBytes: maxBytes });
      if (read.state === 'absent') {
        return null;
      }
      const bytes = await ports.decompress(read.bytes);
      return ports.hash(bytes) === hash ? bytes : null;
    } catch {
      ports.log('warn', `The kept version ${hash} can no longer be read.`);
      return null;
    }
  }

  async function documentOf({ file, hash }: Pick<VersionLine, 'file' | 'hash'>): Promise<MemoryDocument | null> {
    const name = `${file} ${hash}`;
    const known = documents.get(name);
    if (known) {
      return known;
    }
    const bytes = await recall(hash);
    const text = bytes && ports.decodeText(bytes);
    const document = text === null ? null : options.read(file, text);
    remember(name, document);
    return document;
  }

  function remember(name: string, document: MemoryDocument | null): void {
    if (document) {
      documents.set(name, document);
    }
  }

  async function countsOf(version: NewVersion, before: VersionLine | undefined): Promise<VersionLine['counts']> {
    const text = version.document ? null : ports.decodeText(version.bytes);
    const document = version.document ?? (text === null ? null : options.read(version.file, text));
    remember(`${version.file} ${version.hash}`, document);
    const earlier = before && (await documentOf(before));
    if (document === null || (before && !earlier)) {
      return null;
    }
    return changeCounts(earlier, document);
  }

  /** Whether a version is the one of its file that was kept last, whole, and nothing more is to be said of it. */
  async function isKept({ file, hash, who }: NewVersion): Promise<boolean> {
    // Mostly it is new by what is known already, and the lines are read under the lock anyway.
    if (known.path === linesPath() && latestOf(known.lines, file)?.hash !== hash) {
      return false;
    }
    const last = latestOf(await fresh(), file);
    const saysMore = last?.who === 'outside' && who !== 'outside';
    return last?.hash === hash && !saysMore && (await isWhole(hash, await files.info(objectPath(hash))));
  }

  /** That what was kept is gone is the first thing worth knowing of what is kept from then on. */
  async function beginAnew(): Promise<readonly Line[]> {
    const lines = await fresh();
    if (takenAway?.path === linesPath()) {
      const note = 'The history was deleted by another program; it begins anew here.';
      // Positions go on: others know some of those that are gone, and none is to mean something else.
      await append({ position: takenAway.last + 1, at: ports.clock.now(), note });
      takenAway = null;
      return known.lines;
    }
    return lines;
  }

  async function prepare({ hash, bytes }: Pick<NewVersion, 'hash' | 'bytes'>): Promise<void> {
    try {
      await storeText(hash, bytes);
    } catch (error) {
      ports.log('warn', `A version could not be stored ahead: ${toContextureError(error).message}`);
    }
  }

  async function keep(version: NewVersion): Promise<void> {
    if (await isKept(version)) {
      return;
    }
    await alone(async () => {
      const last = latestOf(await beginAnew(), version.file);
      const size = await storeText(version.hash, version.bytes);
      if (isNotedMeanwhile(known.lines, version)) {
        return;
      }
      const again = last?.hash === version.hash;
      if (again && (last.who !== 'outside' || version.who === 'outside')) {
        return;
      }
      const { at, file, who, name = null, action, hash } = version;
      await append(
        again
          ? { ...last, who, name, action, size }
          : {
              position: lastOf(known.lines) + 1,
              at,
              file,
              who,
              name,
              action,
              hash,
              size,
              before: last?.hash ?? null,
              counts: await countsOf(version, last),
            },
      );
    });
    options.onChange();
  }

  return {
    recall: (hash) => recall(hash),
    async recallText(hash) {
      const bytes = await recall(hash);
      return bytes && ports.decodeText(bytes);
    },
    documentOf,
    lines: fresh,
    prepare,
    lastKnown: () => (known.path === linesPath() ? lastOf(known.lines) : null),
    keep,
    async adopt(other) {
      const path = paths.join(other, 'versions.jsonl');
      await ports.lock.hold(paths.join(other, 'lock'), async () => {
        const read = await files.read(path, { maxBytes: maxBytes });
        const lines = parseLines((read.state === 'present' && ports.decodeText(read.bytes)) || '').filter(isVersion);
        const shelfOf = (hash: string): string => paths.join(other, 'objects', hash.slice(0, 2), `${hash}.gz`);
        const known = new Set((await fresh()).filter(isVersion).map(({ hash }) => hash));
        for (const { hash, at, file, who, name, action } of lines) {
          const bytes = known.has(hash) ? null : await recall(hash, shelfOf(hash));
          if (bytes !== null) {
            await keep({ hash, at, file, who, name, action, bytes });
          }
        }
        await files.discard(path);
        for (const { name } of await files.list(paths.join(other, 'objects'))) {
          for (const { name: text } of await files.list(paths.join(other, 'objects', name))) {
            // What is nowhere else stays, even without a line that says what it was.
            if ((await files.info(objectPath(text.replace(/\.gz$/, '')))) !== null) {
              await files.discard(paths.join(other, 'objects', name, text));
            }
          }
        }
      });
      await files.discard(paths.join(other, 'lock'));
    },
    async keepAll(versions) {
      const kept = await alone(async () => {
        const lines = await beginAnew();
        const latest = new Map(lines.filter(isVersion).map((line) => [line.file, line]));
        const added: VersionLine[] = [];
        for (const version of versions) {
          const before = latest.get(version.file);
          if (before?.hash === version.hash) {
            continue;
          }
          const size = await storeText(version.hash, version.bytes);
          const { at, file, who, name = null, action, hash } = version;
          const line: VersionLine = {
            position: lastOf(lines) + added.length + 1,
            at,
            file,
            who,
            name,
            action,
            hash,
            size,
            before: before?.hash ?? null,
            counts: await countsOf(version, before),
          };
          latest.set(file, line);
          added.push(line);
        }
        if (added.length > 0) {
          const path = linesPath();
          await files.appendLine(path, added.map((line) => JSON.stringify(line)).join('\n'));
          known = { path, info: await files.info(path), lines: [...lines, ...added] };
        }
        return added;
      });
      // That something was there when it was first read is no news, and there may be thousands of them.
      if (kept.some(({ before }) => before !== null)) {
        options.onChange();
      }
    },
    async note(at, note) {
      await alone(async () => {
        const lines = await beginAnew();
        await append({ position: lastOf(lines) + 1, at, note });
      });
      options.onChange();
    },
    async isAvailable({ hash }) {
      const info = await files.info(objectPath(hash)).catch(() => null);
      return info !== null && info.size > maxChecked ? true : isWhole(hash, info);
    },
    async drop(positions) {
      const gone = await alone(async () => {
        const lines = await fresh();
        const stay = lines.filter(({ position }) => !positions.has(position));
        const dropped = lines.length - stay.length;
        if (dropped === 0) {
          return 0;
        }
        // The lines go first: a text without a line is litter, a line without a text would be a loss.
        const path = linesPath();
        await files.store(path, ports.encodeText(writeLines(stay)));
        known = { path, info: await files.info(path), lines: stay };
        const named = new Set(stay.filter(isVersion).map(({ hash }) => hash));
        const texts = lines.filter(isVersion).map(({ hash }) => hash);
        for (const hash of new Set(texts.filter((each) => !named.has(each)))) {
          await files.discard(objectPath(hash));
        }
        return dropped;
      });
      if (gone > 0) {
        options.onChange();
      }
      return gone;
    },
    async stored() {
      const hashes: string[] = [];
      for (const { name } of await files.list(objectsFolder())) {
        const items = await files.list(paths.join(objectsFolder(), name));
        hashes.push(...items.map((item) => item.name.replace(/\.gz$/, '')));
      }
      return hashes;
    },
    async rewrite(compute) {
      await alone(async () => {
        const before = await fresh();
        const { lines, gone } = await compute(before, async (bytes) => {
          const hash = ports.hash(bytes);
          return { hash, size: await storeText(hash, bytes) };
        });
        if (lines !== before) {
          const path = linesPath();
          await files.store(path, ports.encodeText(writeLines(lines)));
          known = { path, info: await files.info(path), lines: [...lines] };
        }
        documents.clear();
        for (const hash of gone) {
          await files.discard(objectPath(hash));
        }
      });
      options.onChange();
    },
  };
}

const lastOf = (lines: readonly Line[]): number => lines.at(-1)?.position ?? 0;
