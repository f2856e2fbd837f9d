import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ChangeResult, ContextUpdate } from '#shared/contract/changes.ts';

const builtApp = join(import.meta.dirname, '..', 'out', 'cli', 'contexture.js');

/** A person's assistant. It writes what it learns through the command line while the page is open. */
type Assistant = { learns(...updates: readonly ContextUpdate[]): Promise<ChangeResult> };

export function assistantOn(folder: string, dataFolder: string, homeFolder: string): Assistant {
  const env = { ...process.env, CONTEXTURE_DATA_DIR: dataFolder, CONTEXTURE_TEST: '1' };
  const home = { HOME: homeFolder, USERPROFILE: homeFolder };
  return {
    async learns(...updates) {
      const args = [builtApp, 'call', 'context.apply', JSON.stringify({ updates }), '--workspace', folder];
      const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...env, ...home } });
      return JSON.parse(stdout);
    },
  };
}

/** An update as an assistant sends it. */
export function learned(
  category: ContextUpdate['category'],
  key: string,
  value: string,
  confidence: ContextUpdate['confidence'] = 'tentative',
): ContextUpdate {
  return { category, key, value, confidence, source: 'observer' };
}
