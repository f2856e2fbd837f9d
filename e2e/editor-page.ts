import { expect, type Locator, type Page } from 'playwright/test';

/** Parts of the editor, by the names people see. */

export const editorText = (page: Page): Locator => page.getByRole('textbox', { name: 'The memory as text' });
export const editorLine = (page: Page, text: string | RegExp): Locator =>
  editorText(page).locator('.cm-line').filter({ hasText: text });
export const saveButton = (page: Page): Locator => page.getByRole('button', { name: 'Save', exact: true });
export const conflictDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Two versions of the same entry' });
const rail = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });
/** The mark for unsaved text, on the link to the editor. */
export const unsavedMark = (page: Page): Locator => rail(page).getByRole('img', { name: 'Not saved yet' });

export async function openEditor(page: Page): Promise<void> {
  await rail(page).getByRole('link', { name: /^File/ }).click();
  await expect(editorText(page)).toBeVisible();
}

/** Clicks into a line and selects the given part of it. */
async function selectIn(page: Page, line: string | RegExp, part: string): Promise<void> {
  const place = editorLine(page, line).first();
  await place.scrollIntoViewIfNeeded();
  await place.click();
  await place.evaluate((element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) {
      texts.push(walker.currentNode as Text);
    }
    const whole = texts.map((text) => text.data).join('');
    const start = whole.indexOf(wanted);
    const at = (offset: number): [Text, number] => {
      let left = offset;
      for (const text of texts) {
        if (left <= text.length) {
          return [text, left];
        }
        left -= text.length;
      }
      throw new Error(`“${wanted}” is not in “${whole}”`);
    };
    getSelection()?.setBaseAndExtent(...at(start), ...at(start + wanted.length));
  }, part);
}

/** Replaces a text by selecting it and typing. */
export async function retypeIn(page: Page, line: string | RegExp, part: string, by: string): Promise<void> {
  await selectIn(page, line, part);
  await page.keyboard.type(by);
}
