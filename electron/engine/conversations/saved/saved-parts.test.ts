import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expect, onTestFinished, test } from 'vitest';
import { openSqlite } from '#node/conversation-index/sqlite.ts';
import { filesWith } from '#testing/byte-search.ts';
import { erase } from '#testing/engine-suite/erasing.ts';
import { createNodeWorld, openIn, type World } from '#testing/engine-world.ts';

/** Conversations that share a file with others are saved separately. */

const secret = 'hunter2-ünïque "x" 9';

async function started(world: World) {
  const opened = await openIn(world, { startEmpty: true });
  const { call } = opened;
  const keptFiles = () =>
    world
      .everyFile()
      .filter(({ path }) => path.includes('/conversations/kept/') && !/\/(?:about\.json|lock)$/.test(path))
      .map(({ bytes }) => Buffer.from(bytes).toString('utf8'));
  const list = async () => (await call('conversations.list', { limit: 50 })).conversations;
  const texts = async (id: string) =>
    (await call('conversations.page', { id, from: 0, direction: 'forward', limit: 50 })).items.map(({ blocks }) =>
      blocks.map((block) => (block.kind === 'call' ? block.name : block.text)).join(),
    );
  const kept = async () => (await call('conversations.keeping', {})).kept;
  return { ...opened, world, keptFiles, list, texts, kept };
}

const trip = `{ "conversation_id": "trip",\t"title":"Trip \\u2708",
   "mapping": {"a": {"id": "a", "parent": null, "children": [], "message": {"author": {"role": "user"},
     "content": {"content_type": "text", "parts": ["Where to? {[\\"}] ${secret.replaceAll('"', '\\"')}"]}}}} }`;
const other =
  '{"id":"other","mapping":{"b":{"id":"b","children":[],"message":{"author":{"role":"user"},"content":{"parts":["Hello."]}}}}}';
const nameless =
  '{"title":"Sea #1","create_time":1795165200.5,"mapping":{"c":{"message":{"author":{"role":"user"},"content":{"parts":["Salt."]}}}}}';
const account = `[\n ${other} , ${trip}\n, {"mapping": {"c": {"id": "c", "message": null}}}]`;

test('ChatGPT: saves a conversation without an id, and recognises it anywhere in a later export', async () => {
  const opened = await started(await createNodeWorld());
  const { world, call, keptFiles, list, texts, kept } = opened;
  const path = `${world.ports.homeFolder}/Downloads/conversations.json`;
  mkdirSync(dirname(path), { recursive: true });
  world.outside.replaceBytes(path, strToU8(`[${other}, ${nameless}]`));
  await call('conversations.addPlace', { path });
  const id = `chatgpt:${path}#1795165200.5-c-Sea_1`;
  await call('conversations.keep', { id });
  expect(keptFiles()).toEqual([nameless]);
  world.outside.replaceBytes(path, strToU8(`[${nameless}, ${other}]`));
  expect((await list()).map((one) => one.id)).toContain(id);
  expect(await kept()).toMatchObject([{ id, title: 'Sea #1', isLast: false }]);
  world.outside.remove(path);
  expect(await texts(id)).toEqual(['Salt.']);
});

test.each([
  ['the file of an export', 'conversations.json', strToU8(account)],
  ['its ZIP', 'export.zip', zipSync({ 'conversations.json': strToU8(account) })],
])('ChatGPT: saves one conversation of %s unchanged, which survives the file', async (_, name, bytes) => {
  const opened = await started(await createNodeWorld());
  const { world, call, keptFiles, list, texts, kept } = opened;
  const path = `${world.ports.homeFolder}/Downloads/${name}`;
  mkdirSync(dirname(path), { recursive: true });
  world.outside.replaceBytes(path, bytes);
  await call('conversations.addPlace', { path });
  const id = `chatgpt:${path}#trip`;
  expect(await call('conversations.keep', { id })).toMatchObject({ id, title: 'Trip ✈', versions: 1, isLast: false });
  expect(keptFiles()).toEqual([trip]);
  await call('conversations.keep', { id });
  expect(keptFiles()).toEqual([trip]);
  world.outside.remove(path);
  expect(await list()).toMatchObject([{ id, title: 'Trip ✈', format: 'chatgpt' }]);
  expect(await texts(id)).toEqual([`Where to? {["}] ${secret}`]);
  expect(await kept()).toMatchObject([{ id, isLast: true, hasMore: false }]);
  expect((await call('conversations.search', { text: 'hunter2', match: 'anywhere' })).found).toMatchObject([
    { conversation: { id } },
  ]);
  await erase(opened, { text: secret });
  expect(await filesWith(world, 'hunter2')).toEqual([]);
  expect(await texts(id)).toEqual(['Where to? {["}]']);
  await expect(call('conversations.removeCopy', { id, evenLast: false })).rejects.toThrow('last there is');
  await call('conversations.removeCopy', { id, evenLast: true });
  expect(await list()).toEqual([]);
});

/** @param begin when it began, in seconds since 1970 */
function hermesHome(world: World, begin = 1795165200) {
  const path = `${world.ports.homeFolder}/.hermes/state.db`;
  mkdirSync(dirname(path), { recursive: true });
  const database = openSqlite(path, 1000);
  onTestFinished(() => database.close());
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('CREATE TABLE sessions (id TEXT, title TEXT, started_at REAL, message_count INTEGER)');
  database.exec(
    'CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT, tool_calls TEXT, timestamp REAL, active INTEGER, compacted INTEGER)',
  );
  const say = (session: string, role: string, content: string, timestamp: number) =>
    database
      .prepare(
        'INSERT INTO messages (session_id, role, content, timestamp, active, compacted) VALUES (?, ?, ?, ?, 1, 0)',
      )
      .run([session, role, content, timestamp]);
  database.prepare('INSERT INTO sessions VALUES (?, ?, ?, ?)').run(['s', 'Tea', begin + 0.25, 2]);
  database.prepare('INSERT INTO sessions VALUES (?, ?, ?, ?)').run(['t', 'Other', begin - 200, 1]);
  say('s', 'user', 'Which tea?', begin + 1.5);
  say('t', 'user', 'Hello.', begin - 199);
  say('s', 'assistant', `Green, and ${secret}.`, begin + 2);
  return { id: `hermes:${path}#s`, database, say };
}

test('Hermes: saves the rows of one conversation, a line each, which survive deletion', async () => {
  const opened = await started(await createNodeWorld());
  const { world, call, keptFiles, list, texts, kept } = opened;
  const { id, database, say } = hermesHome(world);
  await call('conversations.approve', { place: 'hermes', approved: true });
  const message = (number: number, role: string, content: string, timestamp: number) => ({
    messages: { id: number, session_id: 's', role, content, tool_calls: null, timestamp, active: 1, compacted: 0 },
  });
  const rows = [
    message(1, 'user', 'Which tea?', 1795165201.5),
    message(3, 'assistant', `Green, and ${secret}.`, 1795165202),
    { sessions: { id: 's', title: 'Tea', started_at: 1795165200.25, message_count: 2 } },
  ];
  const written = (some: readonly object[]) => some.map((row) => `${JSON.stringify(row)}\n`).join('');
  expect(await call('conversations.keep', { id })).toMatchObject({ id, title: 'Tea', versions: 1, isLast: false });
  expect(keptFiles()).toEqual([written(rows)]);

  // Grown rows replace the saved ones, although the session's row has changed.
  say('s', 'user', 'Thanks.', 1795165300);
  database.exec("UPDATE sessions SET message_count = 3 WHERE id = 's'");
  expect(await call('conversations.keep', { id })).toMatchObject({ versions: 1, hasMore: false });
  expect(keptFiles()).toHaveLength(1);
  database.exec("UPDATE messages SET active = 0, compacted = 1 WHERE session_id = 's' AND id = 1");
  expect(await call('conversations.keep', { id })).toMatchObject({ versions: 2, hasMore: true });

  database.exec("DELETE FROM messages WHERE session_id = 's'; DELETE FROM sessions WHERE id = 's'");
  expect((await list()).map((one) => one.title)).toEqual(['Tea', 'Other']);
  expect(await texts(id)).toEqual(['Which tea?', '', `Green, and ${secret}.`, 'Thanks.']);
  expect(await kept()).toMatchObject([{ id, isLast: true }]);

  expect((await call('conversations.search', { text: 'hunter2', match: 'anywhere' })).found).toMatchObject([
    { conversation: { id } },
  ]);
  await erase(opened, { text: secret });
  expect(await texts(id)).toEqual(['Which tea?', '', 'Green, and.', 'Thanks.']);
  expect((await filesWith(world, 'hunter2')).filter((path) => !path.includes('/.hermes/'))).toEqual([]);
});

test('rules save all conversations of a shared file, each separately, up to the limit, and again after growth', async () => {
  const opened = await started(await createNodeWorld());
  const { world, call, keptFiles, kept } = opened;
  const path = `${world.ports.homeFolder}/Downloads/conversations.json`;
  mkdirSync(dirname(path), { recursive: true });
  const dated = (text: string, time: number) => text.replace('{', `{"update_time":${time},`);
  const both = [dated(other, 1_700_000_000), dated(trip, 1_700_000_100)];
  world.outside.replaceBytes(path, strToU8(`[${both}]`));
  await call('conversations.addPlace', { path });
  const { id, database, say } = hermesHome(world, 1_700_000_000);
  await call('conversations.approve', { place: 'hermes', approved: true });

  const rules = ['ChatGPT', 'Hermes'].map((assistant) => ({ assistant, project: null }));
  expect(await call('conversations.setKeeping', { rules, limit: undefined })).toMatchObject({ problems: [] });
  const ids = [`chatgpt:${path}#other`, `chatgpt:${path}#trip`, id, id.replace(/s$/, 't')];
  expect((await kept()).map((one) => one.id).sort()).toEqual(ids);
  expect(keptFiles()).toEqual(expect.arrayContaining(both));

  const before = (await kept()).find((one) => one.id === id);
  say('s', 'user', 'Thanks.', 1_700_000_300);
  await call('conversations.setKeeping', { rules, limit: undefined });
  const after = (await kept()).find((one) => one.id === id);
  expect(after?.bytes).toBeGreaterThan(before?.bytes ?? 0);
  expect(keptFiles()).toHaveLength(4);

  say('t', 'user', 'More. '.repeat(100), 1_700_000_300);
  const { used } = await call('conversations.keeping', {});
  expect((await call('conversations.setKeeping', { rules, limit: used })).problems).toMatchObject([{ id: ids[3] }]);
  database.exec('DELETE FROM messages; DELETE FROM sessions');
  expect((await call('conversations.setKeeping', { rules, limit: used * 10 })).problems).toEqual([]);
  expect(await kept()).toHaveLength(4);
});

test('Hermes: removes a copy without asking only while the database has all of it and may be read', async () => {
  const opened = await started(await createNodeWorld());
  const { world, call, kept } = opened;
  const { id, database } = hermesHome(world);
  await call('conversations.approve', { place: 'hermes', approved: true });
  await call('conversations.keep', { id });
  const remove = () => call('conversations.removeCopy', { id, evenLast: false });
  await call('conversations.approve', { place: 'hermes', approved: false });
  expect(await kept()).toMatchObject([{ isLast: false }]);
  await expect(remove()).rejects.toThrow('can’t be told');
  await call('conversations.approve', { place: 'hermes', approved: true });
  database.exec("UPDATE messages SET content = 'Black.' WHERE session_id = 's'");
  await expect(remove()).rejects.toThrow('no longer has');
  await call('conversations.keep', { id });
  await expect(remove()).rejects.toThrow('no longer has');
  await call('conversations.removeCopy', { id, evenLast: true });
  await call('conversations.keep', { id });
  await remove();
  expect(await kept()).toEqual([]);
});

test('the next copy of such a conversation leaves out erased text', async () => {
  const opened = await started(await createNodeWorld());
  const { world, call } = opened;
  const { id, say } = hermesHome(world);
  await call('conversations.approve', { place: 'hermes', approved: true });
  await call('conversations.keep', { id });
  await erase(opened, { text: secret });
  const ours = async () => (await filesWith(world, 'hunter2')).filter((path) => !path.includes('/.hermes/'));
  expect(await ours()).toEqual([]);
  expect(await call('conversations.keep', { id })).toMatchObject({ versions: 1 });
  say('s', 'user', 'Thanks.', 1795165300);
  expect(await call('conversations.keep', { id })).toMatchObject({ versions: 1 });
  expect(await ours()).toEqual([]);
});
