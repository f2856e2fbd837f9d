import { resolve } from 'node:path';
import envPaths from 'env-paths';
import { makePrivateFolder } from './system-calls.ts';

/** Folder name: without capitals on Linux, as is the custom there; the other systems show it to people. */
const appName = process.platform === 'linux' ? 'contexture' : 'Contexture';

/**
 * Finds the folder of the per-user data, made if missing and closed to other accounts. `CONTEXTURE_DATA_DIR` overrides it;
 * a test runner has to, because no test may touch a person's history.
 */
export function dataFolder(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const chosen = env.CONTEXTURE_DATA_DIR ?? '';
  const isTest = env.VITEST !== undefined || env.NODE_ENV === 'test' || env.CONTEXTURE_TEST !== undefined;
  if (chosen === '' && isTest) {
    throw new Error('Set CONTEXTURE_DATA_DIR to a temporary folder: tests may not use the real data folder.');
  }
  const folder = chosen === '' ? envPaths(appName, { suffix: '' }).data : resolve(chosen);
  try {
    makePrivateFolder(folder);
  } catch {
    // People can still read then; the engine refuses to write, and says why.
  }
  return folder;
}
