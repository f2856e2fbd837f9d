import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { Result } from '#shared/contract/contract.ts';
import type { PageItem } from '#shared/contract/features/conversations.ts';
import { engineInMemory } from '#testing/engine-in-memory.ts';

/** Conversations of the other programs, in their real shapes, as the engine's callers see them. */

const home = '/home/person';
const lines = (...records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

async function openWith(files: Readonly<Record<string, string | Uint8Array>>) {
  const { ports, engine, call } = engineInMemory(files);
  for (const { id, state } of (await call('conversations.places', {})).places) {
    await (state === 'waiting' ? call('conversations.approve', { place: id, approved: true }) : null);
  }
  const list = async () =>
    (await call('conversations.list', { offset: 0, limit: 50, revision: undefined, parent: undefined })).conversations;
  const page = (id: string, from?: number, direction: 'forward' | 'back' = 'forward', limit = 200) =>
    call('conversations.page', { id, from, direction, limit });
  return { ports, engine, call, list, page };
}

/** Items in short: role, marks and text. */
const short = (items: readonly PageItem[]): string[] =>
  items.map(({ kind, author, marks, blocks, turns }) =>
    [
      kind === 'message' ? author : kind,
      ...marks.map((mark) => `(${mark})`),
      ...(turns === null ? [] : [String(turns)]),
      ...blocks.map((block) => {
        switch (block.kind) {
          case 'text':
            return block.text;
          case 'call':
            return `${block.name}#${block.id}`;
          case 'result':
            return `=${block.text}#${block.id}`;
          default:
            return `[${block.kind === 'other' ? block.type : block.text}]`;
        }
      }),
    ].join(' '),
  );

/** Checks that pages of every length from both ends have the same items, each once. */
async function checkPages({ page }: Pick<Awaited<ReturnType<typeof openWith>>, 'page'>, id: string) {
  const { items } = await page(id, 0);
  for (const limit of [1, 2, 3]) {
    for (const direction of ['forward', 'back'] as const) {
      const found: PageItem[] = [];
      for (let from: number | null | undefined = direction === 'forward' ? 0 : undefined; from !== null; ) {
        const one: Result<'conversations.page'> = await page(id, from, direction, limit);
        found.splice(direction === 'forward' ? found.length : 0, 0, ...one.items);
        from = direction === 'forward' ? one.after : one.before;
      }
      expect(found).toEqual(items);
    }
  }
  return items;
}

const codex = `${home}/.codex/sessions/2026/11/20/rollout-2026-11-20T09-00-00-1f.jsonl`;
const event = (payload: object) => ({ timestamp: '2026-11-20T09:00:01Z', type: 'event_msg', payload });
const item = (payload: object) => ({ timestamp: '2026-11-20T09:00:02Z', type: 'response_item', payload });
const counted = (total: number, last: number) =>
  event({
    type: 'token_count',
    info: {
      total_token_usage: { total_tokens: total },
      last_token_usage: { input_tokens: last, cached_input_tokens: 4, output_tokens: 2 },
    },
  });
const rollout = lines(
  { timestamp: '2026-11-20T09:00:00Z', type: 'session_meta', payload: { id: '1f', cwd: `${home}/code/app` } },
  item({ type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'Be brief.' }] }),
  item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: '<environment_context>…' }] }),
  item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'List the files.' }] }),
  event({ type: 'user_message', message: 'List the files.' }),
  item({ type: 'reasoning', summary: [{ type: 'summary_text', text: 'A shell will do.' }] }),
  event({ type: 'agent_message', message: 'I look.' }),
  item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I look.' }] }),
  item({ type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'c1' }),
  counted(10, 10),
  counted(10, 10),
  item({ type: 'function_call_output', call_id: 'c1', output: '{"output":"a.txt","metadata":{"exit_code":0}}' }),
  event({ type: 'agent_message', message: 'Only said in an event.' }),
  counted(30, 20),
  event({ type: 'context_compacted' }),
  { timestamp: '2026-11-20T09:00:03Z', type: 'compacted', payload: { message: 'Files were listed.' } },
  event({ type: 'thread_rolled_back', num_turns: 1 }),
  event({ type: 'something_new' }),
  { type: 'unheard_of' },
);

test('Codex: shows repeated text once, marks injected text, and counts tokens once', async () => {
  const opened = await openWith({ [codex]: rollout });
  const [conversation] = await opened.list();
  expect(conversation).toMatchObject({
    format: 'codex',
    title: 'List the files.',
    project: { name: 'app', path: `${home}/code/app` },
    startedAt: Date.UTC(2026, 10, 20, 9),
    marks: ['compacted'],
  });
  const items = await checkPages(opened, `codex:${codex}`);
  expect(short(items)).toEqual([
    'program (injected) Be brief.',
    'program (injected) <environment_context>…',
    'person List the files.',
    'assistant [A shell will do.] I look. shell#c1',
    'tool =a.txt#c1',
    'assistant Only said in an event.',
    'compaction Files were listed.',
    'rewind 1',
  ]);
  expect(items.map(({ usage }) => usage).filter(Boolean)).toEqual([
    { input: 6, cacheRead: 4, cacheWrite: 0, output: 2 },
    { input: 16, cacheRead: 4, cacheWrite: 0, output: 2 },
  ]);
  expect((await opened.page(`codex:${codex}`, 0)).unknown).toBe(2);
});

/** Text as a frame of Zstandard that stores it uncompressed: the library only unpacks. */
const frame = (text: string): Uint8Array => {
  const content = new TextEncoder().encode(text);
  const size = content.length;
  // One raw block in one segment, its size in four bytes.
  const head = [0x28, 0xb5, 0x2f, 0xfd, 0xa0, size & 255, (size >> 8) & 255, (size >> 16) & 255, size >>> 24];
  const block = (size << 3) | 1;
  return new Uint8Array([...head, block & 255, (block >> 8) & 255, (block >> 16) & 255, ...content]);
};

test('Codex: a command’s answer is its output, and failed if it says so', async () => {
  const output = (call: string, value: unknown) => item({ type: 'function_call_output', call_id: call, output: value });
  const opened = await openWith({
    [codex]: lines(
      output('a', JSON.stringify({ output: 'no such file\n', metadata: { exit_code: 1 } })),
      output('b', { content: [{ type: 'input_text', text: 'seen' }], success: true }),
      output('c', '{"tea": "green"}'),
    ),
  });
  const { items } = await opened.page(`codex:${codex}`, 0);
  expect(items.flatMap(({ blocks }) => blocks)).toMatchObject([
    { text: 'no such file\n', isError: true },
    { text: 'seen', isError: false },
    { text: '{"tea": "green"}', isError: false },
  ]);
});

test('Codex: reads an archived, packed rollout like any other, and reports why a damaged one can’t be read', async () => {
  const packed = `${home}/.codex/archived_sessions/rollout-2026-11-20T09-00-00-1f.jsonl.zst`;
  const damaged = packed.replace('1f', '2f');
  const opened = await openWith({ [codex]: rollout, [packed]: frame(rollout), [damaged]: frame(rollout).slice(0, 40) });
  const items = await checkPages(opened, `codex-archived:${packed}`);
  expect(items).toEqual((await opened.page(`codex:${codex}`, 0)).items);
  const broken = (await opened.list()).find(({ path }) => path === damaged);
  expect(broken).toMatchObject({ title: null, problem: expect.stringContaining('damaged') });
});

const chats = `${home}/.gemini/tmp/app/chats`;
const said = (id: string, type: string, content: unknown, others: object = {}) => ({
  id,
  type,
  content,
  timestamp: '2026-11-20T09:00:00Z',
  ...others,
});
const looked = said('b', 'gemini', 'I look.', {
  thoughts: [{ subject: 'Plan', description: 'List.' }],
  toolCalls: [
    {
      id: 't',
      name: 'ls',
      args: { path: '.' },
      status: 'success',
      result: [{ functionResponse: { id: 't', name: 'ls', response: { output: 'a.txt' } } }],
    },
  ],
  tokens: { input: 10, cached: 4, output: 2, thoughts: 1, total: 13 },
  model: 'gemini-x',
});
const inChat = ['person List the files.', 'assistant [Plan\nList.] I look. ls#t', 'tool =a.txt#t'];

test('Gemini CLI: reads a chat as one object', async () => {
  const path = `${chats}/session-1.json`;
  const about = { sessionId: 's', startTime: '2026-11-20T08:59:00Z', summary: 'Files' };
  const messages = [said('a', 'user', [{ text: 'List the files.' }]), looked, said('c', 'info', 'Quota is low.')];
  const opened = await openWith({ [path]: JSON.stringify({ ...about, messages }) });
  expect((await opened.list())[0]).toMatchObject({
    title: 'Files',
    project: { name: 'app', path: null },
    startedAt: Date.UTC(2026, 10, 20, 8, 59),
  });
  const items = await checkPages(opened, `gemini:${path}`);
  expect(short(items)).toEqual([...inChat, 'program (injected) Quota is low.']);
  expect(items[1]?.usage).toEqual({ input: 6, cacheRead: 4, cacheWrite: 0, output: 3 });
});

test('Gemini CLI: a log yields the last version of every message, and withdrawn messages stay', async () => {
  const path = `${chats}/session-2.jsonl`;
  const opened = await openWith({
    [path]: lines(
      { sessionId: 's', startTime: '2026-11-20T08:59:00Z', messages: [] },
      said('a', 'user', 'List the files.'),
      said('b', 'gemini', 'I lo'),
      looked,
      said('c', 'user', 'Delete them.'),
      said('d', 'gemini', 'Done.'),
      { $rewindTo: 'c' },
      said('e', 'user', 'Thanks.'),
      { $set: { summary: 'Files', messages: [said('z', 'user', 'A summary.'), said('e', 'user', 'Thanks.')] } },
      { strange: true },
    ).concat('{"id": "f", "type"'),
  });
  expect((await opened.list())[0]).toMatchObject({ title: 'Files', marks: ['compacted'] });
  expect(short(await checkPages(opened, `gemini:${path}`))).toEqual([
    ...inChat,
    'person (rewound) Delete them.',
    'assistant (rewound) Done.',
    'person Thanks.',
    'compaction',
    'person A summary.',
  ]);
  expect(await opened.page(`gemini:${path}`)).toMatchObject({ unread: 1, unknown: 1 });
});

test('OpenClaw: reads messages, compactions, and the abandoned branch', async () => {
  const path = `${home}/.openclaw/agents/main/sessions/1.jsonl`;
  const message = (id: string, parentId: string | null, role: string, content: unknown, others: object = {}) => ({
    type: 'message',
    id,
    parentId,
    timestamp: '2026-11-20T09:00:01Z',
    message: { role, content, ...others },
  });
  const opened = await openWith({
    [path]: lines(
      { type: 'session', id: 's', cwd: `${home}/code/app`, timestamp: '2026-11-20T09:00:00Z' },
      message('a', null, 'user', 'List the files.'),
      { type: 'model_change', id: 'm', parentId: 'a' },
      message('b', 'm', 'assistant', [{ type: 'toolCall', id: 't', name: 'ls', arguments: { path: '.' } }], {
        usage: { input: 6, output: 2, cacheRead: 4, cacheWrite: 0 },
      }),
      message('c', 'b', 'toolResult', [{ type: 'text', text: 'a.txt' }], { toolCallId: 't', toolName: 'ls' }),
      message('d', 'c', 'user', 'Delete them.'),
      message('e', 'c', 'user', 'Thanks.'),
      { type: 'compaction', id: 'f', parentId: 'e', summary: 'Files.', firstKeptEntryId: 'e', tokensBefore: 99 },
    ),
  });
  const id = `openclaw:${path}`;
  expect((await opened.list())[0]).toMatchObject({ id, title: 'List the files.', marks: ['compacted'] });
  const items = await checkPages(opened, id);
  expect(short(items)).toEqual([
    'person List the files.',
    'assistant ls#t',
    'tool =a.txt#t',
    'person Delete them.',
    'person Thanks.',
    'compaction Files.',
  ]);
  expect(items[1]?.usage).toEqual({ input: 6, output: 2, cacheRead: 4, cacheWrite: 0 });
});

test('Amplifier: reads a transcript', async () => {
  const path = `${home}/.amplifier/projects/app/sessions/1/transcript.jsonl`;
  const opened = await openWith({
    [path]: lines(
      { role: 'user', content: 'List the files.', timestamp: '2026-11-20T09:00:01Z' },
      { role: 'assistant', content: 'I look.', tool_calls: [{ id: 't', tool: 'ls', arguments: { path: '.' } }] },
      { role: 'tool', tool_call_id: 't', content: 'a.txt' },
    ),
  });
  expect((await opened.list())[0]).toMatchObject({
    title: 'List the files.',
    startedAt: Date.UTC(2026, 10, 20, 9, 0, 1),
  });
  expect(short(await checkPages(opened, `amplifier:${path}`))).toEqual([
    'person List the files.',
    'assistant I look. ls#t',
    'tool =a.txt#t',
  ]);
});

test('Amplifier: a file beside it holds project and name, and is saved with it', async () => {
  const folder = `${home}/.amplifier/projects/-home-person-code-app/sessions/1`;
  const { ports, call, list } = await openWith({
    [`${folder}/transcript.jsonl`]: lines({ role: 'user', content: 'List the files.' }),
    [`${folder}/metadata.json`]: JSON.stringify({ name: 'Files', working_dir: '/home/person/code/app' }),
  });
  expect(await list()).toMatchObject([{ title: 'Files', project: { name: 'app', path: '/home/person/code/app' } }]);
  await call('conversations.keep', { id: `amplifier:${folder}/transcript.jsonl` });
  expect(ports.outside.paths().filter((path) => path.endsWith('-metadata.json'))).toHaveLength(1);

  ports.outside.write(`${folder}/metadata.json`, 'broken');
  expect(await list()).toMatchObject([
    { title: 'List the files.', project: { name: '-home-person-code-app', path: null }, problem: null },
  ]);
  ports.outside.remove(folder);
  expect(await list()).toMatchObject([{ project: { name: '-home-person-code-app', path: null } }]);
});

test('LarAgent: lists the chats of the named folder, and nothing else in it', async () => {
  const folder = '/srv/site/storage/laragent_storage';
  const chat = `${folder}/chatHistory_Support_42.json`;
  const opened = await openWith({
    [chat]: JSON.stringify([
      { role: 'system', content: 'Be brief.', message_uuid: '1' },
      {
        role: 'user',
        content: [{ type: 'text', text: 'Where is my order?' }],
        message_created: '2026-11-20T09:00:01Z',
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 't', type: 'function', function: { name: 'find', arguments: '{"n":1}' } }],
      },
      { role: 'tool', tool_call_id: 't', content: 'On its way.' },
    ]),
    [`${folder}/context_Support_default.json`]: '[{"agentName": "Support"}]',
    '/srv/site/.env': 'SECRET=1',
  });
  await expect(opened.call('conversations.addPlace', { path: '/srv/site/.env' })).rejects.toMatchObject({
    code: 'value_invalid',
  });
  await expect(opened.call('conversations.addPlace', { path: '/srv/nothing' })).rejects.toMatchObject({
    code: 'not_found',
  });
  const { places } = await opened.call('conversations.addPlace', { path: folder });
  expect(places).toContainEqual({ id: `laragent:${folder}`, assistant: 'LarAgent', folder, state: 'approved' });
  expect(await opened.list()).toMatchObject([{ id: `laragent:${chat}`, title: 'Where is my order?' }]);
  expect(short(await checkPages(opened, `laragent:${chat}`))).toEqual([
    'program (injected) Be brief.',
    'person Where is my order?',
    'assistant find#t',
    'tool =On its way.#t',
  ]);
  await opened.call('conversations.approve', { place: `laragent:${folder}`, approved: false });
  expect(await opened.list()).toEqual([]);
});

const node = (id: string, parent: string | null, children: readonly string[], role: string | null, text: string) => ({
  id,
  parent,
  children,
  message: role && {
    author: { role },
    create_time: 1795165200.5,
    content: { content_type: 'text', parts: [text] },
    metadata: {},
  },
});
const account = [
  {
    title: 'Trip',
    conversation_id: 'trip',
    create_time: 1795165200,
    update_time: 1795165300,
    current_node: 'd',
    mapping: {
      root: node('root', null, ['a'], null, ''),
      a: node('a', 'root', ['b', 'c'], 'user', 'Where to?'),
      b: node('b', 'a', [], 'assistant', 'Rome.'),
      c: node('c', 'a', ['d'], 'assistant', 'Oslo.'),
      d: node('d', 'c', [], 'user', 'Fine.'),
    },
  },
  { title: null, id: 'other', create_time: 1795165100, mapping: { a: node('a', null, [], 'user', 'Hello.') } },
];

test.each([
  ['the file of an export', 'conversations.json', JSON.stringify(account)],
  [
    'its ZIP',
    'export.zip',
    zipSync({ 'a/conversations.json': strToU8(JSON.stringify(account)), 'a/chat.html': strToU8('') }),
  ],
])('ChatGPT: reads all conversations of %s, and abandoned answers', async (_, name, content) => {
  const path = `${home}/Downloads/${name}`;
  const opened = await openWith({ [path]: content });
  expect(await opened.list()).toEqual([]);
  await opened.call('conversations.addPlace', { path });
  expect(await opened.list()).toMatchObject([
    { id: `chatgpt:${path}#trip`, title: 'Trip', startedAt: 1795165200_000, changedAt: 1795165300_000 },
    { id: `chatgpt:${path}#other`, title: 'Hello.' },
  ]);
  expect(short(await checkPages(opened, `chatgpt:${path}#trip`))).toEqual([
    'person Where to?',
    'assistant (rewound) Rome.',
    'assistant Oslo.',
    'person Fine.',
  ]);
  const { items } = await opened.call('conversations.outline', { id: `chatgpt:${path}#trip`, from: 1, limit: 2 });
  expect(items).toHaveLength(2);
});

test('lists our own conversations if their workspace was opened and contains them', async () => {
  const kept = '/home/person/life/logs/conversations/today.jsonl';
  const opened = await openWith({
    '/home/person/life/logs/context/global.md': '# Global Context\n\n## Facts\n- a: b\n',
    [kept]: lines({ role: 'user', content: 'Hello.' }, { role: 'assistant', content: 'Hello!' }),
  });
  expect(await opened.list()).toEqual([]);
  await opened.call('workspaces.open', { path: '/home/person/life', startEmpty: false });
  expect(await opened.list()).toMatchObject([{ id: `own:${kept}`, assistant: 'Contexture', title: 'Hello.' }]);
  expect(short(await checkPages(opened, `own:${kept}`))).toEqual(['person Hello.', 'assistant Hello!']);
});
