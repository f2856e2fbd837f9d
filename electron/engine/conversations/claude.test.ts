import { expect, test } from 'vitest';
import type { Result } from '#shared/contract/contract.ts';
import { engineInMemory } from '#testing/engine-in-memory.ts';

/** Claude Code's conversations as the engine's callers see them. */

const home = '/home/person/.claude';
const path = `${home}/projects/-home-person-code-app/6f1c.jsonl`;
const id = `claude:${path}`;

const line = (record: object): string => `${JSON.stringify(record)}\n`;
const asked = (uuid: string, parentUuid: string | null, content: unknown, others: object = {}): string =>
  line({ type: 'user', uuid, parentUuid, message: { role: 'user', content }, ...others });
const replied = (uuid: string, parentUuid: string, content: unknown, others: object = {}): string =>
  line({ type: 'assistant', uuid, parentUuid, message: { role: 'assistant', content, ...others } });
const text = (said: string) => [{ type: 'text', text: said }];
const called = (tool: string) => [{ type: 'tool_use', id: tool, name: 'Read', input: {} }];
const result = (tool: string) => [{ type: 'tool_result', tool_use_id: tool, content: 'ok' }];

async function openWith(files: Readonly<Record<string, string>>) {
  const { ports, engine, call } = engineInMemory(files);
  const events: unknown[] = [];
  engine.subscribe(({ event, data }) => event === 'conversations.followed' && events.push(data));
  await call('conversations.approve', { place: 'claude', approved: true });
  const list = (parent?: string) => call('conversations.list', { offset: 0, limit: 50, revision: undefined, parent });
  const page = (from?: number, direction: 'forward' | 'back' = 'forward', limit = 200) =>
    call('conversations.page', { id, from, direction, limit });
  const outline = (from = 0, limit = 2000) => call('conversations.outline', { id, from, limit });
  return { ports, engine, events, call, list, page, outline };
}

test('lists sub-agents under the conversation that called them, never beside it', async () => {
  const agent = `${path.slice(0, -6)}/subagents/agent-1.jsonl`;
  const orphan = `${home}/projects/-home-person-code-app/gone/subagents/agent-2.jsonl`;
  const { list } = await openWith({
    [path]: asked('1', null, 'Find the bug.'),
    [agent]: asked('2', null, 'Look into the tests.', { isSidechain: true, agentId: '1' }),
    [orphan]: asked('3', null, 'Of a conversation that is gone.'),
  });
  const { conversations } = await list();
  expect(conversations.map(({ title, subagents, parent }) => ({ title, subagents, parent }))).toEqual(
    expect.arrayContaining([
      { title: 'Find the bug.', subagents: 1, parent: null },
      expect.objectContaining({ title: 'Of a conversation that is gone.', subagents: 0 }),
    ]),
  );
  expect(conversations).toHaveLength(2);
  expect(await list(id)).toMatchObject({ total: 1, conversations: [{ title: 'Look into the tests.', parent: id }] });
});

test('derives the deletion date of a conversation from the program’s setting', async () => {
  const { ports, list } = await openWith({ [path]: asked('1', null, 'Hello.') });
  const deletedIn = async () => {
    const [first] = (await list()).conversations;
    return ((first?.deletedAt ?? 0) - (first?.changedAt ?? 0)) / 86_400_000;
  };
  expect(await deletedIn()).toBe(30);
  ports.outside.write(`${home}/settings.json`, '{"cleanupPeriodDays": 365}');
  expect(await deletedIn()).toBe(365);
  ports.outside.write(`${home}/settings.json`, '{"cleanupPeriodDays": "soon"');
  expect(await deletedIn()).toBe(30);
});

test('the list shows compactions, and branches of other conversations', async () => {
  const { list } = await openWith({
    [path]:
      asked('1', null, 'Hello.', { forkedFrom: { sessionId: 'other', messageUuid: '0' } }) +
      line({ type: 'system', subtype: 'compact_boundary', uuid: '2', logicalParentUuid: '1' }),
  });
  expect((await list()).conversations[0]?.marks).toEqual(['compacted', 'branch']);
});

test('counts a reply with separated lines once, wherever a page begins', async () => {
  const usage = (output: number) => ({ id: 'm', usage: { input_tokens: 10, output_tokens: output } });
  const { page, outline } = await openWith({
    [path]:
      asked('1', null, 'Read both.') +
      replied('2', '1', called('a'), usage(1)) +
      asked('3', '2', result('a')) +
      replied('4', '2', called('b'), usage(5)) +
      asked('5', '4', result('b')) +
      replied('6', '5', text('Done.'), { ...usage(7), id: 'n' }),
  });
  const { items } = await page();
  expect(items.map(({ usage: counted }) => counted && [counted.input, counted.output])).toEqual([
    null,
    [10, 1],
    null,
    [0, 4],
    null,
    [10, 7],
  ]);
  for (const [index, { at }] of items.entries()) {
    expect((await page(at)).items).toEqual(items.slice(index));
    expect((await page(at, 'back')).items).toEqual(items.slice(0, index));
    expect((await outline(at)).items.map((item) => item.usage)).toEqual(items.slice(index).map((item) => item.usage));
  }
});

test('an unfinished line is no damage, and is read once it is complete', async () => {
  const whole = asked('2', '1', 'Second.');
  const { ports, page } = await openWith({ [path]: asked('1', null, 'First.') + whole.slice(0, 30) });
  const before = await page();
  expect(before).toMatchObject({ items: [{ id: '1' }], unread: 0, unknown: 0 });
  ports.outside.write(path, asked('1', null, 'First.') + whole);
  expect((await page(before.items.at(-1)?.at)).items.map((item) => item.id)).toEqual(['1', '2']);
});

test('counts lines that are no JSON or of an unknown kind, and drops nothing around them', async () => {
  const { page } = await openWith({
    [path]:
      `not json\n${asked('1', null, 'First.')}[1, 2]\n\n` +
      line({ type: 'something-new' }) +
      line({ type: 'file-history-snapshot' }) +
      line({ type: 'system', subtype: 'informational', uuid: '2', content: 'Something is said.' }) +
      replied('3', '2', text('Overloaded.'), {}).replace('}\n', ',"isApiErrorMessage":true}\n'),
  });
  for (const direction of ['forward', 'back'] as const) {
    expect(await page(direction === 'forward' ? 0 : undefined, direction)).toMatchObject({
      items: [
        { id: '1' },
        { id: '2', author: 'program', marks: ['injected'] },
        { id: '3', author: 'assistant', marks: ['error'] },
      ],
      unread: 2,
      unknown: 1,
    });
  }
});

test('a page cuts long text and marks it, and the rest can be requested', async () => {
  const long = '😀'.repeat(400_000);
  const { call, page } = await openWith({
    [path]: [...'ab'].map((uuid) => asked(uuid, null, `${uuid}${long}`)).join(''),
  });
  const { items, after } = await page();
  expect(after).toBeNull();
  expect(items).toHaveLength(2);
  expect(items[0]?.cuts).toEqual([{ block: 0, missing: long.length + 1 - 15_999 }]);
  let all = '';
  for (let from: number | null = 0; from !== null; ) {
    const part: Result<'conversations.block'> = await call('conversations.block', { id, at: 0, block: 0, from });
    all += part.text;
    from = part.next;
  }
  expect(all).toBe(`a${long}`);
  await expect(call('conversations.block', { id, at: 0, block: 1, from: 0 })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('pages with more text than fits in a message are shorter, and none is lost', async () => {
  const blocks = Array.from({ length: 12 }, (_, n) => ({ type: 'text', text: `${n}${'x'.repeat(15_000)}` }));
  const { page } = await openWith({
    [path]: Array.from({ length: 9 }, (_, n) => asked(`${n}`, null, blocks)).join(''),
  });
  const forward: (string | null)[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const one: Result<'conversations.page'> = await page(from);
    expect(one.items.length).toBeLessThan(4);
    forward.push(...one.items.map((item) => item.id));
    from = one.after;
  }
  const back: (string | null)[] = [];
  for (let from: number | null | undefined; from !== null; ) {
    const one: Result<'conversations.page'> = await page(from, 'back');
    back.unshift(...one.items.map((item) => item.id));
    from = one.before;
  }
  expect(forward).toEqual([...'012345678']);
  expect(back).toEqual(forward);
});

test('reports to followers that a conversation grew, was replaced or was deleted, until they leave', async () => {
  const { ports, engine, events, call } = await openWith({ [path]: asked('1', null, 'First.') });
  await call('conversations.follow', { id, on: true });
  const tellsOf = async (change: () => void) => {
    events.length = 0;
    change();
    await ports.clock.advance(2500);
    return events;
  };
  const first = asked('1', null, 'First.');
  expect(await tellsOf(() => ports.outside.write(path, first + asked('2', '1', 'Second.')))).toEqual([
    { id, change: 'grown' },
  ]);
  expect(await tellsOf(() => undefined)).toEqual([]);
  expect(await tellsOf(() => ports.outside.write(path, first))).toEqual([{ id, change: 'replaced' }]);
  const other = asked('1', null, 'Other words, and more of them than before.');
  expect(await tellsOf(() => ports.outside.write(path, other))).toEqual([{ id, change: 'replaced' }]);
  expect(await tellsOf(() => ports.outside.remove(path))).toEqual([{ id, change: 'gone' }]);
  expect(await tellsOf(() => ports.outside.write(path, first))).toEqual([{ id, change: 'replaced' }]);
  engine.leave('page');
  expect(await tellsOf(() => ports.outside.write(path, first + first))).toEqual([]);
});

test('shows records behind a torn one on the same line from either end, and counts the torn one', async () => {
  const { page } = await openWith({
    [path]:
      asked('1', null, 'One.') +
      asked('2', '1', 'Torn.').slice(0, 40) +
      asked('3', '1', 'Three.').trim() +
      asked('4', '3', 'Four.'),
  });
  const shown = async (from?: number, direction?: 'forward' | 'back') => {
    const { items, unread } = await page(from, direction);
    return { ids: items.map((item) => item.id), unread };
  };
  expect(await shown(0)).toEqual({ ids: ['1', '3', '4'], unread: 1 });
  expect(await shown(undefined, 'back')).toEqual({ ids: ['1', '3', '4'], unread: 1 });
  const [, third] = (await page(0)).items;
  expect((await shown(third?.at)).ids).toEqual(['3', '4']);
});
