import { expect, type Page } from 'playwright/test';

export const list = (page: Page) => page.getByRole('grid', { name: 'Conversations' });
export const conversation = (page: Page, name: string | RegExp) => list(page).getByRole('row', { name });
export const said = (page: Page) => page.getByRole('feed', { name: 'What was said' });
export const items = (page: Page) => said(page).getByRole('article');
export const find = (page: Page) => page.getByRole('searchbox', { name: 'Find in this conversation' });

export async function goToConversations(page: Page): Promise<void> {
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await page.keyboard.press('7');
  await expect(page.getByRole('heading', { name: 'Conversations', level: 1 })).toBeAttached();
}

export async function allowReading(page: Page): Promise<void> {
  await goToConversations(page);
  await page.getByRole('button', { name: 'Read these' }).click();
  await expect(conversation(page, /^Weigh tea in grams/)).toBeVisible();
}

export async function openTeaShop(page: Page): Promise<void> {
  await allowReading(page);
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Weigh tea in grams', level: 1 })).toBeVisible();
  await expect(page.getByRole('table')).toBeVisible();
}
