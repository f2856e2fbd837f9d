import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import { startApp } from '../../e2e/app-process.ts';
import { writeBigLife } from '../big-life.ts';
import { launchBrowser, now, openReview, whenSeen } from '../browser.ts';
import { sized, spreadOf } from '../measure.ts';
import type { Row } from '../row.ts';

export const outsideChange: Row = {
  name: 'outside-change',
  what: 'external change → visible in the page',
  against: null,
  minutes: 1,
  run: async (bench) => {
    const browser = await launchBrowser(bench);
    const times: number[] = [];
    const large: number[] = [];
    for (const [entries, into, rounds] of [
      [200, times, sized(60, 2)],
      [sized(10_000, 300), large, sized(20, 2)],
    ] as const) {
      bench.progress(`${entries} entries`);
      const folder = bench.folder();
      const { contextFile } = await writeBigLife(folder, {
        entries,
        archives: 0,
        archived: 0,
        seed: 1,
        length: 'as people write',
      });
      const app = await startApp([folder], bench.folder());
      bench.afterwards(() => app.stop());
      const page = await openReview(browser, app.address);
      into.push(...(await outsideChanges(page, contextFile, rounds)));
      await page.context().close();
    }
    return {
      arms: [
        { name: '200 entries', unit: 'ms', values: times },
        { name: '10,000 entries', unit: 'ms', values: large },
      ],
      targets: [{ what: 'p95, 200 entries', measured: spreadOf(times).p95, unit: 'ms', atMost: 150 }],
      notes: ['From the rename by another program to the frame that shows it; the coalescing of 40 ms is in it.'],
    };
  },
};

/** Changes an entry at the top repeatedly. @returns milliseconds from each write to the frame that shows it */
export async function outsideChanges(page: Page, contextFile: string, rounds: number): Promise<number[]> {
  const times: number[] = [];
  const text = readFileSync(contextFile, 'utf8');
  const write = (round: number): number => {
    const beside = `${contextFile}.other-program`;
    writeFileSync(
      beside,
      text.replace(/## Preferences.*\n/, (line) => `${line}- aa_marker: change ${round} of many\n`),
    );
    const at = now();
    renameSync(beside, contextFile);
    return at;
  };
  for (let round = -1; round < rounds; round++) {
    const seen = await whenSeen(page, `change ${round} of many`);
    const began = write(round);
    const took = (await seen.at) - began;
    if (round >= 0) {
      times.push(took);
    }
    // Longer than the engine's second look at the file, and different each time, so as not to fall in step with a timer.
    await wait(150 + ((round * 37) % 100));
  }
  return times;
}
