import { expect, test } from 'vitest';
import { engineInMemory } from '#testing/engine-in-memory.ts';

/** Lines that are not shown: they are counted, and can be viewed raw. */

const home = '/home/person';

async function openWith(place: string, path: string, content: string | Uint8Array) {
  const { ports, call } = engineInMemory({ [path]: content });
  await (place === 'laragent'
    ? call('conversations.addPlace', { path })
    : call('conversations.approve', { place, approved: true }));
  const id = `${place}:${path}`;
  const lines = async (places: readonly number[]) =>
    (await call('conversations.lines', { id, places: [...places] })).lines.map(({ text }) => text);
  return { ports, call, lines, outline: (from = 0) => call('conversations.outline', { id, from, limit: 2 }) };
}

const said = (uuid: string): string => `${JSON.stringify({ type: 'user', uuid, message: { content: uuid } })}\n`;
const torn = '{"type":"user","message":{"conte\n';
const foreign = `${JSON.stringify({ type: 'hologram', of: 'tea' })}\n`;

test('lists unreadable and unknown lines by their start, page by page', async () => {
  const parts = [said('a'), torn, said('b'), foreign, said('c'), '\n', said('d')];
  const at = (part: number): number => parts.slice(0, part).join('').length;
  const path = `${home}/.claude/projects/p/1.jsonl`;
  const { lines, outline } = await openWith('claude', path, parts.join(''));
  const first = await outline();
  expect(first).toMatchObject({ unread: [at(1)], unknown: [at(3)], next: at(4) });
  expect(await outline(at(4))).toMatchObject({ unread: [], unknown: [], next: null });
  expect(await lines([at(1), at(3)])).toEqual([torn.trimEnd(), foreign.trimEnd()]);
});

test('reports a last line without an end once nobody has written for a while', async () => {
  const path = `${home}/.claude/projects/p/1.jsonl`;
  const unfinished = torn.trimEnd();
  const { ports, lines, outline } = await openWith('claude', path, said('a') + unfinished);
  expect((await outline()).unread).toEqual([]);
  await ports.clock.advance(61_000);
  expect((await outline()).unread).toEqual([said('a').length]);
  expect(await lines([said('a').length])).toEqual([unfinished]);
});

test('shows the readable part of binary data', async () => {
  const path = `${home}/.claude/projects/p/1.jsonl`;
  const bytes = new Uint8Array([...new TextEncoder().encode(said('a')), 0x7b, 0xff, 0x61, 0x0a]);
  const { lines, outline } = await openWith('claude', path, bytes);
  const { unread } = await outline();
  expect(await lines(unread)).toEqual(['{�a']);
});

test('lists odd lines of a log that is read whole, and of a list of messages', async () => {
  const chat = `${home}/.gemini/tmp/app/chats/session-1.jsonl`;
  const begun = { sessionId: 's', startTime: '2026-11-20T08:59:00Z' };
  const message = { id: 'a', type: 'user', content: 'Hello.' };
  const log = `${JSON.stringify(begun)}\n${JSON.stringify(message)}\n${torn}${JSON.stringify({ odd: 1 })}\n`;
  const gemini = await openWith('gemini', chat, log);
  expect(await gemini.outline()).toMatchObject({ unread: [0], unknown: [1] });
  expect(await gemini.lines([0, 1])).toEqual([torn.trimEnd(), '{"odd":1}']);

  const path = `${home}/site/chatHistory1.json`;
  const list = [{ role: 'user', content: 'Hello.' }, 'a text', { kind: 'note' }];
  const larAgent = await openWith('laragent', path, JSON.stringify(list));
  expect(await larAgent.outline()).toMatchObject({ unread: [0], unknown: [1] });
  expect(await larAgent.outline(1)).toMatchObject({ unread: [0], unknown: [1] });
  expect(await larAgent.lines([1, 0])).toEqual(['{"kind":"note"}', '"a text"']);
});
