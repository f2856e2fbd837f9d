import { createRequire } from 'node:module';

/** Part of libsql that we use, a SQLite with a binary for most systems. Rows come as lists of values. */
export type SqliteDatabase = {
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
};
type SqliteStatement = {
  run(values: readonly unknown[]): unknown;
  raw(): { all(values: readonly unknown[]): unknown[][] };
};

/** @throws if there is no binary for this machine, or the file can't be opened */
export function openSqlite(path: string, timeout: number): SqliteDatabase {
  const Database = createRequire(import.meta.url)('libsql') as new (
    path: string,
    options: { readonly timeout: number },
  ) => SqliteDatabase;
  return new Database(path, { timeout });
}

export function databaseCalls(database: SqliteDatabase) {
  const all = (sql: string, ...values: readonly unknown[]): unknown[][] => database.prepare(sql).raw().all(values);
  const run = (sql: string, ...values: readonly unknown[]): void => void database.prepare(sql).run(values);
  const inTransaction = <T>(work: () => T): T => {
    database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      database.exec('COMMIT');
      return result;
    } catch (error) {
      try {
        database.exec('ROLLBACK');
      } catch {
        // A full disk ends the transaction by itself. Report that error, not that nothing is left to roll back.
      }
      throw error;
    }
  };
  return {
    all,
    run,
    inTransaction,
    exec: (sql: string) => database.exec(sql),
    prepare: (sql: string) => database.prepare(sql),
  };
}
