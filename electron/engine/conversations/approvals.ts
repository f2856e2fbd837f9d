import { z } from 'zod';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import type { Ports } from '../ports.ts';
import { createSerialQueue } from '../workspace/serial-queue.ts';

const schema = z.strictObject({
  /** Ids of places, and what the person said of them. */
  places: z.record(z.string(), z.enum(['approved', 'declined'])),
  /** Files and folders the person named, and the place each belongs to. */
  added: z.array(z.strictObject({ place: z.string(), path: z.string() })).default([]),
});
type Approved = z.infer<typeof schema>;

/** Which places the person lets Contexture read conversations in; the same for all workspaces. */
export function createApprovals(ports: Ports) {
  const path = ports.paths.join(ports.dataFolder, 'conversations.json');
  const read = (): Promise<Approved> => readAppJson(ports, path, schema, { places: {}, added: [] });
  const enqueue = createSerialQueue();
  const change = (to: (now: Approved) => Approved): Promise<void> =>
    enqueue(async () => writeAppJson(ports, path, to(await read())));
  return {
    read,
    set: (place: string, approved: boolean): Promise<void> =>
      change((now) => ({ ...now, places: { ...now.places, [place]: approved ? 'approved' : 'declined' } })),
    /** Adds a file or folder to a place, or takes it out. */
    setAdded: (place: string, added: string, approved: boolean): Promise<void> =>
      change((now) => {
        const others = now.added.filter((one) => one.place !== place || one.path !== added);
        return { ...now, added: approved ? [...others, { place, path: added }] : others };
      }),
  };
}
export type Approvals = ReturnType<typeof createApprovals>;
