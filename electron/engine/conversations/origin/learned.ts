import { z } from 'zod';
import type { ParsedEntry } from '#shared/formats/document.ts';
import { lineText } from '#shared/prompt/line-text.ts';
import { readAppJson, writeAppJson } from '../../app-files/app-json.ts';
import type { Ports } from '../../ports.ts';
import { createSerialQueue } from '../../workspace/serial-queue.ts';

const learnedSchema = z.array(
  z.strictObject({ conversation: z.string(), at: z.int(), text: z.string(), notedAt: z.number() }),
);
export type Learned = z.infer<typeof learnedSchema>[number];

/** Where a person took entries from, in the data of their memory’s workspace, where erasing looks for what they say. */
export function createLearned(ports: Ports) {
  const enqueue = createSerialQueue();
  const pathIn = (dataFolder: string): string => ports.paths.join(dataFolder, 'learned.json');
  const read = (dataFolder: string): Promise<Learned[]> => readAppJson(ports, pathIn(dataFolder), learnedSchema, []);
  return {
    read,
    add: (dataFolder: string, conversation: string, at: number, entries: readonly ParsedEntry[]): Promise<void> =>
      enqueue(async () => {
        const known = await read(dataFolder);
        const texts = entries.map(lineText);
        const others = known.filter((one) => one.conversation !== conversation || !texts.includes(one.text));
        const added = texts.map((text) => ({ conversation, at, text, notedAt: ports.clock.now() }));
        await writeAppJson(ports, pathIn(dataFolder), [...others, ...added]);
      }),
  };
}
