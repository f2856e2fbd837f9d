import { expect, type Page } from 'playwright/test';
import { type ViewId, viewList } from '#shared/views.ts';

export type View = {
  /** File name of its screenshot. */
  readonly name: string;
  /** Workspace the app starts on. `full` is the sample with a limit that it exceeds. */
  readonly on: 'sample' | 'full' | 'four assistants' | 'conversations' | 'kept' | 'work' | 'much work' | 'nothing';
  /** Goes from the open page to the view. */
  readonly show: (page: Page) => Promise<void>;
};

export const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) {
    await page.keyboard.press(key);
  }
};
export const goTo = (page: Page, view: ViewId): Promise<void> =>
  press(page, ...viewList.filter(({ id }) => id === view).map(({ key }) => key));
/** Rows of entries, live or archived. */
export const entries = (page: Page) => page.locator('[data-row]');
export const review = async (page: Page): Promise<void> => {
  await expect(entries(page).first()).toBeVisible();
};
export async function addEntry(page: Page, text: string): Promise<void> {
  await press(page, 'n');
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'What it should know' });
  await field.fill(text);
  await field.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Screenshots of a view: the view itself, then its states. */
export type Pictured<Id extends ViewId> = readonly [View & { readonly name: Id }, ...View[]];
