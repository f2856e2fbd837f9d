import { defaultPreferences, type Preferences, preferencesSchema } from '#shared/contract/features/app.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import type { Ports } from '../ports.ts';
import { createSerialQueue } from '../serial-queue.ts';

/** A person's preferences for all workspaces and hosts. @param onSetAside called with the new path of a damaged file */
export function createPreferences(ports: Ports, onSetAside: (aside: string) => void = () => {}) {
  const path = ports.paths.join(ports.dataFolder, 'preferences.json');
  const read = (): Promise<Preferences> => readAppJson(ports, path, preferencesSchema, defaultPreferences, onSetAside);
  const enqueue = createSerialQueue();
  return {
    read,
    /** Writes in order: two choices made at once must both stay. */
    write(values: { [K in keyof Preferences]?: Preferences[K] | undefined }): Promise<Preferences> {
      return enqueue(async () => {
        const chosen = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
        const changed: Preferences = { ...(await read()), ...chosen };
        await writeAppJson(ports, path, changed);
        return changed;
      });
    },
  };
}
export type PreferencesFile = ReturnType<typeof createPreferences>;
