import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { type MethodName, methods, type Params, type ParsedParams, type Result } from '#shared/contract/contract.ts';
import { startRealEngine } from '#testing/faults/real-engine.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { prepareBundle } from '#testing/worker-process.ts';

const bundles = {
  index: prepareBundle('electron/node/conversation-index/worker.ts'),
  reader: prepareBundle('electron/node/conversation-reader/worker.ts'),
};

/** Writes a file with its folder; the text is one line for each record. */
function put(path: string, ...records: readonly object[]): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

/** A computer without a binary of SQLite: the threads are in a folder where its package is not found. */
async function openWithoutSqlite(home: string) {
  const [folder, dataFolder] = [temporaryFolder(), temporaryFolder()];
  const [indexWorker, readerWorker] = [join(folder, 'index.mjs'), join(folder, 'reader.mjs')];
  copyFileSync(bundles.index(), indexWorker);
  copyFileSync(bundles.reader(), readerWorker);
  const { engine, close } = startRealEngine(dataFolder, {
    homeFolder: home,
    environment: {},
    indexWorker,
    readerWorker,
  });
  const context = { caller: 'test', cancelled: () => false, progress: () => undefined };
  const call = <N extends MethodName>(method: N, params: Params<N>): Promise<Result<N>> =>
    engine.call(method, methods[method].params.parse(params) as ParsedParams<N>, context);
  return { call, close, engine };
}

test('without a binary of SQLite, reads, lists and finds everything that needs none, and reports that', async () => {
  const home = temporaryFolder();
  put(join(home, '.claude/projects/-p/1.jsonl'), {
    type: 'user',
    uuid: '1',
    message: { role: 'user', content: 'I drink green tea.' },
  });
  put(join(home, '.gemini/tmp/p/chats/session-1.json'), {
    sessionId: '1',
    messages: [{ id: '1', type: 'user', content: 'And no coffee, but tea.' }],
  });
  put(join(home, '.hermes/state.db'), { anything: 'its thread would read' });
  const { call, close, engine } = await openWithoutSqlite(home);
  try {
    for (const place of ['claude', 'gemini', 'hermes']) {
      await call('conversations.approve', { place, approved: true });
    }
    const { conversations } = await call('conversations.list', { offset: 0, limit: 50 });
    expect(new Map(conversations.map(({ format, title, problem }) => [format, title ?? problem]))).toEqual(
      new Map([
        ['claude', 'I drink green tea.'],
        ['gemini', 'And no coffee, but tea.'],
        ['hermes', expect.stringContaining('There is no SQLite for this machine')],
      ]),
    );

    const search = async (match: 'words' | 'anywhere', text: string) => {
      const { found, byScan } = await call('conversations.search', { text, match });
      return { titles: found.map(({ conversation }) => conversation.title).sort(), byScan };
    };
    const both = ['And no coffee, but tea.', 'I drink green tea.'];
    expect(await search('words', 'tea')).toEqual({ titles: both, byScan: 'unavailable' });
    expect(await search('anywhere', 'offe')).toEqual({ titles: both.slice(0, 1), byScan: 'unavailable' });

    const told = new Promise<Result<'conversations.index'>>((resolve) => {
      engine.subscribe(
        ({ event, data }) => event === 'conversations.indexing' && data.state !== 'reading' && resolve(data),
      );
    });
    await call('conversations.index', {});
    expect(await told).toMatchObject({ state: 'unavailable', problem: expect.stringContaining('libsql') });
  } finally {
    await close();
  }
});
