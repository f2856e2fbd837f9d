import type { Page } from 'playwright';
import { writeBigLife } from '../big-life.ts';
import { builtInterface, heapOf, heapPartsOf, launchBrowser, openReview } from '../browser.ts';
import { openEngine } from '../engine.ts';
import { type Figures, fewestRounds, isSmall, sized, type Target } from '../measure.ts';
import type { Row } from '../row.ts';

/** Views to visit, with a person's keys from Review and back. */
const views: readonly { readonly name: string; readonly key: string; readonly there: string; readonly back: string }[] =
  [
    { name: 'archive', key: '2', there: '[aria-label="Archived entries"] [data-row]', back: '1' },
    { name: 'editor', key: '3', there: '.cm-content', back: 'the link' },
    { name: 'history', key: '4', there: '[aria-label=Versions]', back: '1' },
    { name: 'assistant', key: '5', there: '[aria-label="What your assistant reads"]', back: '1' },
    { name: 'conversations', key: '7', there: 'h1:has-text("Conversations")', back: '1' },
    { name: 'agent data', key: '8', there: 'h1:has-text("Agent data")', back: '1' },
    { name: 'settings', key: '6', there: 'h1:has-text("Settings")', back: '1' },
    { name: 'commands', key: 'ControlOrMeta+k', there: '[role=option]', back: 'Escape' },
    { name: 'add an entry', key: 'n', there: '[role=dialog]', back: 'Escape' },
    { name: 'keyboard help', key: '?', there: '[role=dialog]', back: 'Escape' },
  ];

const openings = sized(50, 1);

export const viewsHeap: Row = {
  name: 'views-heap',
  what: 'heap after 500 open/close of each view, what the page itself holds',
  against: 'after 50',
  minutes: 7.5,
  run: async (bench) => {
    const folder = bench.folder();
    await writeBigLife(folder, { entries: 200, archives: 20, archived: 200, seed: 1, length: 'as people write' });
    const engine = await openEngine(bench, folder);
    const host = await engine.serve(builtInterface);
    const browser = await launchBrowser(bench);
    const arms: Figures[] = [];
    const targets: Target[] = [];
    const notes = [
      'Heaps after 50, 100, … 500 openings, each after garbage was collected. Code that the browser compiles of what runs often is not the page’s, and not judged.',
    ];
    for (const view of views) {
      const page = await openReview(browser, host.newAddress());
      const after = async (times: number): Promise<number> => {
        for (let time = 0; time < times; time++) {
          await openAndLeave(page, view);
        }
        return await heapOf(page);
      };
      // A snapshot takes seconds: one is enough to check that it works.
      const parts = async () =>
        isSmall && arms.length > 0 ? { code: 0, page: await heapOf(page) } : await heapPartsOf(page);
      const heaps = [await after(openings)];
      const before = await parts();
      heaps.push(...(await enqueue(fewestRounds, () => after(openings))));
      const then = await parts();
      arms.push({ name: view.name, unit: 'MB', values: heaps });
      bench.progress(`${view.name}: ${heaps.map((heap) => heap.toFixed(1)).join(', ')} MB`);
      targets.push({ what: `${view.name}, 500 / 50`, measured: then.page / before.page, unit: '×', atMost: 1.1 });
      const [first = Number.NaN, last = Number.NaN] = [heaps[0], heaps.at(-1)];
      notes.push(
        `${view.name}: all of the heap ${(last / first).toFixed(3)} ×, of which ${(then.code - before.code).toFixed(2)} MB more are code that the browser compiled.`,
      );
      await page.context().close();
    }
    return { arms, targets, notes };
  },
};

async function enqueue<T>(times: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let time = 0; time < times; time++) {
    results.push(await work());
  }
  return results;
}

async function openAndLeave(page: Page, { key, there, back }: (typeof views)[number]): Promise<void> {
  await page.keyboard.press(key);
  await page.locator(there).first().waitFor();
  if (back === 'the link') {
    // In the editor digits are text, so no key leads back.
    await page.getByRole('link', { name: 'Review' }).click();
  } else {
    await page.keyboard.press(back);
  }
  await page.locator(there).first().waitFor({ state: 'hidden' });
  await page.locator('[data-row]').first().waitFor();
}
