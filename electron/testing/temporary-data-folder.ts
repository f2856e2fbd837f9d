import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives a whole test run a data folder of its own, so that no test can reach a person's; removed afterwards. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'contexture-test-data-'));
  process.env['CONTEXTURE_DATA_DIR'] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
