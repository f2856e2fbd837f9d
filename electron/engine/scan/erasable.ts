import type { ErasableArea } from '../workspace/erasable-area.ts';
import type { Scan } from './scan.ts';

type Needs = { readonly scan: Scan };

/** Erases fingerprints of fine findings. Other areas erase the findings from their files. */
export function scanArea({ scan }: Needs): ErasableArea {
  return {
    holds: 'app data',
    size: async () => 0,
    async *texts() {},
    erase: async ({ turn, eraser, tryOnFile }) => {
      await tryOnFile('scan.json', () => scan.eraseFine(turn, eraser));
    },
    remembers: { texts: scan.remembered, forget: scan.forget },
  };
}
