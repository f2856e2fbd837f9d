import type { Page } from 'playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expectFile } from './context-text.ts';
import { test as base, expect } from './fixtures.ts';
import { details, entryRow, strip } from './review-page.ts';

/** A memory with custom headings, in which two things are repeated. */
const name = 'CLAUDE.md';
const memory = `# Notes

## Home
- **Diet**: vegetarian
- Reads in the evening, with tea
- Currently repaints the kitchen

## Work
- **Diet**: vegan since the spring
- Reads in the evening with tea
`;

const test = base.extend({
  start: async ({ workspace, start, startWith }, use) =>
    use({ ...start, args: Object.keys(startWith).map((file) => workspace.path(file)) }),
});

test.use({ startWith: { [name]: memory } });

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Said more than once' });
const compare = async (page: Page): Promise<void> => {
  await strip(page, 'Said more than once').getByRole('button', { name: 'Compare' }).press('Enter');
  await expect(dialog(page)).toBeVisible();
};

test('merges two twins into a previewed text, and separates them again to the byte', async ({ page, workspace }) => {
  await expect(strip(page, 'Said more than once')).toContainText('2 things are said more than once.');
  await compare(page);
  await expectAccessible(page);
  const card = dialog(page).getByRole('region', { name: '“Diet” says two things' });
  await card.getByRole('radio', { name: /vegetarian/ }).check();
  const text = card.getByRole('textbox', { name: 'Or write one text for both' });
  await expect(text).toHaveValue('vegan since the spring; vegetarian');
  await text.fill('vegan');
  await card.getByRole('button', { name: 'Merge into this text' }).press('Enter');
  await expectFile(
    workspace,
    memory.replace('vegetarian', 'vegan').replace('- **Diet**: vegan since the spring\n', ''),
    name,
  );
  await expect(dialog(page).getByRole('region', { name: 'Almost the same text' })).toBeVisible();
  // The focus stays in the dialog, and Tab continues there.
  await page.keyboard.press('Tab');
  expect(await dialog(page).evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(strip(page, 'Said more than once')).toContainText('2 entries say almost the same.');
  await page.keyboard.press('ControlOrMeta+z');
  await expectFile(workspace, memory, name);
  await expect(strip(page, 'Said more than once')).toContainText('2 things');
});

test('keeps one twin by keyboard, and accepts both until that is undone', async ({ page, workspace }) => {
  await compare(page);
  await dialog(page).getByRole('button', { name: 'Next' }).press('Enter');
  const card = dialog(page).getByRole('region', { name: 'Almost the same text' });
  const chosen = card.getByRole('radio', { checked: true });
  await expect(chosen).toHaveAccessibleName(/^Reads in the evening, with tea/);
  await chosen.press('ArrowDown');
  await card.getByRole('button', { name: 'Keep one, delete the other' }).press('Enter');
  await expectFile(workspace, memory.replace('- Reads in the evening, with tea\n', ''), name);
  const next = dialog(page).getByRole('region', { name: '“Diet” says two things' });
  await next.getByRole('button', { name: 'Both are right' }).press('Enter');
  await expect(dialog(page).getByText('Nothing is said more than once, as far as we can tell.')).toBeVisible();
  await dialog(page).getByText('1 group is right, as you said').click();
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Take that back' }).press('Enter');
  await expect(next).toBeVisible();
});

test('marks an entry that may not last, in words, until it is confirmed', async ({ page }) => {
  const row = entryRow(page, /Currently repaints/);
  await expect(row).toHaveAccessibleName(/may not last/);
  await row.click();
  await expect(details(page)).toContainText('This speaks of something that soon changes');
  await page.keyboard.press('c');
  await expect(row).toHaveAccessibleName(/confirmed by you/);
  await expect(row).not.toHaveAccessibleName(/may not last/);
});
