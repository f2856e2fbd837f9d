import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepTemporaryFilesTogether } from '../../scripts/temporary-files.mjs';

/**
 * Gives a whole test run its own temporary folder with a data folder, so that no test can reach a person's; removed
 * afterwards.
 */
export async function setup(): Promise<() => Promise<void>> {
  const temporary = keepTemporaryFilesTogether();
  const folder = await mkdtemp(join(tmpdir(), 'contexture-test-data-'));
  process.env['CONTEXTURE_DATA_DIR'] = folder;
  return async () => {
    await rm(folder, { recursive: true, force: true });
    temporary.remove();
  };
}
