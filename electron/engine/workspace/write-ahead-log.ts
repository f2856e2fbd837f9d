import { z } from 'zod';
import { toContextureError } from '#shared/contract/errors.ts';
import { addTo } from '#shared/entries/multimap.ts';
import type { MemoryDocument, ParsedEntry } from '#shared/formats/document.ts';
import { withoutEntries } from '#shared/formats/entry-plan.ts';
import type { FileFormat } from '#shared/formats/format.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import { type Bytes, type FileVersion, readBytes, readVersion } from '../app-files/file-version.ts';
import { replaceRecorded } from '../history/replace-recorded.ts';
import type { Ports } from '../ports.ts';
import { type Move, notedMoveSchema, noteMove, readMove } from '../steps/moves.ts';
import { type FolderMove, placedBy, type Step } from '../steps/step.ts';
import type { LockedTurn } from './access.ts';
import type { WorkspaceLayout } from './layout.ts';
import type { ProgramLocking } from './program-lock.ts';

const recordSchema = z.strictObject({
  label: z.string(),
  /** Hashes; null for no file. */
  writes: z.array(z.strictObject({ path: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  moves: z.array(notedMoveSchema).readonly(),
  folder: z.strictObject({ from: z.string(), to: z.string() }).nullable().default(null),
});
type WriteAheadRecord = z.infer<typeof recordSchema>;

type KeepVersion = (
  path: string,
  version: Bytes,
  by: { readonly who: 'outside' | 'app'; readonly at?: number; readonly action: string },
) => Promise<void>;

/** @param bytes null for no file */
type PutFile = (path: string, before: Bytes | null, bytes: Uint8Array | null) => Promise<void>;

export type WriteAheadLog = ReturnType<typeof createWriteAheadLog>;

/**
 * Record of a change to several files while it is written. The next start finishes an interrupted change. Moved entries
 * of memory files are removed from their origin again, since other programs may have written there. Other files get the
 * version stored in the history beforehand. A folder move is then completed.
 */
export function createWriteAheadLog(
  ports: Ports,
  folder: () => string,
  layout: WorkspaceLayout,
  programLock: ProgramLocking,
) {
  const path = (): string => ports.paths.join(folder(), 'intent.json');
  return {
    async begin({ label, moves, folder: moved }: Step, writes: WriteAheadRecord['writes']): Promise<void> {
      const noted = moves.map((move) => noteMove(layout, move));
      await writeAppJson(ports, path(), { label, moves: noted, writes, folder: moved } satisfies WriteAheadRecord);
    },
    clear: (): Promise<void> => ports.files.discard(path()),
    /**
     * Returns the label of the finished change; null if there was none.
     * @param keep puts a version into the history
     * @param recall gives the bytes of a version by its hash; null if it is not kept
     */
    async finish(locked: LockedTurn, keep: KeepVersion, recall: (hash: string) => Promise<Uint8Array | null>) {
      const noted = await readAppJson(ports, path(), recordSchema.nullable(), null);
      if (noted === null) {
        return null;
      }
      const { record, move } = await withCurrentPaths(ports, noted);
      const ours = { who: 'app', at: ports.clock.now(), action: `Finished: ${record.label}` } as const;
      const put: PutFile = async (file, before, bytes) => {
        await replaceRecorded(ports, { path: file, like: layout.contextPath, before }, bytes, (version, as) =>
          keep(file, version, as === 'ours' ? ours : { who: 'outside', action: as }),
        );
      };
      if (!(await hasBegun(ports, record))) {
        await ports.files.discard(path());
        return null;
      }
      for (const [file, version] of await ownVersions(ports, record)) {
        await keep(file, version, ours);
      }
      const wrote = await programLock.hold(locked, async () => {
        const written = await finishWrites(ports, record, layout, recall, put);
        return (await finishEntryMoves(ports, record, layout, put)) || written;
      });
      const moved =
        move !== null && (await finishFolderMove(ports, record, move, (file, version) => keep(file, version, ours)));
      await ports.files.discard(path());
      return wrote || moved ? record.label : null;
    },
  };
}

/** Returns the record with current paths, and the folder move still to do. */
async function withCurrentPaths(ports: Ports, record: WriteAheadRecord) {
  const { folder, writes } = record;
  const isMoved = folder !== null && (await ports.files.settleFolderMove(folder.from, folder.to));
  return isMoved
    ? {
        record: { ...record, writes: writes.map((each) => ({ ...each, path: placedBy(ports, folder, each.path) })) },
        move: null,
      }
    : { record, move: folder !== null && (await ports.files.info(folder.from)) !== null ? folder : null };
}

/** Moves the folder, and keeps the versions written in it under their new paths. */
async function finishFolderMove(
  ports: Ports,
  record: WriteAheadRecord,
  move: FolderMove,
  keepOurs: (path: string, version: Bytes) => Promise<void>,
): Promise<boolean> {
  const own = await ownVersions(ports, record);
  try {
    await ports.files.moveFolder(move.from, move.to);
  } catch (error) {
    const { code, message } = toContextureError(error);
    if (code !== 'key_exists') {
      throw error;
    }
    ports.log('warn', `A folder could not be moved any more: ${message}`);
    return false;
  }
  for (const [path, version] of own) {
    await keepOurs(placedBy(ports, move, path), version);
  }
  return true;
}

async function hasBegun(ports: Ports, { writes }: WriteAheadRecord): Promise<boolean> {
  for (const [index, { path, before, after }] of writes.entries()) {
    const current = (await readBytes(ports, path))?.hash ?? null;
    // A change by another program to the first file shows that ours had begun; to a later one, nobody can tell.
    if (current !== before && (index === 0 || current === after)) {
      return true;
    }
  }
  return false;
}

const hashesAfter = ({ writes }: WriteAheadRecord): ReadonlyMap<string, string | null> =>
  new Map(writes.map((write) => [write.path, write.after]));

async function isFinished(ports: Ports, record: WriteAheadRecord): Promise<boolean> {
  const current = [...hashesAfter(record)].map(
    async ([path, after]) => ((await readBytes(ports, path))?.hash ?? null) === after,
  );
  return (await Promise.all(current)).every(Boolean);
}

/** Versions as the change was to leave them: their writer may have ended before noting them as ours. */
async function ownVersions(ports: Ports, record: WriteAheadRecord): Promise<(readonly [string, Bytes])[]> {
  const current = [...hashesAfter(record)].map(async ([path, after]) => {
    const version = await readBytes(ports, path);
    return version?.hash === after ? [[path, version] as const] : [];
  });
  return (await Promise.all(current)).flat();
}

/** Finishes a change with a file without entries; skips files others have written. @returns true if it wrote */
async function finishWrites(
  ports: Ports,
  record: WriteAheadRecord,
  layout: WorkspaceLayout,
  recall: (hash: string) => Promise<Uint8Array | null>,
  put: PutFile,
): Promise<boolean> {
  if (record.writes.every(({ path }) => layout.formatOf(layout.nameOf(path)) !== null)) {
    return false;
  }
  let wrote = false;
  for (const [path, after] of hashesAfter(record)) {
    const current = await readBytes(ports, path);
    const hash = current?.hash ?? null;
    const isOurs = record.writes.some((write) => write.path === path && [write.before, write.after].includes(hash));
    if (!isOurs || hash === after) {
      continue;
    }
    const bytes = after === null ? null : await recall(after);
    if (after === null || bytes) {
      await put(path, current, bytes);
      wrote = true;
    }
  }
  return wrote;
}

/** A file that entries move from or to, before and after the move. */
type MovedFile = {
  readonly path: string;
  readonly format: FileFormat;
  readonly version: FileVersion | null;
  readonly before: MemoryDocument;
  after: MemoryDocument;
};

/** @returns true if anything was written */
async function finishEntryMoves(
  ports: Ports,
  record: WriteAheadRecord,
  layout: WorkspaceLayout,
  put: PutFile,
): Promise<boolean> {
  if (await isFinished(ports, record)) {
    return false;
  }
  const files = new Map<string, MovedFile>();
  const between = new Map<string, Move[]>();
  for (const move of record.moves.map((each) => readMove(layout, each))) {
    for (const path of [move.from, move.to].filter((each) => !files.has(each))) {
      const file = await movedFile(ports, layout, path);
      if (file) {
        files.set(path, file);
      }
    }
    addTo(between, [move.from, move.to].sort().join('\n'), move);
  }
  for (const moves of between.values()) {
    removeFromOrigins(files, moves);
  }
  let finished = false;
  // The memory goes last, since it stores a count of its changes.
  for (const file of [...files.values()].sort((a, b) => memoryLast(layout, a) - memoryLast(layout, b))) {
    const isMemory = file.path === layout.contextPath;
    const after = isMemory ? layout.format.count(file.before, file.after, ports.clock.today()) : file.after;
    if (after.text !== file.before.text) {
      await put(file.path, file.version, ports.encodeText(after.text));
      finished = true;
    }
  }
  return finished;
}

const memoryLast = ({ contextPath }: WorkspaceLayout, { path }: MovedFile): number => (path === contextPath ? 1 : 0);

async function movedFile(ports: Ports, layout: WorkspaceLayout, path: string): Promise<MovedFile | null> {
  const format = layout.formatOf(layout.nameOf(path));
  if (format === null) {
    return null;
  }
  const version = await readVersion(ports, path);
  const before = format.read(version?.text ?? '');
  return { path, format, version, before, after: before };
}

/** Removes entries of some moves between two files from their origin, if they are in both. */
function removeFromOrigins(files: ReadonlyMap<string, MovedFile>, moves: readonly Move[]): void {
  const contains = (path: string, move: Move): boolean =>
    files.get(path)?.after.entries.some((entry) => matchesMove(entry, move)) ?? false;
  const inBoth = moves.filter((move) => contains(move.from, move) && contains(move.to, move));
  for (const path of new Set(inBoth.map(({ from }) => from))) {
    const file = files.get(path);
    if (file) {
      const leaving = inBoth.filter(({ from }) => from === path);
      file.after = withoutMoves(file.after, leaving, file.format);
    }
  }
}

function withoutMoves(document: MemoryDocument, moves: readonly Move[], format: FileFormat): MemoryDocument {
  const leaving = new Set<ParsedEntry>();
  for (const move of moves) {
    const entry = document.entries.find((candidate) => matchesMove(candidate, move) && !leaving.has(candidate));
    if (entry) {
      leaving.add(entry);
    }
  }
  return withoutEntries(document, [...leaving], format);
}

function matchesMove(entry: ParsedEntry, move: Move): boolean {
  return (
    entry.key === move.key &&
    entry.value === move.value &&
    (entry.category ?? 'insight') === (move.category ?? 'insight')
  );
}
