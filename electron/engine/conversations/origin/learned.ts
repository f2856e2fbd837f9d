import { z } from 'zod';
import { readAppJson, writeAppJson } from '../../app-files/app-json.ts';
import type { Ports } from '../../ports.ts';

const learnedSchema = z.array(
  z.strictObject({ conversation: z.string(), at: z.int(), text: z.string(), notedAt: z.number() }),
);
/** An entry a person took from a conversation: its text as one line, and when, in milliseconds since 1970. */
export type LearnedNote = z.infer<typeof learnedSchema>[number];

/** Records of where entries came from, in the data of their memory’s workspace, where erasing looks for their texts. */
export function createLearned(ports: Ports) {
  const pathIn = (dataFolder: string): string => ports.paths.join(dataFolder, 'learned.json');
  const read = (dataFolder: string): Promise<LearnedNote[]> =>
    readAppJson(ports, pathIn(dataFolder), learnedSchema, []);
  return {
    read,
    /** Adds an entry. Another window may add one at the same time. */
    add: (dataFolder: string, added: LearnedNote): Promise<void> =>
      ports.lock.hold(ports.paths.join(dataFolder, 'learned.lock'), async () => {
        const known = await read(dataFolder);
        const others = known.filter(
          ({ conversation, text }) => conversation !== added.conversation || text !== added.text,
        );
        await writeAppJson(ports, pathIn(dataFolder), [...others, added]);
      }),
  };
}
