import { expect, test } from './fixtures.ts';
import { entryGrid, entryRow } from './review-page.ts';

test.use({ startWith: 'sample', viewport: { width: 1280, height: 900 } });

test('groups entries by month, or sorts them with undated ones last, and remembers that', async ({ page }) => {
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

test('searches by phrases, exclusions and properties, and suggests completions', async ({ page }) => {
  const field = page.getByRole('searchbox', { name: 'Search what it knows' });
  await field.fill('"in the morning" -late_mail');
  await expect(entryRow(page, 'late_mail')).toHaveCount(0);
  await field.fill('is:pi');
  const suggestion = page.getByRole('option', { name: /^is:pinned/ });
  await expect(suggestion).toBeVisible();
  await field.press('ArrowDown');
  await expect(suggestion).toHaveAttribute('aria-selected', 'true');
  await field.press('Enter');
  await expect(field).toHaveValue('is:pinned ');
  await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeHidden();
  await expect(entryRow(page, /pinned/).first()).toBeVisible();
  await field.press('Enter');
  await expect(entryRow(page, /pinned/).first()).toBeFocused();
  await field.fill('from:weekly_review before:2026-05');
  await expect(entryRow(page, 'drawing_hours')).toBeVisible();
  await expect(entryRow(page, 'late_mail')).toHaveCount(0);
});

test('shows what was learned as a chart and a table that filter the list by keys, and stay open', async ({ page }) => {
  await page.getByRole('button', { name: 'What was learned', exact: true }).click();
  const chart = page.getByRole('region', { name: 'What was learned' });
  await expect(chart).toContainText(/\d+ entries known now/);
  await chart.getByRole('button', { name: 'By month' }).click();
  const october = chart.getByRole('button', { name: /^October 2026: \d+ entries, .*known then$/ });
  await october.focus();
  await page.keyboard.press('Enter');
  const field = page.getByRole('searchbox', { name: 'Search what it knows' });
  await expect(field).toHaveValue('after:2026-10-01 before:2026-11-01');
  await expect(october).toHaveAttribute('aria-pressed', 'true');
  await expect(october).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(chart.getByRole('button', { name: /^September 2026/ })).toBeFocused();
  await chart.getByRole('button', { name: 'Show as a table' }).click();
  await expect(chart.getByRole('table')).toContainText('October 2026');
  await page.reload();
  await expect(chart).toBeVisible();
  await chart.getByRole('button', { name: 'Close what was learned' }).click();
  await expect(chart).toBeHidden();
});

test.describe('words and parts of words', () => {
  test.use({
    startWith: {
      'logs/context/global.md':
        '## Facts (certain)\n- [2026-01-01] plan: the category of shelves\n- [2026-01-02] pet: a cat named Ink\n',
    },
  });

  test('finds whole words first', async ({ page }) => {
    await page.getByRole('searchbox', { name: 'Search what it knows' }).fill('cat');
    await expect(entryRow(page, /plan|pet/i).first()).toContainText('a cat named Ink');
    await expect(entryRow(page, /plan|pet/i)).toHaveCount(2);
  });
});
