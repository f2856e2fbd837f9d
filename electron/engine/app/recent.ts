import { z } from 'zod';
import type { MemoryPlace } from '#shared/contract/features/workspaces.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import type { Ports } from '../ports.ts';

const recentSchema = z.array(
  z.strictObject({ path: z.string(), name: z.string(), kind: z.string(), openedAt: z.number() }),
);
const maxKept = 20;

export type RecentPlace = { readonly path: string; readonly name: string; readonly kind: string };

export function createRecent(ports: Ports, onSetAside: (aside: string) => void = () => {}) {
  const path = ports.paths.join(ports.dataFolder, 'recent.json');
  const read = () => readAppJson(ports, path, recentSchema, [], onSetAside);
  const without = async (place: string) => (await read()).filter(({ path: recentPath }) => recentPath !== place);
  return {
    async list(): Promise<MemoryPlace[]> {
      const places = await read();
      return Promise.all(
        places.map(async ({ name, kind, path: place }) => {
          const info = await ports.files.info(place).catch(() => null);
          return { name, kind, path: place, modifiedAt: info?.modifiedAt ?? null };
        }),
      );
    },
    async add(place: RecentPlace): Promise<void> {
      const added = { ...place, openedAt: ports.clock.now() };
      await writeAppJson(ports, path, [added, ...(await without(place.path))].slice(0, maxKept));
    },
    async forget(place: string): Promise<void> {
      await writeAppJson(ports, path, await without(place));
    },
  };
}
export type Recent = ReturnType<typeof createRecent>;
