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
      const others = (await read()).filter((known) => known.path !== place.path);
      await writeAppJson(ports, path, [{ ...place, openedAt: ports.clock.now() }, ...others].slice(0, maxKept));
    },
    async forget(place: string): Promise<void> {
      const places = await read();
      await writeAppJson(
        ports,
        path,
        places.filter((known) => known.path !== place),
      );
    },
  };
}
export type Recent = ReturnType<typeof createRecent>;
