import { z } from 'zod';
import { readAppJson, writeAppJson } from '../../app-files/app-json.ts';
import type { Ports } from '../../ports.ts';

const learnedSchema = z.array(
  z.strictObject({ conversation: z.string(), at: z.int(), text: z.string(), notedAt: z.number() }),
);
/** What a person took from a conversation: the text of the entry as one line, and when, in milliseconds since 1970. */
export type Learned = z.infer<typeof learnedSchema>[number];

/** Where a person took entries from, in the data of their memory’s workspace, where erasing looks for what they say. */
export function createLearned(ports: Ports) {
  const pathIn = (dataFolder: string): string => ports.paths.join(dataFolder, 'learned.json');
  const read = (dataFolder: string): Promise<Learned[]> => readAppJson(ports, pathIn(dataFolder), learnedSchema, []);
  return {
    read,
    /** Another window may note something at the same time. */
    add: (dataFolder: string, added: Learned): Promise<void> =>
      ports.lock.hold(ports.paths.join(dataFolder, 'learned.lock'), async () => {
        const known = await read(dataFolder);
        const others = known.filter(
          ({ conversation, text }) => conversation !== added.conversation || text !== added.text,
        );
        await writeAppJson(ports, pathIn(dataFolder), [...others, added]);
      }),
  };
}
