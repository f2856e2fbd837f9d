import type { Locator, Page } from 'playwright/test';
import { archivedRow, archiveGrid, goToArchive } from './archive-page.ts';
import { archivePath, contextPath } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { entryGrid, entryRow, strip } from './review-page.ts';

const lines = (count: number, line: (index: number) => string): string =>
  `${Array.from({ length: count }, (_, index) => line(index + 1)).join('\n')}\n`;

const live = `---\nlast_updated: 2026-01-16\nversion: 1\ntoken_estimate: 0\n---\n\n## Facts (certain)\n${lines(
  3000,
  (index) => `- [2026-01-16] place_${index}: shelf number ${index}${index === 2987 ? ' with the needle' : ''}`,
)}`;

const archiveFiles = Object.fromEntries(
  Array.from({ length: 20 }, (_, file) => {
    const date = `2025-${file < 10 ? '01' : '02'}-${String((file % 10) + 10)}`;
    const entries = lines(
      100,
      (index) => `- [2024-01-01|tentative|observer] note_${file}_${index}: text ${file * 100 + index}`,
    );
    const head = `---\narchived_from: global.md\narchived_date: ${date}\nreason: size_management\n---\n\n`;
    return [
      `${archivePath}/global-${date}.md`,
      `${head}# Archived Context (${date})\n\n## Archived Insights\n${entries}`,
    ];
  }),
);

const maxRows = 80;

test.use({
  startWith: { [contextPath]: live, ...archiveFiles, '.contexture/settings.yaml': 'token_limit: 100000\n' },
});

/** Scrolls through a list in leaps, and expects few rows in the page throughout. */
async function expectFewRows(page: Page, grid: Locator): Promise<void> {
  await grid.hover({ position: { x: 300, y: 100 } });
  for (let leap = 0; leap < 5; leap++) {
    await page.mouse.wheel(0, 4000);
    await expect(grid.getByRole('row')).not.toHaveCount(0);
    expect(await grid.getByRole('row').count()).toBeLessThanOrEqual(maxRows);
  }
}

test('renders few of 3,000 entries, reaches the last, counts all, and finds one at the end', async ({ page }) => {
  const grid = entryGrid(page);
  await expect(grid).toHaveAttribute('aria-rowcount', '3002');
  await expectFewRows(page, grid);
  await page.keyboard.press('End');
  await expect(entryRow(page, 'Place 3000, shelf number 3000')).toBeFocused();
  await expect(entryRow(page, 'place_3000')).toBeInViewport();
  expect(await grid.getByRole('row').count()).toBeLessThanOrEqual(maxRows);

  await page.keyboard.press('ControlOrMeta+a');
  await expect(strip(page, 'Selected entries').getByText('3,000 entries selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(strip(page, 'Selected entries')).toBeHidden();

  await page.getByRole('searchbox', { name: 'Search what it knows' }).fill('needle');
  await expect(entryRow(page, 'place_2987')).toBeVisible();
  await expect(page.getByText('1 of 3,000')).toBeVisible();

  // An entry looked up by name is shown even if the search filters it out.
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill('shelf number 1500');
  await expect(page.getByRole('option', { name: /shelf number 1500/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(entryRow(page, 'Place 1500, shelf number 1500')).toBeFocused();
});

test('renders few of 2,000 archived entries, reaches the last, and finds one at the end', async ({ page }) => {
  await goToArchive(page);
  const grid = archiveGrid(page);
  await expect(page.getByRole('search').getByText('2,000 entries')).toBeVisible();
  await expect(grid).toHaveAttribute('aria-rowcount', '2020');
  await expectFewRows(page, grid);
  await archivedRow(page, /^Note /)
    .first()
    .click();
  await page.keyboard.press('End');
  // The oldest archive comes last.
  await expect(archivedRow(page, 'Note 0 100, text 100')).toBeFocused();
  await expect(archivedRow(page, 'Note 0 100, text 100')).toBeInViewport();
  expect(await grid.getByRole('row').count()).toBeLessThanOrEqual(maxRows);

  await page.keyboard.press('ControlOrMeta+a');
  // An action on all of them waits until they are selected.
  await page.keyboard.press('r');
  const restore = page.getByRole('dialog', { name: 'Restore 2,000 entries' });
  await expect(restore).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(restore).toBeHidden();
  await expect(strip(page, 'Selected entries').getByText('2,000 entries selected')).toBeVisible();
  await page.keyboard.press('Escape');

  const chart = page.getByRole('region', { name: 'Archive over time' });
  await chart.getByRole('button', { name: 'February 2025: 1,000 entries, 1,000 Insights' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('search').getByText('1,000 entries')).toBeVisible();
  await expect(chart.getByRole('button', { name: /^January 2025/ })).toBeFocused();
  await expect(chart.getByRole('button', { name: /^January 2025/ })).toHaveAttribute('aria-pressed', 'true');
  await chart.getByRole('button', { name: 'Show as a table' }).click();
  await expect(chart.getByRole('row', { name: 'February 2025 1,000 1,000' })).toBeVisible();
  await chart.getByRole('button', { name: 'All time' }).click();
  await expect(page.getByRole('search').getByText('2,000 entries')).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search the archive' }).fill('note_0_99');
  await expect(archivedRow(page, 'Note 0 99, text 99')).toBeVisible();
  await expect(page.getByRole('search').getByText('1 entry')).toBeVisible();
});
