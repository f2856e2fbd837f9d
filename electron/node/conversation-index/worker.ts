import { workerData } from 'node:worker_threads';
import { answerCalls } from '../thread.ts';
import { type IndexDatabase, openIndexDatabase } from './index-database.ts';

/** The index in this thread, opened by the first call, so that a failure answers it. */
let database: IndexDatabase | null = null;

answerCalls((name, values) => {
  database ??= openIndexDatabase(String(workerData));
  const call = database[name as keyof IndexDatabase] as (...given: readonly unknown[]) => unknown;
  return call(...values);
});
