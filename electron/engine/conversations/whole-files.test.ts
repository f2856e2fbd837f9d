import { expect, test } from 'vitest';
import { larAgentConversations } from '#shared/programs/laragent/program.ts';
import { createMemoryPorts } from '#testing/memory-ports.ts';
import { wholeFilesOf } from './whole-files.ts';

test('reads one file at a time, however many are requested at once', async () => {
  const memory = createMemoryPorts();
  const names = ['one', 'two', 'three'];
  for (const name of names) {
    memory.outside.write(`/chats/${name}.json`, JSON.stringify([{ role: 'user', content: name }]));
  }
  let open = 0;
  let most = 0;
  const read: typeof memory.conversationReader.read = async (...asked) => {
    most = Math.max(most, ++open);
    const found = await memory.conversationReader.read(...asked);
    open -= 1;
    return found;
  };
  const ports = { ...memory, conversationReader: { ...memory.conversationReader, read } };
  const all = names.map((name) =>
    wholeFilesOf(ports).all({ path: `/chats/${name}.json`, format: larAgentConversations }),
  );
  expect((await Promise.all(all)).map(([found]) => found?.title)).toEqual(names);
  expect(most).toBe(1);
});
