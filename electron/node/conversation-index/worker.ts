import { parentPort, workerData } from 'node:worker_threads';
import { type IndexDatabase, openIndexDatabase } from './index-database.ts';

export type IndexCall = {
  readonly id: number;
  readonly name: keyof IndexDatabase;
  readonly values: readonly unknown[];
};
/** `code` is SQLite’s; null for an error that is not. */
export type IndexAnswer = { readonly id: number } & (
  | { readonly result: unknown }
  | { readonly error: { readonly message: string; readonly code: string | null } }
);

/** Runs the index in a thread of its own: opened by the first call, so that a failure answers it. */
let database: IndexDatabase | null = null;

parentPort?.on('message', ({ id, name, values }: IndexCall) => {
  try {
    database ??= openIndexDatabase(String(workerData));
    const call = database[name] as (...given: readonly unknown[]) => unknown;
    answer({ id, result: call(...values) });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    const message = error instanceof Error ? error.message : String(error);
    answer({ id, error: { message, code: typeof code === 'string' ? code : null } });
  }
});

const answer = (message: IndexAnswer): void => parentPort?.postMessage(message);
