import { eraseFromStorage } from '#shared/storages/erase-storage.ts';
import { saidInJson } from '#shared/text/erase-json.ts';
import type { Commit } from '../workspace/commit.ts';
import type { ErasableArea } from '../workspace/erasable-area.ts';
import type { Followed } from '../workspace/followed.ts';
import { keptInDrivers } from './kept-in-drivers.ts';

/** What agents keep in the workspace, whatever driver keeps it. */
export function storagesArea(followed: Followed, commit: Commit): ErasableArea {
  const drivers = keptInDrivers(followed);
  return {
    holds: 'the person’s files',
    size: async () =>
      (await Promise.all(drivers.map((driver) => driver.count()))).reduce((sum, count) => sum + count, 0),
    async *texts({ next, unread, eraser, stays }) {
      for (const driver of drivers) {
        for await (const { file, path, text } of driver.texts(unread)) {
          next();
          for (const said of saidInJson(text) ?? [text]) {
            yield { place: 'storages', thing: file, text: said, without: (from) => from.cutEscaped(said) };
          }
          const after = eraser === null ? '' : eraseFromStorage(file, text, eraser);
          if (eraser?.occurs(file)) {
            stays({ path, why: 'It is in its name, by which its agent finds it. Remove the storage to be rid of it.' });
          } else if (eraser !== null && (saidInJson(after) ?? []).some(eraser.occurs)) {
            const why = 'It names who something is kept for. Remove what is kept for them to be rid of it.';
            stays({ path, why });
          }
        }
      }
    },
    async erase(erasing) {
      for (const driver of drivers) {
        await driver.erase(erasing, commit);
      }
    },
    remembers: null,
  };
}
