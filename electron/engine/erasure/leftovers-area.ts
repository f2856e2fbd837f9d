import type { Base } from '../workspace/base.ts';
import { appDataFoldersOf } from './app-data-area.ts';
import { type ErasableArea, textAt } from './erasable-area.ts';

/** What interrupted writes left beside their files. */
export function leftoversArea(base: Base): ErasableArea {
  const { ports, layout, access } = base;
  const folders = async () => [...layout.folders, ...(await appDataFoldersOf(base))];
  return {
    holds: 'app data',
    size: async () => 0,
    async *texts() {
      for (const folder of await folders()) {
        for (const path of await ports.files.leftovers(folder)) {
          const text = await textAt(ports, path, () => undefined);
          if (text !== null) {
            yield { place: 'leftovers', thing: path, text };
          }
        }
      }
    },
    erase: ({ turn, trying }) =>
      access.locked(turn, async () => {
        for (const folder of await folders()) {
          await trying(folder, () => ports.files.sweep(folder));
        }
      }),
  };
}
