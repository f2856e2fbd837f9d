import { basename, dirname, join } from 'node:path';
import type { Clock, FileInfo, Files, SupersededFile } from '#engine/ports.ts';
import { databaseName } from '#shared/storages/driver.ts';
import { sha256 } from '../hash.ts';
import type { Row, Rows } from './rows.ts';

type Needs = { readonly rows: Rows; readonly clock: Pick<Clock, 'now'> };

/**
 * Adds database rows to files: `storages.sqlite/NAME` is the row of that name. Rows so work like files: they are replaced whole,
 * kept in the history, undone and recovered.
 */
export function withRows(files: Files, { rows, clock }: Needs): Files {
  const of =
    <Given extends readonly unknown[], Result>(
      plain: (path: string, ...given: Given) => Promise<Result>,
      row: (at: RowPlace, ...given: Given) => Promise<Result>,
    ) =>
    (path: string, ...given: Given): Promise<Result> => {
      const at = placeOf(path);
      return at === null ? plain(path, ...given) : row(at, ...given);
    };
  const exchanged = (at: RowPlace, next: Row | null): SupersededFile => ({
    version: versionOf(rows.exchange(at.database, at.name, next)),
    late: Promise.resolve(null),
    info: next === null ? nothing : infoOf(next),
    inPlace: null,
  });

  return {
    ...files,
    read: of(files.read, async ({ database, name }, { maxBytes }) => {
      const row = rows.read(database, name, maxBytes);
      return row === null
        ? { state: 'absent' }
        : { state: 'present', bytes: row.bytes, hash: sha256(row.bytes), info: infoOf(row) };
    }),
    readPart: of(files.readPart, async ({ database, name }, from, length) => {
      const row = rows.read(database, name, Number.POSITIVE_INFINITY);
      return row && { bytes: row.bytes.subarray(from, from + length), info: infoOf(row) };
    }),
    info: of(files.info, async ({ database, name }) => {
      const row = rows.read(database, name, Number.POSITIVE_INFINITY);
      return row && { ...infoOf(row), kind: 'file' };
    }),
    list: async (folder) =>
      basename(folder) === databaseName
        ? rows.names(folder).map((name) => ({ name, kind: 'file', mayBeLink: false }))
        : files.list(folder),
    realPath: of(files.realPath, async ({ database, name }) => {
      const row = rows.read(database, name, Number.POSITIVE_INFINITY);
      return row && join((await files.realPath(database)) ?? database, name);
    }),
    destination: of(files.destination, async ({ database, name }) => join(await files.destination(database), name)),
    replace: of(files.replace, async (at, bytes, like) => {
      if ((await files.info(at.database)) === null) {
        // Make it like any file of the person's, so that it gets the same permissions.
        await files.replace(at.database, new Uint8Array(), like);
      }
      return exchanged(at, { bytes, savedAt: clock.now() });
    }),
    remove: of(files.remove, async (at) => exchanged(at, null)),
  };
}

type RowPlace = { readonly database: string; readonly name: string };

function placeOf(path: string): RowPlace | null {
  const database = dirname(path);
  return basename(database) === databaseName ? { database, name: basename(path) } : null;
}

const versionOf = (row: Row | null): SupersededFile['version'] => row && { bytes: row.bytes, hash: sha256(row.bytes) };

/** Facts of a row. Its identity changes with its bytes, like that of a replaced file. */
const infoOf = ({ bytes, savedAt }: Row): FileInfo => ({
  size: bytes.length,
  modifiedAt: savedAt,
  changedAt: savedAt,
  identity: sha256(bytes),
});

const nothing: FileInfo = { size: 0, modifiedAt: 0, changedAt: 0, identity: '' };
