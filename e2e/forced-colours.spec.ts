import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';

/** In forced colours, shapes have to show what colours and shadows show otherwise. */

test.use({ startWith: 'full sample' });

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await expect(page.getByRole('grid', { name: 'Entries' }).getByRole('row').first()).toBeVisible();
});

const widthBefore = (row: Locator) => row.evaluate((element) => getComputedStyle(element, '::before').width);
const rowsOf = (page: Page) => page.locator('[data-row]');

test('marks current and selected rows with a bar, with or without focus', async ({ page }) => {
  await page.keyboard.press('j');
  const [first, second] = [rowsOf(page).nth(0), rowsOf(page).nth(1)];
  expect(await widthBefore(first)).toBe('6px');
  expect(await widthBefore(second)).toBe('auto');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  expect(await widthBefore(first)).toBe('6px');
  expect(await widthBefore(second)).toBe('3px');
  await expect(second).toBeFocused();
  await expect(second).toHaveCSS('outline-style', 'solid');
});

test('gives dialogs an edge', async ({ page }) => {
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCSS('border-top-style', 'solid');
  await expect(page.getByRole('dialog')).toHaveCSS('border-top-width', '2px');
});

test('fills and divides the parts of the bar, and hatches what leaves next', async ({ page }) => {
  const parts = page.getByRole('toolbar', { name: 'Tokens by section' }).getByRole('button');
  const insights = parts.filter({ visible: true }).and(page.getByRole('button', { name: /^Insights: / }));
  const colours = await parts.first().evaluate((part) => {
    const { backgroundColor, borderRightColor } = getComputedStyle(part);
    return [backgroundColor, borderRightColor];
  });
  expect(new Set(colours).size).toBe(2);
  await expect(insights.locator('span')).toHaveCSS('background-image', /repeating-linear-gradient/);
});

test('stops motion when reduced motion is preferred', async ({ page }) => {
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCSS('transition-duration', /^0s(, 0s)*$/);
});
