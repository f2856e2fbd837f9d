import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { writeBigLife } from '../big-life.ts';
import { builtInterface, heapOf, launchBrowser, openReview, whenSeen } from '../browser.ts';
import { openEngine } from '../engine.ts';
import { sized } from '../measure.ts';
import type { Row } from '../row.ts';

/** Number of changes. Each takes 54 ms, of which the engine waits 40 for further hints. */
const changes = sized(10_000, 4);
const first = sized(1000, 2);

export const changesHeap: Row = {
  name: 'changes-heap',
  what: 'heap after 10,000 external changes',
  against: 'after 1,000',
  minutes: 9,
  run: async (bench) => {
    const folder = bench.folder();
    const { contextFile } = await writeBigLife(folder, {
      entries: 200,
      archives: 0,
      archived: 0,
      seed: 1,
      length: 'as people write',
    });
    const engine = await openEngine(bench, folder);
    const page = await openReview(await launchBrowser(bench), (await engine.serve(builtInterface)).newAddress());
    const text = readFileSync(contextFile, 'utf8');
    const beside = `${contextFile}.other-program`;
    const heaps: { page: number[]; engine: number[] } = { page: [], engine: [] };
    for (let round = 1; round <= changes; round++) {
      const changed = engine.next('context.changed');
      writeFileSync(
        beside,
        text.replace(/## Preferences.*\n/, (line) => `${line}- aa_marker: change ${round} of many\n`),
      );
      renameSync(beside, contextFile);
      await changed;
      if (round % first === 0) {
        await (await whenSeen(page, `change ${round} of many`)).at;
        heaps.page.push(await heapOf(page));
        heaps.engine.push(ownHeap());
        bench.progress(`${round} changes`);
      }
    }
    const growth = (values: readonly number[]): number => (values.at(-1) ?? Number.NaN) / (values[0] ?? Number.NaN);
    return {
      arms: [
        { name: 'page', unit: 'MB', values: heaps.page },
        { name: 'engine and what drives it', unit: 'MB', values: heaps.engine },
      ],
      targets: [
        { what: 'page, 10,000 / 1,000', measured: growth(heaps.page), unit: '×', atMost: 1.1 },
        { what: 'engine, 10,000 / 1,000', measured: growth(heaps.engine), unit: '×', atMost: 1.1 },
      ],
      notes: [
        'Heaps after each 1,000 changes, after garbage was collected. The history keeps every version on the disk.',
      ],
    };
  },
};

/** Megabytes this process holds after garbage collection. */
function ownHeap(): number {
  if (globalThis.gc === undefined) {
    throw new Error('Run it by npm run bench, which lets it collect garbage (--expose-gc).');
  }
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed / 1e6;
}
