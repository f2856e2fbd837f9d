import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { eventually } from './eventually.ts';
import { contextPath } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { entryRow } from './review-page.ts';
import { workspaceFolderAt } from './workspace-folder.ts';

const facts = Array.from({ length: 300 }, (_, at) => `- fact_${at}: value number ${at}\n`).join('');
test.use({ startWith: { [contextPath]: `## Facts (certain)\n${facts}` } });

const top = async (row: Locator): Promise<number> => Math.round((await row.boundingBox())?.y ?? -1);

/** Opens a second memory by its path, because it is not among the recent ones yet. */
async function openOther(page: Page, homeFolder: string): Promise<void> {
  const other = workspaceFolderAt(join(homeFolder, 'garden'));
  await other.create('## Facts\n- roses: red\n', contextPath);
  await page.getByRole('button', { name: 'Workspace: assistant' }).click();
  await page.getByRole('menuitem', { name: 'All memories…' }).click();
  await page.getByRole('textbox', { name: 'Open a file or folder' }).fill(other.folder);
  await page.keyboard.press('Enter');
  await expect(entryRow(page, 'Roses, red')).toBeVisible();
}

/** Returns to the previous memory with one key and Enter. */
async function switchToPrevious(page: Page): Promise<void> {
  await page.keyboard.press('m');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Enter');
}

test('switches to another memory and back by one key, to the same row in the same place', async ({
  page,
  homeFolder,
}) => {
  const row = entryRow(page, 'Fact 200, value number 200');
  await expect(page.getByRole('grid', { name: 'Entries' })).toHaveAttribute('aria-rowcount', /^30\d$/);
  await page.getByRole('grid', { name: 'Entries' }).evaluate((grid) => grid.parentElement?.scrollTo({ top: 7100 }));
  await row.click();
  await expect(row).toBeFocused();
  const before = await top(row);
  expect(before).toBeGreaterThan(0);
  await openOther(page, homeFolder);
  await expect(page).toHaveTitle(/garden — Contexture$/);
  await switchToPrevious(page);
  await expect(row).toBeFocused();
  await eventually(() => top(row)).toBe(before);
  await switchToPrevious(page);
  await expect(entryRow(page, 'Roses, red')).toBeVisible();
});

test('keeps the view, the search and the place in it, too', async ({ page, homeFolder }) => {
  await expect(entryRow(page, 'Fact 0, value number 0')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('number 2');
  await page.getByRole('link', { name: 'History' }).click();
  await openOther(page, homeFolder);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await switchToPrevious(page);
  await expect(page.getByRole('grid', { name: 'Versions' })).toBeVisible();
  await page.keyboard.press('1');
  await expect(page.getByRole('searchbox')).toHaveValue('number 2');
  await switchToPrevious(page);
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
});

test('opens Review from the list of all memories, whichever view was open in the memory', async ({
  page,
  homeFolder,
}) => {
  await page.getByRole('link', { name: 'History' }).click();
  await openOther(page, homeFolder);
  await page.getByRole('link', { name: 'Home' }).click();
  await page
    .getByRole('region', { name: 'Contexture' })
    .getByRole('button', { name: /^assistant/ })
    .click();
  await expect(entryRow(page, 'Fact 0, value number 0')).toBeVisible();
});

test('returns to the place in the list from the start page and from another view', async ({ page }) => {
  const row = entryRow(page, 'Fact 150, value number 150');
  await page.getByRole('grid', { name: 'Entries' }).evaluate((grid) => grid.parentElement?.scrollTo({ top: 5300 }));
  await expect(row).toBeVisible();
  const before = await top(row);
  await page.getByRole('button', { name: 'Workspace: assistant' }).click();
  await page.getByRole('menuitem', { name: 'All memories…' }).click();
  await page.getByRole('link', { name: 'Review' }).click();
  await expect(row).toBeVisible();
  await eventually(() => top(row)).toBe(before);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Review' }).click();
  await expect(row).toBeVisible();
  await eventually(() => top(row)).toBe(before);
});

test('returns to the cursor and the place in the text of the editor', async ({ page, homeFolder }) => {
  await page.getByRole('link', { name: 'File' }).click();
  const scroller = page.locator('.cm-scroller');
  const line = page.locator('.cm-line', { hasText: 'fact_250: value number 250' });
  await page.getByRole('textbox', { name: 'The memory as text' }).press('ControlOrMeta+End');
  await scroller.evaluate((element) => element.scrollTo({ top: 5000 }));
  await expect(line).toBeVisible();
  await line.click();
  const before = await top(line);
  await page.getByRole('link', { name: 'Review' }).click();
  await page.getByRole('link', { name: 'File' }).click();
  await eventually(() => top(line)).toBe(before);
  await openOther(page, homeFolder);
  await switchToPrevious(page);
  await expect(line).toBeVisible();
  await eventually(() => top(line)).toBe(before);
  await expect(page.locator('.cm-activeLine')).toHaveText(/fact_250/);
});
