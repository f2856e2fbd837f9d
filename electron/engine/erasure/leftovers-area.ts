import type { Ports } from '../ports.ts';
import type { WorkspaceAccess } from '../workspace/access.ts';
import { type ErasableArea, textAt } from './erasable-area.ts';

type LeftoversAreaOptions = {
  readonly access: WorkspaceAccess;
  /** Where writes that were interrupted may have left a file. */
  readonly folders: () => Promise<readonly string[]>;
};

/** What interrupted writes left beside their files. */
export function leftoversArea(ports: Ports, { access, folders }: LeftoversAreaOptions): ErasableArea {
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
