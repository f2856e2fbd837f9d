import { allowReading, find, items, list, openTeaShop, said } from './conversations-page.ts';
import { expect, test } from './fixtures.ts';

test.use({ homeWith: 'conversations' });

test('finds a text anywhere in the conversation', async ({ page }) => {
  await openTeaShop(page);
  await page.keyboard.press('/');
  await expect(find(page)).toBeFocused();
  await page.keyboard.type('tin 17?');
  await page.getByRole('button', { name: 'Find before' }).click();
  const there = items(page).filter({ hasText: 'Question 17:' });
  await expect(there).toBeInViewport();
  await expect(there.locator('mark')).toHaveText('tin 17?');
  const count = page.getByRole('search').getByRole('status');
  await expect(count).toHaveText('1 of 1');
  await find(page).fill('nobody said this');
  await expect(count).toHaveText('no results');
  await find(page).fill('npm test');
  await find(page).press('Enter');
  await expect(said(page).locator('mark').filter({ hasText: 'npm test' }).first()).toBeInViewport();
});

test('moves between hits by keys, and wraps around', async ({ page }) => {
  await openTeaShop(page);
  await page.keyboard.press('/');
  await page.keyboard.type('in tin 1');
  const count = page.getByRole('search').getByRole('status');
  // Tins 1, 10 to 19 and 100 to 120, in questions and answers.
  await expect(count).toHaveText('64 messages');
  await page.keyboard.press('Enter');
  await expect(count).toHaveText('1 of 64');
  await expect(items(page).filter({ hasText: 'Question 1:' })).toBeInViewport();
  await page.keyboard.press('Shift+Enter');
  await expect(count).toHaveText('64 of 64');
  await expect(items(page).filter({ hasText: 'There are 120 grams' })).toBeInViewport();
  await expect(find(page)).toBeFocused();
  await items(page).filter({ hasText: 'There are 120 grams' }).click();
  await page.keyboard.press('Shift+F3');
  await expect(count).toHaveText('63 of 64');
  await page.keyboard.press('Control+g');
  await expect(count).toHaveText('64 of 64');
});

test('opens a hit on a double click, without selecting text', async ({ page }) => {
  await allowReading(page);
  await page.getByRole('searchbox', { name: 'Search what was said' }).fill('tin 17');
  await list(page)
    .getByRole('row', { name: /Question 17:/ })
    .dblclick();
  await expect(items(page).filter({ hasText: 'Question 17:' })).toBeInViewport();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
});
