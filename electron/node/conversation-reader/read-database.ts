import { ContextureError } from '#shared/contract/errors.ts';
import { openSqlite, type SqliteDatabase } from '../conversation-index/sqlite.ts';

const timeoutMs = 2000;

type Row = Readonly<Record<string, unknown>>;

/** A table, and the column by whose values its rows are grouped. */
type Table = { readonly name: string; readonly of: string };
/** Rows of one name, in each of the tables; null if they exceed the maximum. */
type RowGroup = { readonly inner: string; readonly rows: readonly (readonly Row[])[] | null };

/**
 * Reads rows of an SQLite database, one name after the other. The database must belong to Contexture alone, since opening it writes
 * beside it. A missing table has no rows.
 * @param maxBytes maximum of one name, in each of the tables
 * @param from number of the first wanted name
 * @throws `unavailable` if this machine has no SQLite, `not_text` if the file is no database
 */
export function* readDatabase(path: string, tables: readonly Table[], maxBytes: number, from = 0): Generator<RowGroup> {
  const database = opened(path);
  try {
    const read = tables.map((table) => tableIn(database, table));
    const names = [...new Set(read.flatMap(({ names: some }) => some))];
    for (const inner of names.slice(from)) {
      const isLong = read.some(({ bytesOf }) => bytesOf(inner) > maxBytes);
      yield { inner, rows: isLong ? null : read.map(({ rowsOf }) => rowsOf(inner)) };
    }
  } catch (error) {
    throw error instanceof ContextureError
      ? error
      : new ContextureError('not_text', `It can’t be read: ${String(error)}`);
  } finally {
    database.close();
  }
}

function tableIn(database: SqliteDatabase, { name, of }: Table) {
  const all = (sql: string, ...values: unknown[]): unknown[][] => database.prepare(sql).raw().all(values);
  const columns = all(`PRAGMA table_info("${name}")`).map((column) => String(column[1]));
  if (!columns.includes(of)) {
    return { names: [], bytesOf: () => 0, rowsOf: () => [] };
  }
  // Read text as bytes: as text it would end at its first U+0000.
  const bytes = columns.map((column) => `CAST("${column}" AS BLOB)`);
  const lengths = bytes.map((column) => `ifnull(length(${column}), 0)`).join(' + ');
  const values = columns.map(
    (column, at) => `CASE typeof("${column}") WHEN 'text' THEN ${bytes[at]} ELSE "${column}" END`,
  );
  const nameColumn = `CAST(ifnull("${of}", 'null') AS BLOB)`;
  // Index the name, or each name would scan all rows.
  database.exec(`CREATE INDEX "contexture ${name}" ON "${name}" (${nameColumn})`);
  const [lengthOf, rowsOf] = [
    database.prepare(`SELECT sum(${lengths}) FROM "${name}" WHERE ${nameColumn} = ?`).raw(),
    database.prepare(`SELECT ${values.join(', ')} FROM "${name}" WHERE ${nameColumn} = ? ORDER BY rowid`).raw(),
  ];
  return {
    names: all(`SELECT ${nameColumn} FROM "${name}" GROUP BY 1 ORDER BY min(rowid)`).map(([value]) =>
      String(shownValue(value)),
    ),
    bytesOf: (inner: string): number => Number(lengthOf.all([encoder.encode(inner)])[0]?.[0] ?? 0),
    rowsOf: (inner: string): Row[] =>
      rowsOf
        .all([encoder.encode(inner)])
        .map((row) => Object.fromEntries(columns.map((column, at) => [column, shownValue(row[at])]))),
  };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const shownValue = (value: unknown): unknown => (value instanceof Uint8Array ? decoder.decode(value) : value);

function opened(path: string) {
  try {
    return openSqlite(path, timeoutMs);
  } catch (error) {
    throw new ContextureError('unavailable', `There is no SQLite for this machine: ${String(error)}`);
  }
}
