import { expect, test } from 'vitest';
import { engineInMemory } from '#testing/engine-in-memory.ts';

/** Files that a program renames, and names it stores elsewhere. */

const home = '/home/person';
const lines = (...records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

async function listWith(files: Readonly<Record<string, string>>) {
  const inHome = Object.entries(files).map(([name, content]) => [`${home}/${name}`, content]);
  const { call } = engineInMemory(Object.fromEntries(inHome));
  await call('conversations.approve', { place: 'openclaw', approved: true });
  await call('conversations.approve', { place: 'codex', approved: true });
  const { conversations } = await call('conversations.list', {
    offset: 0,
    limit: 50,
    revision: undefined,
    parent: undefined,
  });
  return conversations;
}

test('lists and marks sessions that OpenClaw reset or deleted, and leaves out its checkpoints', async () => {
  const folder = '.openclaw/agents/main/sessions';
  const said = (text: string) =>
    lines({ type: 'session', id: 's' }, { type: 'message', id: 'a', message: { role: 'user', content: text } });
  const listed = await listWith({
    [`${folder}/a.jsonl`]: said('What is new?'),
    [`${folder}/a.checkpoint.d.jsonl`]: said('What is new?'),
    [`${folder}/a.trajectory.jsonl`]: said('Run events.'),
    [`${folder}/b.jsonl.reset.2026-03-24T00-44-39.755Z`]: said('Remember the harbour fee.'),
    [`${folder}/c.jsonl.deleted.2026-03-25T03-54-21.500Z`]: said('Plan the quay.'),
  });
  expect(new Map(listed.map(({ title, marks }) => [title, marks]))).toEqual(
    new Map([
      ['What is new?', []],
      ['Remember the harbour fee.', ['reset']],
      ['Plan the quay.', ['deleted']],
    ]),
  );
});

test('leaves what OpenClaw inserts about the sender out of the title', async () => {
  const metadata = 'Sender (untrusted metadata):\n```json\n{ "label": "Ann" }\n```\n\n';
  const [listed] = await listWith({
    '.openclaw/agents/main/sessions/a.jsonl': lines({
      type: 'message',
      id: 'a',
      message: {
        role: 'user',
        content: `Conversation info (untrusted metadata):\n\`\`\`json\n{}\n\`\`\`\n\n${metadata}When does it leave?`,
      },
    }),
  });
  expect(listed?.title).toBe('When does it leave?');
});

test('the list of threads names a Codex conversation, which takes the date of its beginning if no message has one', async () => {
  const id = '019e0706-0000-7082-bbc0-000000000001';
  const [listed] = await listWith({
    '.codex/session_index.jsonl': lines({ id, thread_name: 'First name' }, { id, thread_name: 'Late token' }),
    [`.codex/sessions/2026/05/08/rollout-2026-05-08T09-58-37-${id}.jsonl`]: lines(
      { id, timestamp: '2025-09-10T18:58:38Z' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'It hangs.' }] },
    ),
  });
  expect(listed).toMatchObject({ title: 'Late token', lastSaidAt: Date.UTC(2025, 8, 10, 18, 58, 38) });
});
