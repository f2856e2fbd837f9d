import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import type { ErrorCode } from '#shared/contract/error-codes.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { databaseCalls, openSqlite } from '../conversation-index/sqlite.ts';
import { fileError } from '../file-errors.ts';
import { infoOf, requireFile, requireSize } from '../file-facts.ts';
import { errnoOf, readOwnFlags } from '../system-calls.ts';

/** Bytes under a name, and the time they were saved, in milliseconds since 1970. */
export type Row = { readonly bytes: Uint8Array; readonly savedAt: number };

/**
 * Bytes kept by name in SQLite databases, each identified by its path. Each call is done when it returns, and what it wrote is
 * durable. Each may throw `unavailable` if this machine has no SQLite, `not_text` if the file is damaged,
 * `not_a_file`, `read_only` for a database of another program, `outside_workspace`, `no_permission`, `disk_full`, `busy` and
 * `io_failed`. A missing file has no rows.
 */
export type Rows = ReturnType<typeof createRows>;

/** Milliseconds to wait while another program writes to a database. */
const patience = 2_000;
/** Identifies a database of this kind: "CTXS". */
const applicationId = 0x43_54_58_53;
const version = 1;

const schema = `
  CREATE TABLE storages (name TEXT PRIMARY KEY, bytes BLOB NOT NULL, saved_at INTEGER NOT NULL) WITHOUT ROWID;
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${version};
`;
/**
 * Settings of each connection. Replaced and deleted bytes are overwritten with zeros. The folder is flushed, too, so that a
 * removed journal doesn't come back and undo what was saved. Files that somebody else made aren't trusted.
 */
const pragmas =
  'PRAGMA secure_delete = ON; PRAGMA synchronous = EXTRA; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON';

type Open = ReturnType<typeof databaseCalls> & { readonly identity: string; readonly end: () => void };

export function createRows({ open = openSqlite }: { readonly open?: typeof openSqlite } = {}) {
  /** Open databases by path. They stay open, since the library closes a file only once its statements are garbage-collected. */
  const opened = new Map<string, Open>();

  function forget(path: string): void {
    opened.get(path)?.end();
    opened.delete(path);
  }

  /** Opens the database that has the path now; null if there is none. */
  function at(path: string): Open | null {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    const known = opened.get(path);
    if (stats === undefined) {
      forget(path);
      return null;
    }
    requireFile(stats, path);
    checkJournal(path);
    const { identity } = infoOf(stats);
    if (known?.identity === identity) {
      return known;
    }
    // Another file has the name now: writes to the old one would be lost.
    forget(path);
    const database = open(path, patience);
    database.exec(pragmas);
    const one = { ...databaseCalls(database), identity, end: () => database.close() };
    opened.set(path, one);
    return one;
  }

  function asked<T>(path: string, doing: string, work: (database: Open | null) => T): T {
    try {
      return work(at(path));
    } catch (error) {
      if (isDamage(error)) {
        forget(path);
      }
      throw databaseError(error, path, doing);
    }
  }

  return {
    /** @throws `unavailable` if this machine has no SQLite */
    check(): void {
      try {
        open(':memory:', patience).close();
      } catch (error) {
        throw databaseError(error, 'What storages have in SQLite', 'open');
      }
    },
    names: (path: string): readonly string[] =>
      asked(path, 'list what is in', (database) =>
        database === null || !hasTable(database, path)
          ? []
          : database.all('SELECT name FROM storages').map(([name]) => String(name)),
      ),
    /** @throws `too_large` */
    read: (path: string, name: string, maxBytes: number): Row | null =>
      asked(path, 'read', (database) => {
        const [size] =
          database && hasTable(database, path)
            ? database.all('SELECT length(CAST(bytes AS BLOB)) FROM storages WHERE name = ?', name)
            : [];
        if (database === null || size === undefined) {
          return null;
        }
        requireSize(Number(size[0]), `${name} in ${path}`, maxBytes);
        return rowOf(database, name);
      }),
    /**
     * Puts a row under a name, or removes it, and returns the row that was there.
     * @param path path of an existing file: an empty one becomes a database
     */
    exchange: (path: string, name: string, next: Row | null): Row | null =>
      asked(path, 'save', (database) => {
        if (database === null) {
          return null;
        }
        endForeignLog(database);
        return database.inTransaction(() => {
          if (!hasTable(database, path)) {
            database.exec(schema);
          }
          const before = rowOf(database, name);
          if (next === null) {
            database.run('DELETE FROM storages WHERE name = ?', name);
          } else {
            const put = `INSERT INTO storages (name, bytes, saved_at) VALUES (?, ?, ?) ON CONFLICT (name)
              DO UPDATE SET bytes = excluded.bytes, saved_at = excluded.saved_at`;
            database.run(put, name, Buffer.from(next.bytes), Math.round(next.savedAt));
          }
          return before;
        });
      }),
    /** Rewrites a database, so that its files keep nothing that anyone replaced or deleted. */
    purge: (path: string): void =>
      asked(path, 'erase from', (database) => {
        if (database === null || !hasTable(database, path)) {
          return;
        }
        endForeignLog(database);
        database.exec('PRAGMA temp_store = MEMORY; VACUUM');
        const [isBusy] = database.all('PRAGMA wal_checkpoint(TRUNCATE)')[0] ?? [];
        if (Number(isBusy) !== 0) {
          throw Object.assign(new Error('Another program reads in it'), { code: 'SQLITE_BUSY' });
        }
      }),
    close(): void {
      for (const path of [...opened.keys()]) {
        forget(path);
      }
    },
  };
}

function rowOf({ all }: Open, name: string): Row | null {
  const [row] = all('SELECT CAST(bytes AS BLOB), saved_at FROM storages WHERE name = ?', name);
  return row === undefined ? null : { bytes: new Uint8Array(row[0] as Uint8Array), savedAt: Number(row[1]) };
}

/** False for an empty file, which isn't written to before the first row. @throws `read_only` for another program's database */
function hasTable({ all }: Open, path: string): boolean {
  const [[id] = []] = all('PRAGMA application_id');
  const [[made] = []] = all('PRAGMA user_version');
  if (id === applicationId && made === version) {
    return true;
  }
  const [[tables] = []] = all('SELECT count(*) FROM sqlite_schema');
  if (id === 0 && made === 0 && tables === 0) {
    return false;
  }
  const whose = id === applicationId ? 'a newer Contexture' : 'another app';
  const message = `${path} is a database of ${whose}, so it was left as it is. Move it away, or use a newer Contexture.`;
  throw new ContextureError('read_only', message, { path });
}

/** Ends a write-ahead log that another program started, since earlier texts stay in it. Leaves one that is in use. */
function endForeignLog({ all }: Open): void {
  try {
    all('PRAGMA journal_mode = DELETE');
  } catch (error) {
    if (codeOf(error) !== 'SQLITE_BUSY') {
      throw error;
    }
  }
}

const namesAnother = Buffer.from('d9d505f920a163d7', 'hex');

/**
 * Refuses a journal that names a file at its end: SQLite rolls back a journal beside a database, and may delete that file. Our
 * journals name none, but a folder from somebody else could name any.
 */
function checkJournal(path: string): void {
  const journal = `${path}-journal`;
  let file: number;
  try {
    file = openSync(journal, readOwnFlags);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') {
      return;
    }
    throw error;
  }
  try {
    const stats = fstatSync(file, { bigint: true });
    requireFile(stats, journal);
    const end = Buffer.alloc(namesAnother.length);
    readSync(file, end, 0, end.length, Math.max(0, Number(stats.size) - end.length));
    if (end.equals(namesAnother)) {
      const message = `${journal} names another file, as none of Contexture’s does, so nothing was read. Move it away, or the database with it.`;
      throw new ContextureError('outside_workspace', message, { path: journal });
    }
  } finally {
    closeSync(file);
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const isDamage = (error: unknown): boolean => /^SQLITE_(?:NOTADB|CORRUPT)/.test(codeOf(error));

const reasons: readonly (readonly [start: string, code: ErrorCode, what: string, todo: string])[] = [
  ['SQLITE_BUSY', 'busy', 'another app is using it', 'Close the other app or wait a moment, then try again.'],
  ['SQLITE_LOCKED', 'busy', 'another app is using it', 'Close the other app or wait a moment, then try again.'],
  ['SQLITE_FULL', 'disk_full', 'the disk is full', 'Free some space, then try again.'],
  [
    'SQLITE_READONLY',
    'no_permission',
    'it can’t be written',
    'Allow it in the permissions of the file and its folder.',
  ],
  ['SQLITE_CANTOPEN', 'no_permission', 'it can’t be opened', 'Allow it in the permissions of the file and its folder.'],
  ['SQLITE', 'io_failed', 'the disk reported an error', 'Check the disk, then try again.'],
];

/** Turns an error of SQLite into one a person can act on. */
function databaseError(error: unknown, path: string, doing: string): ContextureError {
  if (error instanceof ContextureError) {
    return error;
  }
  if (error instanceof Error && 'syscall' in error) {
    return fileError(error, { doing, path });
  }
  const said = error instanceof Error ? error.message : String(error);
  // Errors while the library opens a file have no code.
  const code = codeOf(error) || (/ConnectionFailed|Unable to open/.test(said) ? 'SQLITE_CANTOPEN' : '');
  if (isDamage(error)) {
    const message = `${path} is damaged: it can’t be read as an SQLite database. Nothing was written over it.`;
    return new ContextureError('not_text', message, { path }, { cause: error });
  }
  const reason = reasons.find(([start]) => code.startsWith(start));
  if (reason !== undefined) {
    const [, known, what, todo] = reason;
    const retry = known === 'busy' || known === 'disk_full';
    return new ContextureError(known, `Could not ${doing} ${path}: ${what}. ${todo}`, { path, code }, { retry });
  }
  const machine = `${process.platform}-${process.arch}`;
  const message = `${path} can’t be used: there is no SQLite for this machine (${machine}). What it keeps is left as it is. Install the package “libsql” with its binary, as “npm install libsql” does, or leave the driver “sqlite” out.`;
  return new ContextureError('unavailable', message, { path }, { cause: error });
}
