import { ContextureError } from '#shared/contract/errors.ts';
import { openSqlite, type SqliteDatabase } from '../conversation-index/sqlite.ts';

const timeoutMs = 2000;

type Row = Readonly<Record<string, unknown>>;

/** A table, and the column that names what a row of it is of. */
type Table = { readonly name: string; readonly of: string };
/** What is of one name, in each of the tables; null for more bytes than were asked for. */
type Named = { readonly inner: string; readonly rows: readonly (readonly Row[])[] | null };

/**
 * The rows of some tables of an SQLite database that belongs to Contexture alone, one name after the other: opening it writes beside
 * it. A table that is not there has none.
 * @param maxBytes of one name, in each of the tables
 * @param from the first name that is wanted, by its number
 * @throws `unavailable` where this machine has no SQLite, `not_text` where it is no database
 */
export function* readDatabase(path: string, tables: readonly Table[], maxBytes: number, from = 0): Generator<Named> {
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
  // Text comes as bytes: as text it would end at the first U+0000 in it.
  const bytes = columns.map((column) => `CAST("${column}" AS BLOB)`);
  const lengths = bytes.map((column) => `ifnull(length(${column}), 0)`).join(' + ');
  const values = columns.map(
    (column, at) => `CASE typeof("${column}") WHEN 'text' THEN ${bytes[at]} ELSE "${column}" END`,
  );
  const named = `CAST(ifnull("${of}", 'null') AS BLOB)`;
  // Without it all rows would be looked at for each name.
  database.exec(`CREATE INDEX "contexture ${name}" ON "${name}" (${named})`);
  const [lengthOf, rowsOf] = [
    database.prepare(`SELECT sum(${lengths}) FROM "${name}" WHERE ${named} = ?`).raw(),
    database.prepare(`SELECT ${values.join(', ')} FROM "${name}" WHERE ${named} = ? ORDER BY rowid`).raw(),
  ];
  return {
    names: all(`SELECT ${named} FROM "${name}" GROUP BY 1 ORDER BY min(rowid)`).map(([value]) =>
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
