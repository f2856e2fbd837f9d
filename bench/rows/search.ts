import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { goToArchive } from '../../e2e/archive-page.ts';
import { writeBigLife } from '../big-life.ts';
import { builtInterface, launchBrowser, now, openReview, whenSeen } from '../browser.ts';
import { openEngine } from '../engine.ts';
import { fewestRounds, ratioOf, sized, takeTurns, timed } from '../measure.ts';
import type { Row } from '../row.ts';

const archived = sized(100_000, 1000);
const archives = archived / 100;
const typed = 'garden walks';
/** Text in the box after each key. */
const queries = Array.from(typed, (_, index) => typed.slice(0, index + 1));

export const search: Row = {
  name: 'search',
  what: 'search as you type over 100,000 archived entries',
  against: 'a raw scan',
  minutes: 0.5,
  run: async (bench) => {
    const folder = bench.folder();
    const { archiveFolder } = await writeBigLife(folder, {
      entries: 200,
      archives,
      archived,
      seed: 1,
      length: 'as people write',
    });
    const lines = readdirSync(archiveFolder).flatMap((name) =>
      readFileSync(join(archiveFolder, name), 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('- ')),
    );
    const engine = await openEngine(bench, folder);
    let found = 0;
    let scanned = 0;
    const times = await takeTurns({
      ours: () =>
        timed(async () => {
          for (const query of queries) {
            found = (await engine.call('archive.entries', { query })).total;
          }
        }),
      scan: () =>
        timed(() => {
          for (const query of queries) {
            scanned = rawScan(lines, query);
          }
        }),
    });
    bench.progress('in the page');
    return {
      arms: [
        { name: 'Contexture, all keys', unit: 'ms', values: times.ours },
        { name: 'raw scan, all keys', unit: 'ms', values: times.scan },
        { name: 'Contexture, last key to rows in the page', unit: 'ms', values: await inThePage() },
      ],
      targets: [{ what: 'Contexture / raw scan', measured: ratioOf(times.ours, times.scan), unit: '×', atMost: 2 }],
      notes: [
        `“${typed}”, key by key: ${queries.length} searches a round, answered with counts and the first 200; found ${found}, the scan ${scanned} in ${lines.length} lines.`,
      ],
    };

    async function inThePage(): Promise<number[]> {
      const browser = await launchBrowser(bench);
      const page = await openReview(browser, (await engine.serve(builtInterface)).newAddress());
      await goToArchive(page);
      const box = page.getByRole('searchbox', { name: 'Search the archive' });
      const times: number[] = [];
      for (let round = 0; round < fewestRounds; round++) {
        await box.fill('');
        await page.getByText(`${archived.toLocaleString('en-US')} entries`).waitFor();
        const seen = await whenSeen(page, `${found.toLocaleString('en-US')} entr`);
        await box.pressSequentially(typed.slice(0, -1));
        const began = now();
        await box.press(typed.slice(-1));
        times.push((await seen.at) - began);
      }
      return times;
    }
  },
};

/** Counts lines that contain all words in any case, as the search of a text editor does. */
function rawScan(lines: readonly string[], query: string): number {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const line of lines) {
    const lower = line.toLowerCase();
    if (words.every((word) => lower.includes(word))) {
      found += 1;
    }
  }
  return found;
}
