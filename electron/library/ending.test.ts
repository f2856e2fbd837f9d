import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { prepareWorker } from '#testing/worker-process.ts';

const startAgent = prepareWorker(fileURLToPath(new URL('./testing/ending-agent.ts', import.meta.url)));

test.each(['forgets', 'disposes'])(
  'a process that %s its context exits without help, and its data is saved',
  async (how) => {
    const workspace = temporaryFolder();
    vi.stubEnv('CONTEXTURE_DATA_DIR', temporaryFolder());
    onTestFinished(() => void vi.unstubAllEnvs());
    const agent = startAgent(how, workspace);
    expect(await agent.ended).toBe(0);
    const logs = join(workspace, 'logs');
    expect(JSON.parse(readFileSync(join(logs, 'storages/state_support_ann.json'), 'utf8'))).toEqual({ how });
    expect(readFileSync(join(logs, 'conversations/chat_history_support_ann.jsonl'), 'utf8')).toContain('"Hi"');
    expect(readFileSync(join(logs, 'context/global.md'), 'utf8')).toContain(`how: ${how}`);
    const tracked: { key: string }[] = JSON.parse(
      readFileSync(join(logs, 'storages/context_support_default.json'), 'utf8'),
    );
    expect(tracked.map(({ key }) => key)).toEqual(['state_support_ann', 'chat_history_support_ann', 'memory']);
  },
);
