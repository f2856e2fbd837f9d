import { expect, test } from 'vitest';
import { engineInMemory } from '#testing/engine-in-memory.ts';

const path = '/home/person/.claude/projects/-code/6f1c.jsonl';
const said = (n: number): string =>
  `${JSON.stringify({ type: 'user', uuid: `u${n}`, message: { role: 'user', content: `Said ${n}.` } })}\n`;
const talk = (from: number, count: number): string => Array.from({ length: count }, (_, n) => said(from + n)).join('');
const boundary = `${JSON.stringify({ type: 'system', subtype: 'compact_boundary', uuid: 'c', logicalParentUuid: 'u59' })}\n`;

function openEngine() {
  const reads: string[] = [];
  const { ports, engine, call } = engineInMemory({}, ({ files }) => ({
    files: {
      ...files,
      readPart: (of, from, length) => {
        reads.push(of);
        return files.readPart(of, from, length);
      },
    },
  }));
  const marks = async () =>
    (await call('conversations.list', { offset: 0, limit: 50 })).conversations.map((one) => one.marks);
  /** Resolves once a fact in the list changes. */
  const changed = async (begin: () => Promise<unknown>) => {
    const told = new Promise<void>((resolve) => {
      const stop = engine.subscribe(({ event }) => {
        if (event === 'conversations.changed') {
          stop();
          resolve();
        }
      });
    });
    await begin();
    await told;
  };
  const titles = async () =>
    (await call('conversations.list', { offset: 0, limit: 50 })).conversations.map(({ title }) => title);
  return { ports, call, marks, titles, changed, reads };
}

test('marks a compaction in the middle, which lists don’t read, once the conversation is indexed', async () => {
  const { ports, call, marks, changed } = openEngine();
  ports.outside.write(path, talk(0, 60) + boundary + talk(60, 60));
  await call('conversations.approve', { place: 'claude', approved: true });
  expect(await marks()).toEqual([[]]);
  await changed(() => call('conversations.index', {}));
  expect(await marks()).toEqual([['compacted']]);

  await ports.clock.advance(1000);
  ports.outside.write(path, talk(0, 60) + boundary + talk(60, 90));
  await call('conversations.index', {});
  expect(await marks()).toEqual([['compacted']]);

  await ports.clock.advance(1000);
  ports.outside.write(path, talk(100, 120));
  await changed(() => call('conversations.index', {}));
  expect(await marks()).toEqual([[]]);
});

test('uses a name given in the middle as title once the conversation is indexed, unless a later one exists', async () => {
  const { ports, call, titles, changed } = openEngine();
  const named = (customTitle: string): string => `${JSON.stringify({ type: 'custom-title', customTitle })}\n`;
  const middle = talk(0, 60) + named('Keel') + named('Keel repair') + talk(60, 60);
  ports.outside.write(path, middle);
  await call('conversations.approve', { place: 'claude', approved: true });
  expect(await titles()).toEqual(['Said 0.']);
  await changed(() => call('conversations.index', {}));
  expect(await titles()).toEqual(['Keel repair']);
  await ports.clock.advance(1000);
  ports.outside.write(path, middle + named('Keel and mast'));
  expect(await titles()).toEqual(['Keel and mast']);
  await ports.clock.advance(1000);
  ports.outside.write(path, talk(200, 120));
  expect(await titles()).toEqual(['Said 200.']);
});

test('a list does not read conversations that are indexed and unchanged', async () => {
  const { ports, call, titles, changed, reads } = openEngine();
  const other = path.replace('6f1c', '7a2d');
  ports.outside.write(path, talk(0, 60) + boundary);
  ports.outside.write(other, talk(100, 60));
  await call('conversations.approve', { place: 'claude', approved: true });
  await changed(() => call('conversations.index', {}));
  reads.length = 0;
  expect((await titles()).sort()).toEqual(['Said 0.', 'Said 100.']);
  expect(reads).toEqual([]);
  await ports.clock.advance(1000);
  ports.outside.write(other, talk(200, 60));
  expect((await titles()).sort()).toEqual(['Said 0.', 'Said 200.']);
  expect(new Set(reads)).toEqual(new Set([other]));
});

test('without an index, a list shows the facts in beginning and end', async () => {
  const { ports, call, marks } = openEngine();
  ports.conversationIndex.setUnavailable(true);
  ports.outside.write(path, boundary + talk(0, 120));
  ports.outside.write(path.replace('6f1c', '7a2d'), talk(0, 60) + boundary + talk(60, 60));
  await call('conversations.approve', { place: 'claude', approved: true });
  expect((await marks()).sort()).toEqual([[], ['compacted']]);
});
