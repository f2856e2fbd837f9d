import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { choices, entryRow } from './review-page.ts';

const options = (page: Page) => page.getByRole('option');

async function openPalette(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await expect(options(page).first()).toBeVisible();
  await page.keyboard.type(typed);
}

test('begins with actions on the current entry', async ({ page }) => {
  await expect(choices(page)).toHaveCount(12);
  await page.keyboard.press('j');
  await openPalette(page, '');
  await expect(options(page).first()).toContainText('Edit this entry');
  await page.keyboard.type('pin');
  await expect(options(page).first()).toContainText('Pin this entry');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Undo: Pinned/ })).toBeVisible();
});

test('finds words by their beginnings, and never letters scattered over a name', async ({ page }) => {
  await expect(choices(page)).toHaveCount(12);
  await openPalette(page, 'hitsory');
  await expect(options(page)).toHaveText([/^History/]);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('hstr');
  await expect(page.getByText('No results')).toBeVisible();
});

test.describe('with memories of several assistants', () => {
  test.use({ homeWith: 'four assistants' });
  test('switches to one of them by its name', async ({ page }) => {
    await expect(choices(page)).toHaveCount(12);
    await openPalette(page, 'hermes memory');
    await expect(options(page).first()).toHaveText('Open Hermes · Memory');
    await page.keyboard.press('Enter');
    await expect(entryRow(page, 'Uses vim.')).toBeVisible();
    await expect(page).toHaveTitle(/Hermes · Memory — Contexture$/);
  });
});

test('opens find and replace in all entries, from any view', async ({ page }) => {
  await page.getByRole('link', { name: 'Settings' }).click();
  await openPalette(page, 'replace');
  await expect(options(page)).toHaveText(['Find and replace…']);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Find and replace' })).toContainText(/In all \d+ entries/);
});

test('exports known entries for other programs', async ({ page }) => {
  await expect(choices(page)).toHaveCount(12);
  await openPalette(page, 'known csv');
  const saved = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const file = await saved;
  expect(file.suggestedFilename()).toBe('assistant.csv');
  expect(await readFile(await file.path(), 'utf8')).toContain('Preferences,unit_preference,metric,certain');
});

test('prints all entries, and no controls', async ({ page }) => {
  await expect(choices(page)).toHaveCount(12);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('article').getByRole('listitem')).toHaveCount(12);
  await expect(page.getByRole('navigation')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(page.getByRole('navigation')).toBeVisible();
  await page.getByRole('link', { name: 'What it reads' }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('region', { name: 'What your assistant reads' })).toBeVisible();
  await expect(page.getByRole('navigation')).toBeHidden();
});
