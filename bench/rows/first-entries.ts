import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { writeBigLife } from '../big-life.ts';
import { builtInterface, freshPage, launchBrowser, oneRowPage } from '../browser.ts';
import { openEngine } from '../engine.ts';
import { ratioOf, sized, takeTurns } from '../measure.ts';
import type { Row } from '../row.ts';

const blankPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <link rel="icon" href="data:," />
    <title>Blank</title>
  </head>
  <body><p data-row>Nothing</p></body>
</html>
`;

export const firstEntries: Row = {
  name: 'first-entries',
  what: 'first entries visible',
  against: 'one row known beforehand, drawn by the same libraries',
  minutes: 0.5,
  run: async (bench) => {
    const browser = await launchBrowser(bench);
    const blankFolder = bench.folder();
    writeFileSync(join(blankFolder, 'index.html'), blankPage);
    const [few, many] = await Promise.all(
      [200, sized(10_000, 300)].map(async (entries) => {
        const folder = bench.folder();
        await writeBigLife(folder, { entries, archives: 0, archived: 0, seed: 1, length: 'as people write' });
        return openEngine(bench, folder);
      }),
    );
    if (!few || !many) {
      throw new Error('There are two engines.');
    }
    const blank = await few.serve(blankFolder);
    const oneRow = await few.serve(oneRowPage);
    const ours = await few.serve(builtInterface);
    const large = await many.serve(builtInterface);
    const times = await takeTurns(
      {
        ours: () => untilRows(browser, ours.newAddress()),
        blank: () => untilRows(browser, blank.newAddress()),
        oneRow: () => untilRows(browser, oneRow.newAddress()),
        large: () => untilRows(browser, large.newAddress()),
      },
      15,
    );
    return {
      arms: [
        { name: 'Contexture, 200 entries', unit: 'ms', values: times.ours },
        { name: 'Contexture, 10,000 entries', unit: 'ms', values: times.large },
        { name: 'one row drawn by React', unit: 'ms', values: times.oneRow },
        { name: 'blank page', unit: 'ms', values: times.blank },
      ],
      targets: [{ what: 'Contexture / one row', measured: ratioOf(times.ours, times.oneRow), unit: '×', atMost: 2.5 }],
      notes: [
        'From the start of the navigation to the frame that shows a row, in a new tab with nothing cached.',
        `The one row is drawn by React with our styles, and served by the same host. Beside it, not judged: that row takes ${ratioOf(times.oneRow, times.blank).toFixed(2)} × a blank page, Contexture ${ratioOf(times.ours, times.blank).toFixed(2)} ×, and among 10,000 entries ${ratioOf(times.large, times.oneRow).toFixed(2)} × the row.`,
      ],
    };
  },
};

/** Milliseconds from the start of a navigation to the frame with the first row. */
async function untilRows(browser: Browser, url: string): Promise<number> {
  const page = await freshPage(browser);
  await page.addInitScript(() => {
    const look = (): void => {
      if (document.querySelector('[data-row]') === null) {
        requestAnimationFrame(look);
      } else {
        requestAnimationFrame(() => {
          document.documentElement.dataset['rowsAt'] = String(performance.now());
        });
      }
    };
    requestAnimationFrame(look);
  });
  await page.goto(url);
  await page.locator('html[data-rows-at]').waitFor();
  const at = Number(await page.locator('html').getAttribute('data-rows-at'));
  await page.context().close();
  return at;
}
