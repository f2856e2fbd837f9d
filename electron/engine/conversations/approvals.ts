import { z } from 'zod';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import type { Ports } from '../ports.ts';
import { createSerialQueue } from '../workspace/serial-queue.ts';

const schema = z.strictObject({
  /** Ids of places, and what the person said of them. */
  places: z.record(z.string(), z.enum(['approved', 'declined'])),
});

/** Which places the person lets Contexture read conversations in; the same for all workspaces. */
export function createApprovals(ports: Ports) {
  const path = ports.paths.join(ports.dataFolder, 'conversations.json');
  const read = async () => (await readAppJson(ports, path, schema, { places: {} })).places;
  const enqueue = createSerialQueue();
  return {
    read,
    set: (place: string, approved: boolean): Promise<void> =>
      enqueue(async () => {
        const places = { ...(await read()), [place]: approved ? ('approved' as const) : ('declined' as const) };
        await writeAppJson(ports, path, { places });
      }),
  };
}
export type Approvals = ReturnType<typeof createApprovals>;
