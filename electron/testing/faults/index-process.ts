import { writeSync } from 'node:fs';
import { createEngine } from '#engine/engine.ts';
import type { ConversationIndex } from '#engine/ports.ts';
import { createNodePorts } from '#node/ports.ts';
import { packed } from '../packed-texts.ts';

/**
 * A process that fills the index of conversations, for the tests that kill it: `index-process HOME DATA WORKER HOW`. It
 * prints `adding` each time before it adds texts. `in two steps` notes how far it has read before it adds the texts.
 * `erase WORD` prints `erasing`, and removes everything with that word.
 */
const [homeFolder = '', dataFolder = '', indexWorker = '', how = ''] = process.argv.slice(2);
const ports = createNodePorts({
  dataFolder,
  homeFolder,
  environment: {},
  sampleFolder: dataFolder,
  version: '0.0.0',
  indexWorker,
});
const { conversationIndex: index } = ports;

const add: ConversationIndex['add'] = async (parts) => {
  if (how === 'in two steps') {
    await index.add(parts.map((part) => ({ ...part, texts: packed([]) })));
  }
  writeSync(1, 'adding\n');
  await index.add(how === 'in two steps' ? parts.map((part) => ({ ...part, from: part.read.readTo })) : parts);
};

if (how.startsWith('erase ')) {
  const places = (await index.itemsWithin([how.slice('erase '.length)])) ?? [];
  writeSync(1, 'erasing\n');
  await index.erase(places);
  writeSync(1, 'erased\n');
}

const engine = createEngine({ ...ports, conversationIndex: { ...index, add } });
const context = { caller: 'test', cancelled: () => false, progress: () => undefined };
if (!how.startsWith('erase ')) {
  await engine.call('conversations.index', {}, context);
}
setInterval(() => undefined, 1_000);
