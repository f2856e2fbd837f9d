import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright';
import { writeBigLife } from '../big-life.ts';
import { builtInterface, launchBrowser, openReview, whenSeen } from '../browser.ts';
import { openEngine } from '../engine.ts';
import { longestTask } from '../longest-task.ts';
import { type Figures, sized } from '../measure.ts';
import type { Bench, Row } from '../row.ts';

const size = sized({ entries: 10_000, archives: 1000 }, { entries: 300, archives: 10 });
const rounds = sized(2, 1);

type Hands = { readonly page: Page; readonly contextFile: string };
type Action = {
  readonly name: string;
  /** Preparation that is not measured. */
  readonly before?: (hands: Hands) => Promise<unknown>;
  readonly work: (hands: Hands) => Promise<unknown>;
};

/** A person's actions in order. Each leaves the page as it was, or the next one does. */
const actions: readonly Action[] = [
  {
    name: 'type in the search',
    before: ({ page }) => page.getByRole('searchbox').click(),
    work: ({ page }) => page.keyboard.type('coffee morn', { delay: 120 }),
  },
  { name: 'clear the search', work: ({ page }) => page.getByRole('searchbox').press('Escape') },
  { name: 'filter', work: ({ page }) => filter(page) },
  { name: 'take the filter off', work: ({ page }) => filter(page) },
  { name: 'sort by name', work: ({ page }) => sortBy(page, 'Name') },
  { name: 'sort by what leaves next', work: ({ page }) => sortBy(page, 'Leaving next') },
  { name: 'back to file order', work: ({ page }) => sortBy(page, 'File order') },
  { name: 'fold a group', work: ({ page }) => fold(page) },
  { name: 'unfold it', work: ({ page }) => fold(page) },
  { name: 'turn the wheel', work: ({ page }) => turnWheel(page) },
  { name: 'drag the scrollbar', work: ({ page }) => dragScrollbar(page) },
  {
    name: 'End, Home',
    before: ({ page }) => page.locator('[data-row]').first().click(),
    work: ({ page }) => press(page, 'End', 'Home'),
  },
  { name: 'hold j', work: ({ page }) => press(page, ...Array.from({ length: 40 }, () => 'j')) },
  { name: 'choose all', work: ({ page }) => press(page, 'ControlOrMeta+a') },
  { name: 'choose none', work: ({ page }) => press(page, 'Escape') },
  { name: 'a change from outside', work: (hands) => changeOutside(hands) },
  {
    name: 'type in an entry',
    before: ({ page }) => press(page, 'Enter'),
    work: ({ page }) => page.keyboard.type(' and more', { delay: 120 }),
  },
  { name: 'save it', work: ({ page }) => saveAndSee(page) },
  { name: 'undo', work: ({ page }) => press(page, 'ControlOrMeta+z') },
  {
    name: 'archive: drag the scrollbar',
    before: async ({ page }) => {
      await press(page, '2');
      await page.locator('[aria-label="Archived entries"] [data-row]').first().waitFor();
    },
    work: ({ page }) => dragScrollbar(page),
  },
  { name: 'archive: wheel', work: ({ page }) => turnWheel(page) },
  { name: 'back to Review', work: ({ page }) => press(page, '1') },
];

export const hands: Row = {
  name: 'hands',
  what: 'longest task of the page while a person does something, among 10,000 entries',
  against: null,
  minutes: 2.5,
  run: async (bench) => {
    const browser = await launchBrowser(bench);
    return {
      arms: await measureIn(bench, browser),
      targets: [],
      notes: ['Milliseconds of the processor’s time. What blocks typing longer than 50 is felt.'],
    };
  },
};

async function measureIn(bench: Bench, browser: Browser): Promise<Figures[]> {
  const folder = bench.folder();
  const { contextFile } = await writeBigLife(folder, {
    ...size,
    archived: size.archives * 10,
    seed: 1,
    length: 'as people write',
  });
  const engine = await openEngine(bench, folder);
  const page = await openReview(browser, (await engine.serve(builtInterface)).newAddress());
  const values = actions.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    bench.progress(`round ${round + 1} of ${rounds}`);
    for (const [index, { before, work }] of actions.entries()) {
      await before?.({ page, contextFile });
      values[index]?.push(await longestTask(browser, page, () => work({ page, contextFile })));
    }
  }
  await page.context().close();
  await engine.close();
  return actions.map(({ name }, index) => ({
    name,
    unit: 'ms',
    values: values[index] ?? [],
  }));
}

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
  }
}

const filter = (page: Page): Promise<void> =>
  page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Certain' }).first().click();

const fold = (page: Page): Promise<void> => page.locator('[role=grid] button[aria-expanded]').first().click();

async function sortBy(page: Page, label: string): Promise<void> {
  await page.getByLabel('Sort by').selectOption({ label });
}

async function turnWheel(page: Page): Promise<void> {
  await page.mouse.move(500, 500);
  for (let turn = 0; turn < 30; turn++) {
    await page.mouse.wheel(0, 400);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/** Drags the scrollbar to places far apart, and back to the top. */
async function dragScrollbar(page: Page): Promise<void> {
  for (const share of [0.5, 0.9, 0.2, 1, 0.33, 0]) {
    await page
      .getByRole('grid')
      .first()
      .evaluate(async (grid, to) => {
        let scroller = grid.parentElement;
        while (scroller !== null && scroller.scrollHeight <= scroller.clientHeight + 200) {
          scroller = scroller.parentElement;
        }
        scroller?.scrollTo(0, (scroller.scrollHeight - scroller.clientHeight) * to);
        for (let frame = 0; frame < 6; frame++) {
          await new Promise(requestAnimationFrame);
        }
      }, share);
  }
}

let outside = 0;

/** Adds an entry at the top of the facts, as another program would. A search brings that section into sight. */
async function changeOutside({ page, contextFile }: Hands): Promise<void> {
  const text = readFileSync(contextFile, 'utf8');
  const seen = await whenSeen(page, `by another program, ${++outside}`);
  writeFileSync(
    `${contextFile}.other-program`,
    text.replace(
      /## Preferences.*\n/,
      (heading) => `${heading}- aa_outside_${outside}: by another program, ${outside}\n`,
    ),
  );
  renameSync(`${contextFile}.other-program`, contextFile);
  await page.keyboard.press('Home');
  await seen.at;
}

async function saveAndSee(page: Page): Promise<void> {
  await press(page, 'Enter');
  await page.locator('[role=grid] textarea').waitFor({ state: 'hidden' });
}
