import { createRequire } from 'node:module';

/** What is used of libsql, a SQLite with a binary for most systems. Rows come as lists of values. */
export type SqliteDatabase = {
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
};
type SqliteStatement = {
  run(values: readonly unknown[]): unknown;
  raw(): { all(values: readonly unknown[]): unknown[][] };
};

/** @throws where there is no binary for this machine, or the file can't be opened */
export function openSqlite(path: string, timeout: number): SqliteDatabase {
  const Database = createRequire(import.meta.url)('libsql') as new (
    path: string,
    options: { readonly timeout: number },
  ) => SqliteDatabase;
  return new Database(path, { timeout });
}
