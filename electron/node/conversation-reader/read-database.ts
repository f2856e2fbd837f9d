import { ContextureError } from '#shared/contract/errors.ts';
import { openSqlite, type SqliteDatabase } from '../conversation-index/sqlite.ts';

const timeoutMs = 2000;

type Row = Readonly<Record<string, unknown>>;

/**
 * The rows of some tables of an SQLite database that belongs to Contexture alone: opening it writes beside it. A table that is not
 * there has none.
 * @param maxBytes of each of them
 * @throws `unavailable` where this machine has no SQLite, `not_text` where it is no database, `too_large`
 */
export function readDatabase(path: string, tables: readonly string[], maxBytes: number): readonly (readonly Row[])[] {
  const database = opened(path);
  try {
    return tables.map((table) => rowsOf(database, table, maxBytes));
  } catch (error) {
    throw error instanceof ContextureError
      ? error
      : new ContextureError('not_text', `It can’t be read: ${String(error)}`);
  } finally {
    database.close();
  }
}

function rowsOf(database: SqliteDatabase, table: string, maxBytes: number): readonly Row[] {
  const columns = database
    .prepare(`PRAGMA table_info("${table}")`)
    .raw()
    .all([])
    .map((column) => String(column[1]));
  if (columns.length === 0) {
    return [];
  }
  // Text comes as bytes: as text it would end at the first U+0000 in it.
  const bytes = columns.map((column) => `CAST("${column}" AS BLOB)`);
  const lengths = bytes.map((column) => `ifnull(length(${column}), 0)`).join(' + ');
  const [[length] = []] = database.prepare(`SELECT sum(${lengths}) FROM "${table}"`).raw().all([]);
  if (Number(length) > maxBytes) {
    throw new ContextureError('too_large', `Its ${table} are more than ${maxBytes / 1024 / 1024} MB.`);
  }
  const values = columns.map(
    (column, at) => `CASE typeof("${column}") WHEN 'text' THEN ${bytes[at]} ELSE "${column}" END`,
  );
  const rows = database
    .prepare(`SELECT ${values.join(', ')} FROM "${table}" ORDER BY rowid`)
    .raw()
    .all([]);
  return rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, shownValue(row[at])])));
}

const decoder = new TextDecoder();
const shownValue = (value: unknown): unknown => (value instanceof Uint8Array ? decoder.decode(value) : value);

function opened(path: string) {
  try {
    return openSqlite(path, timeoutMs);
  } catch (error) {
    throw new ContextureError('unavailable', `There is no SQLite for this machine: ${String(error)}`);
  }
}
