import { z } from 'zod';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import { discardBelow } from '../app-files/discard-below.ts';
import type { Ports } from '../ports.ts';

const schema = z.strictObject({ path: z.string(), at: z.number() });

/** Folder in the data folder for what is being restored, and not yet in its place. */
export const restoringFolder = 'restoring';

/** Runs work while no other process of ours restores or makes a weekly backup. @throws `busy` */
export const aloneWithBackups = <T>({ lock, paths, dataFolder }: Ports, work: () => Promise<T>): Promise<T> =>
  lock.hold(paths.join(dataFolder, 'backup.lock'), work);

const leftMs = 60 * 60 * 1000;

/** Removes what a restore that was cut off left there more than an hour ago. */
export async function tidyRestoring(ports: Ports): Promise<void> {
  const { files, paths, dataFolder, clock } = ports;
  const folder = paths.join(dataFolder, restoringFolder);
  const hidden = await files.leftovers(folder);
  if ((await files.list(folder)).length + hidden.length === 0) {
    return;
  }
  await aloneWithBackups(ports, async () => {
    for (const { name, kind } of await files.list(folder)) {
      const path = paths.join(folder, name);
      const info = await files.info(path);
      if (info !== null && clock.now() - info.changedAt > leftMs) {
        await (kind === 'folder' ? discardBelow(ports, path) : files.discard(path));
      }
    }
    for (const path of hidden) {
      await files.discard(path);
    }
    await files.removeEmptyFolders(folder);
  });
}

const pathIn = ({ paths, dataFolder }: Ports): string => paths.join(dataFolder, 'restoring.json');

/** Restore that was begun and did not end; null if there is none. */
export const interruptedRestore = (ports: Ports) => readAppJson(ports, pathIn(ports), schema.nullable(), null);

/** Notes that a restore from a file is under way, until it ends. */
export const noteRestore = (ports: Ports, path: string) => ({
  begin: (): Promise<void> => writeAppJson(ports, pathIn(ports), { path, at: ports.clock.now() }),
  end: (): Promise<void> => ports.files.discard(pathIn(ports)),
});
