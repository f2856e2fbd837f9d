import { z } from 'zod';
import { parseJson } from '#shared/text/parse-json.ts';
import { createJsonLines } from '../../app-files/json-lines.ts';
import type { Ports } from '../../ports.ts';

const placeSchema = z.strictObject({ conversation: z.string(), at: z.int() });
type Place = z.infer<typeof placeSchema>;

/** Places of erased texts in files of other programs, which Contexture does not change but must not index again. */
export function createLeftOut(ports: Ports) {
  const lines = createJsonLines(ports, () => ports.paths.join(ports.dataFolder, 'conversations', 'left-out.jsonl'));
  let places = new Map<string, Set<number>>();
  return {
    async add(all: readonly Place[]): Promise<void> {
      if (all.length > 0) {
        await lines.append(...all.map(({ conversation, at }) => JSON.stringify({ conversation, at })));
      }
    },
    async of(conversation: string): Promise<ReadonlySet<number>> {
      const read = await lines.read();
      if (read !== null) {
        places = new Map();
        for (const line of read.lines) {
          const { data } = placeSchema.safeParse(parseJson(line));
          if (data) {
            places.set(data.conversation, (places.get(data.conversation) ?? new Set()).add(data.at));
          }
        }
      }
      return places.get(conversation) ?? new Set();
    },
  };
}
export type LeftOut = ReturnType<typeof createLeftOut>;
