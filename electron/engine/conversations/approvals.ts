import { z } from 'zod';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import type { Ports } from '../ports.ts';
import { createSerialQueue } from '../serial-queue.ts';

const schema = z.strictObject({
  /** The person's answer for each place, by its id. */
  places: z.record(z.string(), z.enum(['approved', 'declined'])),
  /** Files and folders the person named, and the place each belongs to. */
  added: z.array(z.strictObject({ place: z.string(), path: z.string() })).default([]),
});
type StoredApprovals = z.infer<typeof schema>;

/** Places in which the person lets Contexture read conversations; the same for all workspaces. */
export function createApprovals(ports: Ports) {
  const path = ports.paths.join(ports.dataFolder, 'conversations.json');
  const read = (): Promise<StoredApprovals> => readAppJson(ports, path, schema, { places: {}, added: [] });
  const enqueue = createSerialQueue();
  const change = (to: (now: StoredApprovals) => StoredApprovals): Promise<void> =>
    enqueue(async () => writeAppJson(ports, path, to(await read())));
  return {
    read,
    set: (place: string, approved: boolean): Promise<void> =>
      change((now) => ({ ...now, places: { ...now.places, [place]: approved ? 'approved' : 'declined' } })),
    setAdded: (place: string, added: string, approved: boolean): Promise<void> =>
      change((now) => {
        const others = now.added.filter((one) => one.place !== place || one.path !== added);
        return { ...now, added: approved ? [...others, { place, path: added }] : others };
      }),
  };
}
export type Approvals = ReturnType<typeof createApprovals>;
