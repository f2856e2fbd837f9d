import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new empty folder on the real disk, removed when the running test is over. Its path holds no links. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'contexture-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
