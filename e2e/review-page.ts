import { expect, type Locator, type Page } from 'playwright/test';

/** Parts of the Review page, by the names people see. */

export const entryGrid = (page: Page): Locator => page.getByRole('grid', { name: 'Entries' });

/** A key as the page shows it, in any capitals. */
export const shownKey = <Text extends string | RegExp>(text: Text): string | Text =>
  typeof text === 'string' && /^[a-z0-9_]+$/.test(text) ? text.replaceAll('_', ' ') : text;

/** The row of an entry, by part of its text or its key. */
export const entryRow = (page: Page, text: string | RegExp): Locator =>
  entryGrid(page).getByRole('row', { name: shownKey(text) });

/** Boxes of all rendered entries, one per row. */
export const choices = (page: Page): Locator => entryGrid(page).getByRole('checkbox', { name: /^Select “/ });

export const choiceOf = (page: Page, name: string): Locator =>
  entryGrid(page).getByRole('checkbox', { name: `Select “${shownKey(name)}”` });

/** The field of an edit in place. */
export const editField = (page: Page, name: string): Locator =>
  page.getByRole('textbox', { name: `Text of “${shownKey(name)}”` });

/** Details of the entry under the cursor. */
export const details = (page: Page): Locator => page.getByRole('complementary', { name: 'Entry' });

export const undoButton = (page: Page, did: string): Locator =>
  page.getByRole('button', { name: `Undo: ${did.replace(/(?<=“)[a-z0-9_]+(?=”)/, shownKey)}` });

export const strip = (page: Page, label: string): Locator => page.getByRole('region', { name: label });

/** Unfolds the strips behind the first one. */
export const unfoldStrips = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /more messages?$/ }).click();

/** Presses a button that a row shows while the pointer is over it. */
export async function pressInRow(page: Page, name: string, button: string): Promise<void> {
  const row = entryRow(page, name);
  await row.hover();
  await row.getByRole('button', { name: button }).click();
}

/** Scrolls the entries with the wheel until a row is rendered. */
export async function wheelTo(page: Page, name: string): Promise<void> {
  await entryRow(page, /./).last().hover();
  await expect(async () => {
    await page.mouse.wheel(0, 300);
    await expect(entryRow(page, name)).toBeInViewport({ timeout: 250 });
  }).toPass();
}

/** Opens an entry for editing in place and replaces the text in its field. */
export async function retype(page: Page, name: string, text: string): Promise<Locator> {
  await entryRow(page, name).dblclick();
  const field = editField(page, name);
  await field.fill(text);
  return field;
}

/** Corrects an entry in place, with the pointer and the Enter key. */
export async function correct(page: Page, name: string, text: string): Promise<void> {
  const field = await retype(page, name, text);
  await field.press('Enter');
}

/** Repairs the file from the strip, after its preview. */
export async function repairBy(page: Page, words: string): Promise<void> {
  await strip(page, 'Problems in the file')
    .getByRole('button', { name: `${words}…` })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: words }).click();
}
