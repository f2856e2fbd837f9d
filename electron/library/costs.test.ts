import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { countReads } from '#testing/counted-reads.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { createContext } from './index.ts';

test('opening a context of 10,000 tracked keys reads one file, and a storage of it one more', async () => {
  vi.stubEnv('CONTEXTURE_DATA_DIR', temporaryFolder());
  onTestFinished(() => void vi.unstubAllEnvs());
  const workspace = temporaryFolder();
  const folder = join(workspace, 'logs', 'storages');
  mkdirSync(folder, { recursive: true });
  const keys = Array.from({ length: 10_000 }, (_, user) => ({
    agentName: 'support',
    userId: `u${user}`,
    key: `state_support_u${user}`,
  }));
  writeFileSync(join(folder, 'context_support_default.json'), JSON.stringify(keys));
  for (const { key } of keys.slice(0, 20)) {
    writeFileSync(join(folder, `${key}.json`), '{"theme":"dark"}');
  }
  const counted = countReads(folder);
  onTestFinished(counted.end);
  const context = await createContext({ workspace, agent: 'support', identity: { user: 'u7' } });
  onTestFinished(() => context.close());
  expect(context.trackedKeys().length).toBeGreaterThanOrEqual(10_000);
  expect(counted.read).toEqual([join(folder, 'context_support_default.json')]);
  expect(context.state.get('theme')).toBe('dark');
  expect(counted.read.slice(1)).toEqual([join(folder, 'state_support_u7.json')]);
});
