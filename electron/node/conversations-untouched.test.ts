import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createEngine } from '#engine/engine.ts';
import { readAllConversations, readWholeConversation } from '#shared/contract/reading/whole-conversation.ts';
import { createHost } from '#shared/contract/wire/host.ts';
import { createInProcessConnection } from '#shared/contract/wire/in-process.ts';
import { createClient } from '#shared/contract/wire/whole-client.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { openSqlite, type SqliteDatabase } from './conversation-index/sqlite.ts';
import { createNodePorts } from './ports.ts';

/** A home where every program has a conversation, Hermes's in a database that it holds open. */
function createHome() {
  const folder = temporaryFolder();
  const home = join(folder, 'home');
  const put = (path: string, ...records: readonly object[]): void => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  };
  const said = { role: 'user', content: 'Hello.' };
  put('.claude/projects/-p/1.jsonl', { type: 'user', uuid: '1', message: said });
  put('.claude/projects/-p/1/subagents/agent-2.jsonl', { type: 'user', uuid: '2', message: said });
  put('.codex/sessions/2026/11/20/rollout-1.jsonl', {
    type: 'event_msg',
    payload: { type: 'user_message', message: 'Hello.' },
  });
  put('.gemini/tmp/p/chats/session-1.json', {
    sessionId: '1',
    messages: [{ id: '1', type: 'user', content: 'Hello.' }],
  });
  put('.openclaw/agents/main/sessions/1.jsonl', { type: 'message', message: said });
  put('.amplifier/projects/p/sessions/1/transcript.jsonl', said);
  mkdirSync(join(home, '.hermes'), { recursive: true });
  const database = openSqlite(join(home, '.hermes/state.db'), 1000);
  onTestFinished(() => database.close());
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('CREATE TABLE sessions (id TEXT, title TEXT, started_at REAL)');
  database.exec(
    'CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT, tool_call_id TEXT, tool_calls TEXT, timestamp REAL, active INTEGER, compacted INTEGER)',
  );
  const addMessage = (...values: readonly unknown[]): void => {
    const columns = 'session_id, role, content, tool_call_id, tool_calls, timestamp, active, compacted';
    database.prepare(`INSERT INTO messages (${columns}) VALUES (?, ?, CAST(? AS TEXT), ?, ?, ?, ?, ?)`).run(values);
  };
  database.prepare('INSERT INTO sessions VALUES (?, ?, ?)').run(['s', 'Tea', 1795165200]);
  addMessage('s', 'user', 'Which tea?', null, null, 1795165201.5, 0, 1);
  addMessage(
    's',
    'assistant',
    'I look.',
    null,
    '[{"id":"t","function":{"name":"find","arguments":"{}"}}]',
    1795165202,
    1,
    0,
  );
  addMessage('s', 'tool', 'green', 't', null, 1795165203, 1, 0);
  addMessage('s', 'user', Buffer.from('\u0000json:[{"type":"text","text":"Thanks."}]'), null, null, 1795165204, 0, 0);
  addMessage('unlisted', 'user', 'Hello.', null, null, 1795165100, 1, 0);
  return { folder, home, database, addMessage };
}

/** Every file below a folder: its bytes, and the time of its last change. */
function everythingIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .map((item) => {
      const path = join(item.parentPath, item.name);
      const { mtimeMs, ctimeMs, size } = statSync(path);
      const hash = item.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : '';
      return `${path} ${size} ${mtimeMs} ${ctimeMs} ${hash}`;
    })
    .sort();
}

function openClient(folder: string, home: string) {
  const ports = createNodePorts({
    dataFolder: join(folder, 'data'),
    sampleFolder: folder,
    version: '0.0.0',
    homeFolder: home,
    environment: {},
  });
  const engine = createEngine(ports);
  const connection = createInProcessConnection();
  createHost(engine, connection.host, { caller: 'test' });
  onTestFinished(async () => {
    await engine.close();
    await ports.close();
  });
  return createClient(connection.client, () => undefined);
}

async function readAll(client: ReturnType<typeof openClient>) {
  const { places } = await client.call('conversations.places', {});
  for (const { id } of places.filter(({ state }) => state === 'waiting')) {
    await client.call('conversations.approve', { place: id, approved: true });
  }
  const read = new Map<string, string[]>();
  for (const { id, title, subagents } of await readAllConversations(client)) {
    const below = subagents === 0 ? [] : await readAllConversations(client, id);
    for (const one of [id, ...below.map((other) => other.id)]) {
      await client.call('conversations.follow', { id: one, on: true });
      const items: string[] = [];
      for await (const { author, kind, marks, blocks } of readWholeConversation(client, one)) {
        const texts = blocks.map((block) => (block.kind === 'call' ? block.name : block.text));
        items.push([kind === 'message' ? author : kind, ...marks, ...texts].join(' '));
      }
      read.set(one, [title ?? '', ...items]);
    }
  }
  return read;
}

test('reads all conversations, and writes nothing in their home or beside it', async () => {
  const { folder, home, addMessage } = createHome();
  const before = everythingIn(home);
  expect(before.some((line) => line.includes('state.db-wal'))).toBe(true);
  // A copy left by a process that ended while copying.
  const ended = spawnSync(process.execPath, ['--version']).pid;
  mkdirSync(join(folder, 'data/conversations/reading'), { recursive: true });
  const half = `.copy.${ended}-00000000-1-${'0'.repeat(16)}.contexture-new`;
  writeFileSync(join(folder, 'data/conversations/reading', half), 'Which tea?');
  const client = openClient(folder, home);
  const read = await readAll(client);
  expect(read.size).toBe(8);
  expect(read.get(`hermes:${join(home, '.hermes/state.db')}#s`)).toEqual([
    'Tea',
    'person Which tea?',
    'compaction',
    'assistant I look. find',
    'tool green',
    'person rewound Thanks.',
  ]);
  expect(everythingIn(home)).toEqual(before);
  expect(readdirSync(join(folder, 'data/conversations/reading'))).toEqual([]);

  const shared = `hermes:${join(home, '.hermes/state.db')}#s`;
  await client.call('conversations.keep', { id: shared });
  expect(everythingIn(home)).toEqual(before);
  expect(readdirSync(join(folder, 'data/conversations/reading'))).toEqual([]);

  const told = new Promise<string>((resolve) => {
    client.on('conversations.followed', ({ id }) => id === shared && resolve(id));
  });
  addMessage('s', 'user', 'And now?', null, null, 1795165300, 1, 0);
  const since = everythingIn(home);
  expect((await readAll(client)).get(`hermes:${join(home, '.hermes/state.db')}#s`)?.at(-1)).toBe('person And now?');
  expect(everythingIn(home)).toEqual(since);
  expect(await told).toBe(shared);
});

test('control: opening a database in its place would write beside it', () => {
  const { home, database } = createHome();
  database.close();
  const path = join(home, '.hermes/state.db');
  const before = everythingIn(home);
  const opened: SqliteDatabase = openSqlite(path, 1000);
  opened.prepare('SELECT * FROM messages').raw().all([]);
  expect(everythingIn(home)).not.toEqual(before);
  opened.close();
});

test('finds no conversations in an unrelated database, reports an invalid one, and leaves no copy', async () => {
  const { folder, home, database } = createHome();
  database.exec('DROP TABLE messages');
  database.exec('DROP TABLE sessions');
  const read = await readAll(openClient(folder, home));
  expect([...read.keys()].filter((id) => id.startsWith('hermes'))).toEqual([]);

  const other = temporaryFolder();
  const path = join(other, 'home/.hermes/state.db');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'This is no database, though it is long enough to be one. '.repeat(20));
  const client = openClient(other, join(other, 'home'));
  await client.call('conversations.approve', { place: 'hermes', approved: true });
  expect(await readAllConversations(client)).toMatchObject([
    { id: `hermes:${path}`, problem: expect.stringContaining('can’t be read') },
  ]);
  for (const one of [folder, other]) {
    expect(readdirSync(join(one, 'data/conversations/reading'))).toEqual([]);
  }
});
