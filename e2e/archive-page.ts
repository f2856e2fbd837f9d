import { expect, type Locator, type Page } from 'playwright/test';
import { shownKey } from './review-page.ts';

/** Parts of the Archive page, by the names people see. */

export const archiveGrid = (page: Page): Locator => page.getByRole('grid', { name: 'Archived entries' });

export const archivedRow = (page: Page, text: string | RegExp): Locator =>
  archiveGrid(page).getByRole('row', { name: shownKey(text) });

export const archivedDetails = (page: Page): Locator => page.getByRole('complementary', { name: 'Archived entry' });

export async function goToArchive(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Archive' }).click();
  await expect(page.getByRole('heading', { name: 'Archive', level: 1 })).toBeVisible();
}

/** Restores one archived entry. */
export async function restoreArchived(page: Page, name: string): Promise<void> {
  await archivedRow(page, name).click();
  await archivedDetails(page).getByRole('button', { name: 'Restore' }).click();
}

/** Restores one archived entry that needs a decision; resolves with the dialog that asks for it. */
export async function askToRestore(page: Page, name: string): Promise<Locator> {
  await restoreArchived(page, name);
  const dialog = page.getByRole('dialog', { name: 'Restore 1 entry' });
  await expect(dialog).toBeVisible();
  return dialog;
}

export const confirmButton = (dialog: Locator): Locator => dialog.getByRole('button', { name: /^Restore \d/ });
