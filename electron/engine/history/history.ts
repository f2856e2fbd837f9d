import type { Ports } from '../ports.ts';
import { createVersionDocuments, type ReadFile, type VersionDocuments } from './documents.ts';
import {
  type HistoryRecord,
  isVersion,
  lastPosition,
  latestOf,
  type NewVersion,
  type VersionLine,
} from './history-lines.ts';
import { isListLost, rebuildList } from './rebuild-list.ts';
import { createTextStore, type TextStore } from './text-store.ts';
import { createVersionLog, type VersionLog } from './version-log.ts';

export type { Author } from '#shared/contract/fields.ts';
export type { NewVersion } from './history-lines.ts';

export type History = ReturnType<typeof createHistory>;

/** Keeps every version of a workspace's files: each text once, under its hash, and a line for each version. */
export function createHistory(
  ports: Ports,
  folder: () => string,
  { read, onChange = () => undefined }: { readonly read: ReadFile; readonly onChange?: () => void },
) {
  const { paths } = ports;
  const texts = createTextStore(ports, () => paths.join(folder(), 'objects'));
  const log = createVersionLog(ports, () => paths.join(folder(), 'versions.jsonl'), onChange);
  const documents = createVersionDocuments(ports, texts, read);
  /** Runs work alone, since several processes may keep versions of one workspace. */
  const alone = <T>(work: () => Promise<T>): Promise<T> => ports.lock.hold(paths.join(folder(), 'lock'), work);

  /** True if a version is the last one kept of its file, is whole, and has nothing new to note. */
  async function isRecorded({ file, hash, who }: NewVersion): Promise<boolean> {
    // Usually the known lines already show that it is new, and the lines are read under the lock anyway.
    const known = log.known();
    if (known !== null && latestOf(known, file)?.hash !== hash) {
      return false;
    }
    const last = latestOf(await log.lines(), file);
    const saysMore = last?.who === 'outside' && who !== 'outside';
    return last?.hash === hash && !saysMore && (await texts.isWhole(hash));
  }

  async function lineFor(version: NewVersion, size: number, before: VersionLine | undefined, position: number) {
    const { at, file, who, name = null, action, hash } = version;
    const counts = await documents.countsOf(version, before);
    return { position, at, file, who, name, action, hash, size, before: before?.hash ?? null, counts };
  }

  /** Keeps a version, durable when it returns. The version of its file that was kept last is not noted again. */
  async function keep(version: NewVersion): Promise<void> {
    if (await isRecorded(version)) {
      return;
    }
    await alone(async () => {
      const lines = await log.begin();
      const size = await texts.store(version.hash, version.bytes);
      const last = latestOf(lines, version.file);
      const again = last?.hash === version.hash;
      const saysNoMore = again && (last.who !== 'outside' || version.who === 'outside');
      if (saysNoMore || isNotedMeanwhile(lines, version)) {
        return;
      }
      const { at, who, name = null, action } = version;
      await log.append(
        again ? { ...last, at, who, name, action, size } : await lineFor(version, size, last, lastPosition(lines) + 1),
      );
    });
    onChange();
  }

  return {
    /** Bytes of a version; null if it isn't kept, or no longer whole. */
    recall: texts.recall,
    /** Text of a version; null also if it isn't text. */
    async recallText(hash: string): Promise<string | null> {
      const bytes = await texts.recall(hash);
      return bytes && ports.decodeText(bytes);
    },
    documentOf: documents.of,
    /** Lines of all processes, oldest first. */
    lines: log.lines,
    /** Stores the text of a version ahead, so that keeping it takes less time. Notes nothing. */
    prepare: ({ hash, bytes }: Pick<NewVersion, 'file' | 'hash' | 'bytes'>): Promise<void> =>
      texts.prepare(hash, bytes),
    /** Position of the last known line, without reading the disk; null if the lines are not known. */
    lastKnown: (): number | null => {
      const known = log.known();
      return known && lastPosition(known);
    },
    keep,
    /** Takes over the versions of another history that this one lacks, and ends that one. */
    adopt: (other: string): Promise<void> => adopt(ports, other, { texts, log, keep }),
    /** Takes over the versions of one file from another history, which goes on without it. */
    copy: (other: string, file: string): Promise<void> => copyVersions(ports, other, { log, keep }, file),
    /** Keeps many versions in one go, without checking those that were kept before. */
    async keepAll(versions: readonly NewVersion[]): Promise<void> {
      const added = await alone(async () => {
        const lines = await log.begin();
        const latest = new Map(lines.filter(isVersion).map((line) => [line.file, line]));
        const added: VersionLine[] = [];
        for (const version of versions) {
          const before = latest.get(version.file);
          if (before?.hash !== version.hash) {
            const size = await texts.store(version.hash, version.bytes);
            const line = await lineFor(version, size, before, lastPosition(lines) + added.length + 1);
            latest.set(version.file, line);
            added.push(line);
          }
        }
        if (added.length > 0) {
          await log.append(...added);
        }
        return added;
      });
      // First sightings aren't changes, and there may be thousands of them.
      if (added.some(({ before }) => before !== null)) {
        onChange();
      }
    },
    /** Gives every stored text a line again if another program deleted or emptied the list. @param fileOf file of a text */
    async rebuild(fileOf: (bytes: Uint8Array) => string): Promise<void> {
      const rebuild = () => rebuildList(ports, { log, texts, lineFor, fileOf });
      if ((await isListLost({ log, texts })) && (await alone(rebuild))) {
        onChange();
      }
    },
    async note(at: number, note: string): Promise<void> {
      await alone(async () => {
        const lines = await log.begin();
        await log.append({ position: lastPosition(lines) + 1, at, note });
      });
      onChange();
    },
    /** True if a version can be recalled. Large texts are only checked for their full length. */
    isAvailable: ({ hash }: VersionLine): Promise<boolean> => texts.isAvailable(hash),
    /** Hashes of all stored texts, whether or not a line still names them. */
    stored: texts.stored,
    forget: documents.forget,
    ...createRemoval(ports, { texts, log, documents }, alone, onChange),
  };
}

function isNotedMeanwhile(lines: readonly HistoryRecord[], { file, hash, readAfter = null }: NewVersion): boolean {
  if (readAfter === null) {
    return false;
  }
  const ofFile = lines.filter(isVersion).filter((line) => line.file === file);
  const from = ofFile.findLast(({ position }) => position <= readAfter)?.position ?? readAfter;
  return ofFile.some((line) => line.position >= from && line.hash === hash);
}

type OwnHistory = { readonly log: VersionLog; readonly keep: (version: NewVersion) => Promise<void> };

/** @param wanted the file whose versions are copied; all files if left out */
async function copyVersions(ports: Ports, other: string, own: OwnHistory, wanted?: string): Promise<void> {
  const { paths } = ports;
  const texts = createTextStore(ports, () => paths.join(other, 'objects'));
  const log = createVersionLog(ports, () => paths.join(other, 'versions.jsonl'));
  const ownHashes = new Set((await own.log.lines()).filter(isVersion).map(({ hash }) => hash));
  for (const { hash, at, file, who, name, action } of (await log.lines()).filter(isVersion)) {
    const isWanted = !ownHashes.has(hash) && (wanted === undefined || file === wanted);
    const bytes = isWanted ? await texts.recall(hash) : null;
    if (bytes !== null) {
      await own.keep({ hash, at, file, who, name, action, bytes });
    }
  }
}

async function adopt(ports: Ports, other: string, own: OwnHistory & { readonly texts: TextStore }): Promise<void> {
  const { files, paths } = ports;
  const texts = createTextStore(ports, () => paths.join(other, 'objects'));
  await ports.lock.hold(paths.join(other, 'lock'), async () => {
    await copyVersions(ports, other, own);
    await files.discard(paths.join(other, 'versions.jsonl'));
    const ownHashes = new Set(await own.texts.stored());
    // A text that exists only there stays, even without a line to describe it.
    await texts.discard((await texts.stored()).filter((hash) => ownHashes.has(hash)));
  });
  await files.discard(paths.join(other, 'lock'));
}

type StoreText = (bytes: Uint8Array) => Promise<{ readonly hash: string; readonly size: number }>;
type RewrittenHistory = { readonly lines: readonly HistoryRecord[]; readonly gone: readonly string[] };

/** Removes lines and texts from a history. @param alone runs work while no other process keeps or drops anything */
function createRemoval(
  ports: Ports,
  { texts, log, documents }: { texts: TextStore; log: VersionLog; documents: VersionDocuments },
  alone: <T>(work: () => Promise<T>) => Promise<T>,
  onChange: () => void,
) {
  return {
    /** Deletes lines, and each text that no other line names. Returns how many lines it deleted. */
    async drop(positions: ReadonlySet<number>): Promise<number> {
      const droppedCount = await alone(async () => {
        const lines = await log.lines();
        const stay = lines.filter(({ position }) => !positions.has(position));
        if (stay.length < lines.length) {
          // The lines go first: a text without a line is litter, a line without a text would be a loss.
          await log.replace(stay);
          const namedHashes = new Set(stay.filter(isVersion).map(({ hash }) => hash));
          const hashes = lines.filter(isVersion).map(({ hash }) => hash);
          await texts.discard(new Set(hashes.filter((hash) => !namedHashes.has(hash))));
        }
        return lines.length - stay.length;
      });
      if (droppedCount > 0) {
        onChange();
      }
      return droppedCount;
    },
    /** Replaces the lines, then deletes texts for good. @param compute may only let go of texts that no line names any more */
    async rewrite(
      compute: (lines: readonly HistoryRecord[], store: StoreText) => Promise<RewrittenHistory>,
    ): Promise<void> {
      await alone(async () => {
        const before = await log.lines();
        const { lines, gone } = await compute(before, async (bytes) => {
          const hash = ports.hash(bytes);
          return { hash, size: await texts.store(hash, bytes) };
        });
        if (lines !== before) {
          await log.replace(lines);
        }
        documents.forget();
        await texts.discard(gone);
      });
      onChange();
    },
  };
}
