import { expect, onTestFinished, test } from 'vitest';
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
  /** Start of a line in a conversation. */
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
  /** Has the index filled, and waits until it is complete. */
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
  'a tool call that wrote this file with this text counts as a note, %s',
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

test('finds a line of a memory without topics in the tool call that wrote it, also by an edit of several pieces', async () => {
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

const own = '/home/person/notes/logs/context/global.md';
const talks = {
  boats: { day: 10, lines: [said('I sail a dinghy on the lake, gladly.')] },
  tea: { day: 20, lines: [said('I like tea. And a lake.'), answered('Green tea?')] },
};

test('a conversation with the same text, or one that continued that day, is no origin', async () => {
  const { ports, open, filled } = await setUp(talks);
  ports.outside.write(own, '# Context\n\n## Facts\n\n- [2026-11-10] I sail a dinghy on the lake, gladly.\n');
  const { origin } = await open('/home/person/notes');
  await filled();
  expect(await origin('I sail a dinghy on the lake, gladly.')).toEqual({ origins: [], missing: null, askable: null });
});

test('a session name means a conversation of the same workspace, and a missing one is named', async () => {
  const { ports, open, filled } = await setUp(talks);
  ports.outside.write(
    own,
    '# Context\n\n## Facts (Confirmed)\n\n- [2026-11-20|certain|conversation:lake] Sails a dinghy on the lake, gladly\n',
  );
  // Another workspace, and a program, have one of that name.
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
  });
  await call('conversations.approve', { place: 'claude', approved: false });
  const unread = { place: 'claude', assistant: 'Claude Code', folder: '/home/person/.claude/projects' };
  expect(await call('conversations.origin', { workspace, entry: await ref('Likes weekends') })).toMatchObject({
    missing: { name: `${project}/boats.jsonl`, unread },
  });
});

test('reads a conversation that is not indexed yet for what was written in it', async () => {
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
