import { expect, test } from './fixtures.ts';
import { entryGrid, entryRow } from './review-page.ts';

test.use({ startWith: 'sample', viewport: { width: 1280, height: 900 } });

test('entries are grouped by month, or stand in one order with what has no date last, and that is remembered', async ({
  page,
}) => {
  const group = page.getByRole('combobox', { name: 'Group' });
  await group.selectOption('By month');
  await expect(entryGrid(page).getByRole('heading').first()).toHaveText(/ 20\d\d$/);
  await group.selectOption('Ungrouped');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Newest');
  await expect(entryGrid(page).getByRole('heading', { name: /^(Certain|Likely|Date unknown)/ })).toHaveCount(0);
  await entryRow(page, /./).first().focus();
  await page.keyboard.press('End');
  await expect(page.locator('[data-row]:focus')).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Entry' })).toContainText('Date unknown');
  await page.reload();
  await expect(group).toHaveValue('none');
});
