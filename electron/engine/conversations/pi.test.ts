import { expect, test } from 'vitest';
import { shortItems } from '#shared/conversations/formats/testing/short-items.ts';
import { withRewinds } from '#shared/conversations/reading/rewinds.ts';
import { engineInMemory } from '#testing/engine-in-memory.ts';

/** Conversations of Pi, in their real shape, as the engine's callers see them. */

const path = '/home/person/.pi/agent/sessions/--home-person-code-app--/2026-11-20T09-00-00-000Z_1f.jsonl';
const id = `pi:${path}`;
const entry = (type: string, name: string, parentId: string | null, others: object) => ({
  type,
  id: name,
  parentId,
  timestamp: '2026-11-20T09:00:01Z',
  ...others,
});
const message = (name: string, parentId: string | null, role: string, others: object) =>
  entry('message', name, parentId, { message: { role, ...others } });
const session = [
  { type: 'session', version: 3, id: '1f', timestamp: '2026-11-20T09:00:00Z', cwd: '/home/person/code/app' },
  entry('model_change', 'm', null, { provider: 'anthropic', modelId: 'some-model' }),
  message('a', 'm', 'user', { content: 'List the files.' }),
  message('b', 'a', 'assistant', {
    content: [
      { type: 'thinking', thinking: 'A shell will do.' },
      { type: 'text', text: 'I look.' },
      { type: 'toolCall', id: 't', name: 'bash', arguments: { command: 'ls' } },
    ],
    model: 'some-model',
    usage: { input: 6, output: 2, cacheRead: 4, cacheWrite: 1, totalTokens: 13 },
  }),
  message('c', 'b', 'toolResult', { toolCallId: 't', toolName: 'bash', content: [{ type: 'text', text: 'a.txt' }] }),
  message('d', 'c', 'user', { content: [{ type: 'text', text: 'Delete hunter2.' }] }),
  entry('branch_summary', 'e', 'c', { fromId: 'd', summary: 'Deleting was tried.' }),
  message('f', 'c', 'user', { content: 'Brew green tea.' }),
  message('g', 'f', 'bashExecution', { command: 'git status', output: 'clean', exitCode: 0 }),
  message('h', 'g', 'assistant', { content: [], stopReason: 'error', errorMessage: 'Overloaded.' }),
  entry('compaction', 'i', 'h', { summary: 'Files were listed.', firstKeptEntryId: 'f', tokensBefore: 99 }),
  { type: 'unheard_of' },
];

async function openPi() {
  const { ports, call } = engineInMemory();
  ports.outside.write(path, session.map((record) => `${JSON.stringify(record)}\n`).join(''));
  ports.outside.write('/home/person/notes/logs/context/global.md', '## Facts\n- pw: hunter2\n');
  await call('conversations.approve', { place: 'pi', approved: true });
  return { ports, call };
}

test('Pi: lists sessions with their folder once the place is approved', async () => {
  const { call } = await openPi();
  const { places } = await call('conversations.places', {});
  expect(places).toContainEqual({
    id: 'pi',
    assistant: 'Pi',
    folder: '/home/person/.pi/agent/sessions',
    state: 'approved',
  });
  expect((await call('conversations.list', {})).conversations).toMatchObject([
    {
      id,
      format: 'pi',
      assistant: 'Pi',
      title: 'List the files.',
      project: { name: 'app', path: '/home/person/code/app' },
      startedAt: Date.UTC(2026, 10, 20, 9),
      marks: ['compacted'],
    },
  ]);
});

test('Pi: reads messages, commands of the person, an abandoned branch, and compactions', async () => {
  const { call } = await openPi();
  const { items, unknown } = await call('conversations.page', { id, from: 0, direction: 'forward' });
  expect(shortItems(items)).toEqual([
    'person List the files.',
    'assistant ~A shell will do. I look. bash({"command":"ls"})',
    'tool =a.txt',
    'person Delete hunter2.',
    'program (summary) Deleting was tried.',
    'person Brew green tea.',
    'person !git status [put in by the program]',
    'assistant (error) Overloaded.',
    'compaction Files were listed.',
  ]);
  expect(items[1]).toMatchObject({
    model: 'some-model',
    usage: { input: 6, output: 2, cacheRead: 4, cacheWrite: 1 },
  });
  expect(items.at(-1)?.compaction).toMatchObject({ before: 99, keptFrom: 'f' });
  expect(unknown).toBe(1);
  const outline = withRewinds((await call('conversations.outline', { id })).items);
  expect(outline.filter(({ marks }) => marks.includes('rewound')).map(({ at }) => at)).toEqual([
    items[3]?.at,
    items[4]?.at,
  ]);
});

test('Pi: finds text in a session, and names a session that holds an erased text', async () => {
  const { ports, call } = await openPi();
  const { found } = await call('conversations.search', { text: 'green tea', match: 'anywhere' });
  expect(found).toMatchObject([{ conversation: { id }, hits: [{ passage: { text: 'Brew green tea.' } }] }]);
  const { id: workspace } = await call('workspaces.open', { path: '/home/person/notes', startEmpty: false });
  const before = ports.outside.text(path);
  let left: readonly { readonly path: string }[] | null = null;
  void call('erase.carryOut', { workspace, target: { text: 'hunter2' }, word: 'erase' }).then((outcome) => {
    left = outcome.left;
  });
  while (left === null) {
    await ports.clock.advance(100);
  }
  expect(left).toMatchObject([{ path, why: 'It is a conversation of Pi’s, which Contexture does not change.' }]);
  expect(ports.outside.text(path)).toBe(before);
});
