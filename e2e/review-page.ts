import { expect, type Locator, type Page } from 'playwright/test';

/** What a person finds on the Review page, by the names they know it by. */

export const entryGrid = (page: Page): Locator => page.getByRole('grid', { name: 'Entries' });

/** A key as it is read on the page, whatever its capitals. */
export const asRead = <Text extends string | RegExp>(text: Text): string | Text =>
  typeof text === 'string' && /^[a-z0-9_]+$/.test(text) ? text.replaceAll('_', ' ') : text;

/** The row of an entry, by part of its text or its key. */
export const entryRow = (page: Page, text: string | RegExp): Locator =>
  entryGrid(page).getByRole('row', { name: asRead(text) });

/** The boxes of all entries in the page: one for each row of an entry. */
export const choices = (page: Page): Locator => entryGrid(page).getByRole('checkbox', { name: /^Select “/ });

export const choiceOf = (page: Page, name: string): Locator =>
  entryGrid(page).getByRole('checkbox', { name: `Select “${asRead(name)}”` });

/** The field of an edit in place. */
export const editField = (page: Page, name: string): Locator =>
  page.getByRole('textbox', { name: `Text of “${asRead(name)}”` });

/** Everything about the entry the cursor is on. */
export const details = (page: Page): Locator => page.getByRole('complementary', { name: 'Entry' });

export const undoButton = (page: Page, did: string): Locator =>
  page.getByRole('button', { name: `Undo: ${did.replace(/(?<=“)[a-z0-9_]+(?=”)/, asRead)}` });

export const strip = (page: Page, label: string): Locator => page.getByRole('region', { name: label });

/** Shows the strips below the first one, which stands for all at first. */
export const unfoldStrips = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /more messages?$/ }).click();

/** Presses one of the buttons that a row shows while the pointer is over it. */
export async function pressInRow(page: Page, name: string, button: string): Promise<void> {
  const row = entryRow(page, name);
  await row.hover();
  await row.getByRole('button', { name: button }).click();
}

/** Turns the wheel over the entries until a row is in the page. */
export async function wheelTo(page: Page, name: string): Promise<void> {
  await entryRow(page, /./).last().hover();
  await expect(async () => {
    await page.mouse.wheel(0, 300);
    await expect(entryRow(page, name)).toBeInViewport({ timeout: 250 });
  }).toPass();
}

/** Opens an entry for editing in place and puts another text in its field. */
export async function retype(page: Page, name: string, text: string): Promise<Locator> {
  await entryRow(page, name).dblclick();
  const field = editField(page, name);
  await field.fill(text);
  return field;
}

/** Corrects an entry in place, as a person does with the pointer and the Enter key. */
export async function correct(page: Page, name: string, text: string): Promise<void> {
  const field = await retype(page, name, text);
  await field.press('Enter');
}

/** Has the file repaired by what the strip offers, once it was shown what that changes. */
export async function repairBy(page: Page, words: string): Promise<void> {
  await strip(page, 'Problems in the file')
    .getByRole('button', { name: `${words}…` })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: words }).click();
}
