import { expect, onTestFinished, test } from 'vitest';
import type { Operation } from '#shared/contract/changes.ts';
import { createMemoryPorts } from '#testing/memory-ports.ts';
import { openIn } from '#testing/open-workspace.ts';
import { createEngine } from '../../engine.ts';

const project = '/home/person/.claude/projects/-home-person-code-app';
const memory = `${project}/memory`;

type Line = { readonly author: 'user' | 'assistant'; readonly content: unknown };
const said = (text: string): Line => ({ author: 'user', content: text });
const answered = (text: string): Line => ({ author: 'assistant', content: [{ type: 'text', text }] });
const used = (name: string, input: object): Line => ({
  author: 'assistant',
  content: [{ type: 'tool_use', id: 't', name, input }],
});
const result = (text: string): Line => ({
  author: 'user',
  content: [{ type: 'tool_result', tool_use_id: 't', content: text }],
});

/** An engine with conversations of Claude Code, each begun on its day of November 2026 at nine. */
async function setUp(
  conversations: Readonly<Record<string, { readonly day: number; readonly lines: readonly Line[] }>>,
) {
  const ports = createMemoryPorts({ day: '2026-11-21' });
  const engine = createEngine(ports);
  onTestFinished(() => engine.close());
  for (const [name, { day, lines }] of Object.entries(conversations)) {
    const text = lines.map(({ author, content }, index) =>
      JSON.stringify({
        type: author,
        uuid: `${name}-${index}`,
        timestamp: new Date(Date.UTC(2026, 10, day, 9, index)).toISOString(),
        message: { id: `${name}-${index}`, role: author, content },
      }),
    );
    ports.outside.write(`${project}/${name}.jsonl`, `${text.join('\n')}\n`);
  }
  /** Where a line of a conversation begins. */
  const placeOf = (name: string, line: number): number =>
    (ports.outside.text(`${project}/${name}.jsonl`) ?? '')
      .split('\n')
      .slice(0, line)
      .reduce((sum, each) => sum + new TextEncoder().encode(each).length + 1, 0);
  const open = async (path: string) => {
    const opened = await openIn({ root: path, engine: () => engine });
    await opened.call('conversations.approve', { place: 'claude', approved: true });
    const origin = async (name: string) =>
      opened.call('conversations.origin', { workspace: opened.workspace, entry: await opened.ref(name) });
    return { ...opened, origin };
  };
  /** Has the index filled, and waits until that is over. */
  const filled = () =>
    new Promise<void>((resolve, reject) => {
      const off = engine.subscribe(({ event, data }) => {
        if (event === 'conversations.indexing' && data.state === 'complete') {
          off();
          resolve();
        }
      });
      const work = { caller: 'test', progress: () => undefined, cancelled: () => false };
      engine.call('conversations.index', {}, work).catch(reject);
    });
  return { ports, open, filled, placeOf };
}

const body = 'On Fridays at noon,\nnever in the evening.';
const topic = `---\nname: deploys\nmetadata:\n  modified: 2026-11-20T09:02:30Z\n---\n\n${body}\n`;
const index = '# Memory\n\n- [Deploys](deploys.md) — on Fridays\n';

test.each(['with an index', 'without one'])(
  'a tool that wrote exactly this file with this text is as good as a note, %s',
  async (how) => {
    const { ports, open, filled, placeOf } = await setUp({
      right: {
        day: 20,
        lines: [said('Hello.'), used('Write', { file_path: `${memory}/deploys.md`, content: topic }), said('Thanks.')],
      },
      elsewhere: {
        day: 20,
        lines: [said('Hi.'), used('Write', { file_path: '/tmp/memory/deploys.md', content: topic })],
      },
      other: {
        day: 20,
        lines: [said('Hi.'), used('Write', { file_path: `${memory}/deploys.md`, content: 'Something else entirely.' })],
      },
      read: { day: 20, lines: [said('Hi.'), used('Read', { file_path: `${memory}/deploys.md` }), result(topic)] },
      removed: {
        day: 20,
        lines: [said('Hi.'), used('Edit', { file_path: `${memory}/deploys.md`, old_string: body, new_string: '' })],
      },
    });
    ports.outside.write(`${memory}/MEMORY.md`, index);
    ports.outside.write(`${memory}/deploys.md`, topic);
    const { origin, call, workspace } = await open(`${memory}/MEMORY.md`);
    if (how === 'with an index') {
      await filled();
    } else {
      ports.conversationIndex.setUnavailable(true);
    }
    expect(await origin('Deploys')).toMatchObject({
      origins: [
        { conversation: `claude:${project}/right.jsonl`, how: 'written', isInferred: false, at: placeOf('right', 1) },
      ],
      unindexed: null,
    });
    const learnedIn = async (name: string) => {
      const asked = { workspace, conversation: `claude:${project}/${name}.jsonl` };
      return (await call('conversations.learned', asked)).learned;
    };
    expect(await learnedIn('right')).toMatchObject([
      { how: 'written', at: placeOf('right', 1), fate: 'there', entry: { ref: { key: 'Deploys' } } },
    ]);
    for (const other of ['elsewhere', 'other', 'read', 'removed']) {
      expect(await learnedIn(other)).toEqual([]);
    }
  },
);

test('a line of a memory without topics is found where a tool put it, by an edit of several pieces, too', async () => {
  const file_path = '/home/person/notes/CLAUDE.md';
  const { ports, open, filled, placeOf } = await setUp({
    right: {
      day: 18,
      lines: [
        said('Hello.'),
        used('MultiEdit', {
          file_path,
          edits: [{ old_string: '- Old', new_string: '- Old\n- Deploy on Fridays at noon' }],
        }),
      ],
    },
  });
  ports.outside.write(file_path, '# Project\n\n- Deploy on Fridays at noon\n');
  const { origin } = await open(file_path);
  await filled();
  expect(await origin('Deploy on Fridays at noon')).toMatchObject({
    origins: [{ how: 'written', at: placeOf('right', 1) }],
  });
});

const hermes = '/home/person/.hermes/memories/MEMORY.md';
const own = '/home/person/notes/logs/context/global.md';
const talks = {
  boats: {
    day: 10,
    lines: [
      said('What should I do at the weekend?'),
      answered('You could go sailing.'),
      said('I sail a dinghy on the lake, gladly.'),
    ],
  },
  tea: { day: 20, lines: [said('I like tea. And a lake.'), answered('Green tea?')] },
  reader: {
    day: 20,
    lines: [said('Read my memory.'), used('Read', { file_path: hermes }), result('Sails a dinghy on the lake')],
  },
};

test('where nothing is written down, what was said much alike is shown as a guess, and only what tools read is not', async () => {
  const { ports, open, filled, placeOf } = await setUp(talks);
  ports.outside.write(hermes, 'Sails a dinghy on the lake');
  const { origin } = await open(hermes);
  await filled();
  expect(await origin('Sails a dinghy on the lake')).toEqual({
    origins: [
      expect.objectContaining({
        conversation: `claude:${project}/boats.jsonl`,
        how: 'text',
        isInferred: true,
        at: placeOf('boats', 2),
      }),
    ],
    missing: null,
    askable: null,
    unindexed: null,
  });
});

test('of many messages about the same, those with the number of the entry are shown', async () => {
  const talk = (n: number) => ({ day: n, lines: [said(`The hangar number ${n} needs a purple door`)] });
  const numbered = [1, 2, 3, 4, 5, 6, 7, 8, 9, 17].map((n) => [`talk-${n}`, talk(n)] as const);
  const { ports, open, filled } = await setUp(Object.fromEntries(numbered));
  ports.outside.write(hermes, 'Hangar 1 needs a purple door');
  const { origin } = await open(hermes);
  await filled();
  const { origins } = await origin('Hangar 1 needs a purple door');
  expect(origins.map(({ conversation }) => conversation)).toEqual([`claude:${project}/talk-1.jsonl`]);
});

test('what was said alike is found in a language without blanks, too', async () => {
  const { ports, open, filled, placeOf } = await setUp({
    ...talks,
    right: { day: 12, lines: [said('你好'), said('周末我喜欢在湖上驾驶帆船。')] },
    other: { day: 12, lines: [said('今天的天气很好。')] },
  });
  ports.outside.write(hermes, '喜欢在湖上驾驶帆船');
  const { origin } = await open(hermes);
  await filled();
  expect(await origin('喜欢在湖上驾驶帆船')).toMatchObject({
    origins: [{ conversation: `claude:${project}/right.jsonl`, how: 'text', at: placeOf('right', 1) }],
  });
});

test('what began after an entry was known is no guess, and without an index the time alone speaks, which is said', async () => {
  const { ports, open, filled } = await setUp(talks);
  ports.outside.write(
    own,
    '# Context\n\n## Facts (Confirmed)\n\n- [2026-11-09] Sails a dinghy on the lake\n- [2026-11-20] Likes green tea\n',
  );
  const { origin } = await open('/home/person/notes');
  expect(await origin('Likes green tea')).toMatchObject({ unindexed: 'unread' });
  await filled();
  expect(await origin('Sails a dinghy on the lake')).toMatchObject({ origins: [], unindexed: null });
  ports.conversationIndex.setUnavailable(true);
  const { origins, unindexed } = await origin('Likes green tea');
  expect(unindexed).toBe('unavailable');
  expect(new Set(origins.map(({ how }) => how))).toEqual(new Set(['time']));
});

test('what ended before an entry was known is no guess, however late its file was written', async () => {
  const { ports, open } = await setUp(talks);
  ports.conversationIndex.setUnavailable(true);
  ports.outside.write(own, '# Context\n\n## Facts\n\n- [2026-11-15] Sails a dinghy\n- [2026-11-10] Likes tea\n');
  const { origin } = await open('/home/person/notes');
  expect(await origin('Sails a dinghy')).toMatchObject({ origins: [] });
  expect(await origin('Likes tea')).toMatchObject({
    origins: [{ conversation: `claude:${project}/boats.jsonl`, how: 'time' }],
  });
});

test('what a person added by hand came from no conversation of that day; what they corrected may have', async () => {
  const { ports, open } = await setUp({ today: { day: 21, lines: [said('Good morning.')] } });
  ports.conversationIndex.setUnavailable(true);
  ports.outside.write(own, '# Context\n\n## Facts\n\n- [2026-11-21] tea: black\n');
  const { origin, call, workspace, ref } = await open('/home/person/notes');
  const change = (operation: Operation) => call('context.change', { workspace, operations: [operation] });
  await change({ op: 'add', category: 'fact', key: 'boat', value: 'a dinghy' });
  await change({ op: 'edit', entry: await ref('tea'), value: 'green' });
  expect(await origin('boat')).toMatchObject({ origins: [] });
  expect(await origin('tea')).toMatchObject({ origins: [{ how: 'time' }] });
});

test('an item that OpenClaw took from a daily note is looked for on the day of that note', async () => {
  const { ports, open } = await setUp(talks);
  const path = '/home/person/.openclaw/workspace/MEMORY.md';
  ports.outside.write(
    path,
    '# Memory\n\n## Promoted From Short-Term Memory (2026-11-21)\n\n<!-- openclaw-memory-promotion:memory:memory/2026-11-10.md:1:1 -->\n- Prefers quiet weekends [score=0.9 recalls=3 avg=0.8 source=memory/2026-11-10.md:1-1]\n',
  );
  const { origin, entries } = await open(path);
  const [first] = await entries();
  expect(await origin(first?.value ?? '')).toMatchObject({
    origins: [{ conversation: `claude:${project}/boats.jsonl`, how: 'time', isInferred: true }],
  });
});

test('what a memory names is never guessed at, and what was taken from a conversation that is gone says so', async () => {
  const { ports, open, filled } = await setUp(talks);
  ports.outside.write(
    own,
    '# Context\n\n## Facts (Confirmed)\n\n- [2026-11-20|certain|conversation:lake] Sails a dinghy on the lake, gladly\n',
  );
  // Another workspace has one of that name, and so has a program.
  ports.outside.write('/home/person/other/logs/context/global.md', '# Context\n');
  const line = `${JSON.stringify({ role: 'user', content: 'I sail.' })}\n`;
  ports.outside.write('/home/person/other/logs/conversations/lake.jsonl', line);
  ports.outside.write(`${project}/lake.jsonl`, line);
  await open('/home/person/other');
  const { origin, call, workspace, ref } = await open('/home/person/notes');
  await filled();
  expect(await origin('Sails a dinghy on the lake, gladly')).toEqual({
    origins: [],
    missing: { name: 'lake', unread: null },
    askable: null,
    unindexed: null,
  });
  const conversation = 'own:/home/person/other/logs/conversations/lake.jsonl';
  expect((await call('conversations.learned', { workspace, conversation })).learned).toEqual([]);

  ports.outside.write('/home/person/notes/logs/conversations/lake.jsonl', line);
  expect(await origin('Sails a dinghy on the lake, gladly')).toMatchObject({
    origins: [{ conversation: 'own:/home/person/notes/logs/conversations/lake.jsonl', how: 'named' }],
    missing: null,
  });

  const boats = `claude:${project}/boats.jsonl`;
  await call('conversations.remember', { workspace, conversation: boats, at: 0, value: 'Likes weekends' });
  ports.outside.remove(`${project}/boats.jsonl`);
  expect(await call('conversations.origin', { workspace, entry: await ref('Likes weekends') })).toEqual({
    origins: [],
    missing: { name: `${project}/boats.jsonl`, unread: null },
    askable: null,
    unindexed: null,
  });
  await call('conversations.approve', { place: 'claude', approved: false });
  const unread = { place: 'claude', assistant: 'Claude Code', folder: '/home/person/.claude/projects' };
  expect(await call('conversations.origin', { workspace, entry: await ref('Likes weekends') })).toMatchObject({
    missing: { name: `${project}/boats.jsonl`, unread },
  });
});

test('what is not in the index yet is read for what was written at that time', async () => {
  const { ports, open, filled } = await setUp({ tea: talks.tea });
  ports.outside.write(`${memory}/MEMORY.md`, index);
  ports.outside.write(`${memory}/deploys.md`, topic);
  const { origin } = await open(`${memory}/MEMORY.md`);
  await filled();
  const call = {
    type: 'tool_use',
    id: 't',
    name: 'Write',
    input: { file_path: `${memory}/deploys.md`, content: body },
  };
  const line = { type: 'assistant', uuid: '1', timestamp: '2026-11-20T09:00:00Z', message: { content: [call] } };
  ports.outside.write(`${project}/new.jsonl`, `${JSON.stringify(line)}\n`);
  expect(await origin('Deploys')).toMatchObject({
    origins: [{ conversation: `claude:${project}/new.jsonl`, how: 'written', at: 0 }],
  });
});
