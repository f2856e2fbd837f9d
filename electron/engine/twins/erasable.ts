import type { ErasableArea } from '../workspace/erasable-area.ts';
import type { TwinsService } from './twins.ts';

type Needs = { readonly twins: TwinsService };

/** Erases fingerprints of twins that are right. Another area erases the twins from the memory. */
export function twinsArea({ twins }: Needs): ErasableArea {
  return {
    holds: 'app data',
    size: async () => 0,
    async *texts() {},
    erase: async ({ eraser, tryOnFile }) => {
      await tryOnFile('twins.json', () => twins.eraseRight(eraser));
    },
    remembers: { texts: twins.remembered, forget: twins.forget },
  };
}
