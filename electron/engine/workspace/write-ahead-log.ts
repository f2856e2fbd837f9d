import { z } from 'zod';
import { categorySchema } from '#shared/entries/entry.ts';
import { carryOut, removeEntries } from '#shared/formats/context/carry-out.ts';
import { counted } from '#shared/formats/context/change.ts';
import { readArchive, readContext } from '#shared/formats/context/read-document.ts';
import type { MemoryDocument, ParsedEntry } from '#shared/formats/document.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import { type Bytes, type FileVersion, readVersion } from '../app-files/file-version.ts';
import type { Ports } from '../ports.ts';

export const moveSchema = z.strictObject({
  /** Out of the context into the archive file, or in from it. */
  direction: z.enum(['out', 'in']),
  archive: z.string(),
  category: categorySchema.nullable(),
  key: z.string().nullable(),
  value: z.string(),
});
/** An entry that changes places, by what it says in both. */
export type Move = z.infer<typeof moveSchema>;

const recordSchema = z.strictObject({
  label: z.string(),
  writes: z.array(z.strictObject({ path: z.string(), before: z.string().nullable(), after: z.string() })),
  moves: z.array(moveSchema).readonly(),
});
type WriteAheadRecord = z.infer<typeof recordSchema>;

/**
 * The record of a change to several files while it is being written. A start that finds one finishes that change: an
 * entry that stands in both places goes from the one it was leaving. It acts on nothing else.
 */
export type WriteAheadLog = {
  begin(step: Pick<WriteAheadRecord, 'label' | 'moves'>, writes: WriteAheadRecord['writes']): Promise<void>;
  clear(): Promise<void>;
  /**
   * The lock must be held. Returns what was finished, in a person's words; null if there was nothing to do.
   * @param keep puts a version into the history
   */
  finish(place: MemoryPaths, keep: KeepVersion): Promise<string | null>;
};

type MemoryPaths = { readonly contextPath: string; readonly archivePath: (name: string) => string };
type KeepVersion = (
  path: string,
  version: Bytes,
  by: { readonly who: 'outside' | 'app'; readonly action: string },
) => Promise<void>;

export function createWriteAheadLog(ports: Ports, folder: () => string): WriteAheadLog {
  const path = (): string => ports.paths.join(folder(), 'intent.json');
  return {
    async begin({ label, moves }, writes) {
      await writeAppJson(ports, path(), { label, moves, writes } satisfies WriteAheadRecord);
    },
    clear: () => ports.files.discard(path()),
    async finish(place, keep) {
      const record = await readAppJson(ports, path(), recordSchema.nullable(), null);
      if (record === null) {
        return null;
      }
      const put = async (file: string, before: FileVersion | null, text: string): Promise<void> => {
        if (before) {
          await keep(file, before, { who: 'outside', action: 'read' });
        }
        const bytes = ports.encodeText(text);
        const { version } = await ports.files.replace(file, bytes);
        if (version && version.hash !== before?.hash) {
          await keep(file, version, { who: 'outside', action: 'written meanwhile' });
        }
        await keep(file, { bytes, hash: ports.hash(bytes) }, { who: 'app', action: `Finished: ${record.label}` });
      };
      if (!(await hasBegun(ports, record))) {
        await ports.files.discard(path());
        return null;
      }
      for (const [file, version] of await ownVersions(ports, record)) {
        await keep(file, version, { who: 'app', action: `Finished: ${record.label}` });
      }
      const finished = await finishMoves(ports, record, place, put);
      await ports.files.discard(path());
      return finished ? record.label : null;
    },
  };
}

async function hasBegun(ports: Ports, { writes: [first] }: WriteAheadRecord): Promise<boolean> {
  return first !== undefined && ((await readVersion(ports, first.path))?.hash ?? null) !== first.before;
}

const textsAfter = ({ writes }: WriteAheadRecord): ReadonlyMap<string, string> =>
  new Map(writes.map((write) => [write.path, write.after]));

/** What stands as the change was to leave it: its writer may have ended before it could say that this was us. */
async function ownVersions(ports: Ports, record: WriteAheadRecord): Promise<(readonly [string, FileVersion])[]> {
  const standing = [...textsAfter(record)].map(async ([path, after]) => {
    const version = await readVersion(ports, path);
    return version?.hash === after ? [[path, version] as const] : [];
  });
  return (await Promise.all(standing)).flat();
}

async function finishMoves(
  ports: Ports,
  record: WriteAheadRecord,
  place: MemoryPaths,
  put: (path: string, before: FileVersion | null, text: string) => Promise<void>,
): Promise<boolean> {
  if ((await ownVersions(ports, record)).length === textsAfter(record).size) {
    return false;
  }
  const contextVersion = await readVersion(ports, place.contextPath);
  let context = readContext(contextVersion?.text ?? '');
  for (const name of new Set(record.moves.map((move) => move.archive))) {
    const path = place.archivePath(name);
    const archiveVersion = await readVersion(ports, path);
    const archive = readArchive(archiveVersion?.text ?? '');
    const moves = record.moves.filter((move) => move.archive === name && isIn(context, move) && isIn(archive, move));
    context = without(
      context,
      moves.filter((move) => move.direction === 'out'),
      readContext,
    );
    const left = without(
      archive,
      moves.filter((move) => move.direction === 'in'),
      readArchive,
    );
    if (left.text !== archive.text) {
      await put(path, archiveVersion, left.text);
    }
  }
  const before = readContext(contextVersion?.text ?? '');
  const after = counted(before, context, ports.clock.today());
  if (after.text !== before.text) {
    await put(place.contextPath, contextVersion, after.text);
  }
  return true;
}

function isIn(document: MemoryDocument, move: Move): boolean {
  return document.entries.some((entry) => says(entry, move));
}

function without(
  document: MemoryDocument,
  moves: readonly Move[],
  read: (text: string) => MemoryDocument,
): MemoryDocument {
  const leaving = new Set<ParsedEntry>();
  for (const move of moves) {
    const entry = document.entries.find((candidate) => says(candidate, move) && !leaving.has(candidate));
    if (entry) {
      leaving.add(entry);
    }
  }
  return carryOut(document, removeEntries([...leaving]), read);
}

function says(entry: ParsedEntry, move: Move): boolean {
  return (
    entry.key === move.key &&
    entry.value === move.value &&
    (entry.category ?? 'insight') === (move.category ?? 'insight')
  );
}
