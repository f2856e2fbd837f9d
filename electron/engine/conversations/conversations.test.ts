import { expect, test, vi } from 'vitest';
import type { Result } from '#shared/contract/contract.ts';
import { patiently } from '#shared/testing/patiently.ts';
import { engineInMemory } from '#testing/engine-in-memory.ts';

const folder = '/home/person/.claude/projects/-home-person-code-app';
const path = `${folder}/6f1c.jsonl`;

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString();
const lineOf = (record: object): string => `${JSON.stringify(record)}\n`;
const asked = (n: number, text: string): string =>
  lineOf({
    type: 'user',
    uuid: `u${n}`,
    timestamp: at(n),
    cwd: '/home/person/code/app',
    message: { role: 'user', content: text },
  });
const replied = (n: number, block: object, output: number): string =>
  lineOf({
    type: 'assistant',
    uuid: `a${n}-${output}`,
    requestId: `r${n}`,
    timestamp: at(n),
    message: {
      id: `m${n}`,
      role: 'assistant',
      model: 'some-model',
      content: [block],
      usage: { input_tokens: 10, output_tokens: output, cache_read_input_tokens: 5 },
    },
  });

const everything = { offset: 0, limit: 50, revision: undefined };
const pageOf = (id: string, from?: number, direction: 'forward' | 'back' = 'back', limit = 50) => ({
  id,
  from,
  direction,
  limit,
});

test('reads nothing from a place before the person approves it, or after they withdraw the approval', async () => {
  const { ports, call } = engineInMemory();
  ports.outside.write(path, asked(1, 'Remember that I drink green tea.'));
  const { places } = await call('conversations.places', {});
  expect(places.filter(({ state }) => state !== 'absent')).toEqual([
    { id: 'claude', assistant: 'Claude Code', folder: '/home/person/.claude/projects', state: 'waiting' },
  ]);
  expect(await call('conversations.list', everything)).toMatchObject({ total: 0, conversations: [] });
  await expect(call('conversations.page', pageOf(`claude:${path}`))).rejects.toMatchObject({ code: 'not_found' });

  await call('conversations.approve', { place: 'claude', approved: true });
  const { conversations } = await call('conversations.list', everything);
  expect(conversations).toMatchObject([
    {
      id: `claude:${path}`,
      project: { name: 'app', path: '/home/person/code/app' },
      title: 'Remember that I drink green tea.',
      startedAt: Date.UTC(2026, 10, 20, 9, 1),
    },
  ]);
  await call('conversations.approve', { place: 'claude', approved: false });
  expect(await call('conversations.list', everything)).toMatchObject({ total: 0 });
});

test('refuses a file of another folder, whatever its id says', async () => {
  const { ports, call } = engineInMemory();
  ports.outside.write(path, asked(1, 'Hello.'));
  ports.outside.write('/home/person/secret.jsonl', asked(1, 'Hidden.'));
  await call('conversations.approve', { place: 'claude', approved: true });
  for (const other of ['/home/person/secret.jsonl', `${folder}/../../../secret.jsonl`]) {
    await expect(call('conversations.page', pageOf(`claude:${other}`))).rejects.toMatchObject({ code: 'not_found' });
  }
});

test('pages from either end have every item once, and a reply on several lines as one item', async () => {
  const { ports, call } = engineInMemory();
  const lines: string[] = [];
  for (let n = 1; n <= 40; n++) {
    lines.push(asked(n, `Question ${n}`));
    lines.push(replied(n, { type: 'thinking', thinking: 'Hm.' }, 1));
    lines.push(replied(n, { type: 'text', text: `Answer ${n}` }, 7));
    lines.push(lineOf({ type: 'progress', of: 'something nobody knows' }));
  }
  ports.outside.write(path, lines.join(''));
  await call('conversations.approve', { place: 'claude', approved: true });
  const id = `claude:${path}`;

  const forward: number[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const page: Result<'conversations.page'> = await call('conversations.page', pageOf(id, from, 'forward', 7));
    forward.push(...page.items.map((item) => item.at));
    from = page.after;
  }
  const back: number[] = [];
  for (let from: number | undefined | null; from !== null; ) {
    const page: Result<'conversations.page'> = await call('conversations.page', pageOf(id, from, 'back', 7));
    back.unshift(...page.items.map((item) => item.at));
    from = page.before;
  }
  expect(forward).toHaveLength(80);
  expect(back).toEqual(forward);

  const { items } = await call('conversations.page', pageOf(id, undefined, 'back', 2));
  expect(items).toMatchObject([
    { author: 'person', blocks: [{ kind: 'text', text: 'Question 40' }], usage: null },
    {
      author: 'assistant',
      model: 'some-model',
      blocks: [{ kind: 'thinking' }, { kind: 'text', text: 'Answer 40' }],
      usage: { input: 10, cacheRead: 5, cacheWrite: 0, output: 7 },
    },
  ]);
});

test('a saved conversation stays listed and readable after its program deleted it', async () => {
  const { ports, call } = engineInMemory();
  ports.outside.write(path, asked(1, 'Remember that I drink green tea.'));
  await call('conversations.approve', { place: 'claude', approved: true });
  const id = `claude:${path}`;
  const before = await call('conversations.page', pageOf(id));
  await call('conversations.keep', { id });
  ports.outside.remove('/home/person/.claude');
  expect(await call('conversations.list', everything)).toMatchObject({
    conversations: [{ id, title: 'Remember that I drink green tea.' }],
  });
  expect(await call('conversations.page', pageOf(id))).toEqual(before);

  // There is nothing to copy, and a copy is no original.
  const [kept] = (await call('conversations.keeping', {})).kept;
  expect(await call('conversations.keep', { id })).toMatchObject({ bytes: kept?.bytes, versions: 1, isLast: true });
  expect(await call('conversations.page', pageOf(id))).toEqual(before);

  await expect(call('conversations.removeCopy', { id, evenLast: false })).rejects.toMatchObject({
    code: 'value_invalid',
  });
  await call('conversations.removeCopy', { id, evenLast: true });
  expect(await call('conversations.list', everything)).toMatchObject({ total: 0 });
});

test('a rule saves all finished conversations of a project, up to the size limit', async () => {
  const { ports, call } = engineInMemory();
  const other = '/home/person/.claude/projects/-home-person-code-other/1.jsonl';
  ports.outside.write(path, asked(1, 'Hello.'));
  ports.outside.write(other, asked(1, 'Hello.').replace('code/app', 'code/other'));
  await call('conversations.approve', { place: 'claude', approved: true });
  const rules = [{ assistant: 'Claude Code', project: '/home/person/code/app' }];
  const idsKept = async () => (await call('conversations.keeping', {})).kept.map(({ id }) => id);

  await call('conversations.setKeeping', { rules, limit: undefined });
  expect(await idsKept()).toEqual([]);
  await ports.clock.advance(2 * 60 * 60 * 1000);
  await vi.waitFor(async () => expect(await idsKept()).toEqual([`claude:${path}`]), patiently);

  const everywhere = [{ assistant: 'Claude Code', project: null }];
  const full = await call('conversations.setKeeping', { rules: everywhere, limit: 10 });
  expect(full.problems).toMatchObject([{ id: `claude:${other}`, message: expect.stringContaining('0 MB') }]);
  expect(full.kept).toHaveLength(1);
  const room = await call('conversations.setKeeping', { rules: undefined, limit: 100_000 });
  expect(room).toMatchObject({ problems: [], kept: [{}, {}] });
});

test('a rule does not save a removed copy again until it is saved by hand or a rule is added', async () => {
  const { ports, call } = engineInMemory();
  ports.outside.write(path, asked(1, 'Hello.'));
  await call('conversations.approve', { place: 'claude', approved: true });
  await ports.clock.advance(60 * 60 * 1000);
  const id = `claude:${path}`;
  const rules = [{ assistant: 'Claude Code', project: null }];
  const keep = (asked: typeof rules) => call('conversations.setKeeping', { rules: asked, limit: undefined });
  expect(await keep(rules)).toMatchObject({ kept: [{ id }], leftOut: [] });
  await call('conversations.removeCopy', { id, evenLast: false });
  expect(await keep(rules)).toMatchObject({ kept: [], leftOut: [id] });
  await ports.clock.advance(2 * 60 * 60 * 1000);
  expect((await call('conversations.keeping', {})).kept).toEqual([]);

  await call('conversations.keep', { id });
  expect(await call('conversations.keeping', {})).toMatchObject({ kept: [{ id }], leftOut: [] });
  await call('conversations.removeCopy', { id, evenLast: false });
  await keep([]);
  expect(await keep(rules)).toMatchObject({ kept: [{ id }], leftOut: [] });
});
