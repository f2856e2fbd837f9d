import type { Locator, Page } from 'playwright/test';
import { eventually } from './eventually.ts';
import { expect, test } from './fixtures.ts';
import { details, editField, entryRow, pressInRow } from './review-page.ts';
import { workInProgress } from './work-files.ts';
import { openWorkflow, work } from './work-views.ts';

// Text composed with an input method: until a word is finished, Enter and Escape belong to the input method.

test.use({ startWith: workInProgress });

const memory = 'logs/context/global.md';

const fields: Readonly<Record<string, { open: (page: Page) => Promise<Locator>; file: string }>> = {
  'a value in Work': {
    open: async (page) => {
      await work(page);
      await openWorkflow(page, 'Note processing · 20 Nov 2026');
      const data = page.getByRole('region', { name: 'Working data' });
      await data.getByRole('button', { name: 'Correct Title' }).click();
      return data.getByRole('textbox', { name: 'Title' });
    },
    file: '.aifriday/contexts/active/notes-12/context.json',
  },
  'an entry in place': {
    open: async (page) => {
      await pressInRow(page, 'language', 'Edit');
      return editField(page, 'language');
    },
    file: memory,
  },
  'a new entry': {
    open: async (page) => {
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      return page.getByRole('dialog').getByRole('textbox', { name: 'What it should know' });
    },
    file: memory,
  },
  'a detail of an entry': {
    open: async (page) => {
      await entryRow(page, 'language').click();
      await details(page).getByText('In the file').click();
      await details(page).getByRole('button', { name: 'Edit key' }).click();
      return details(page).getByRole('textbox', { name: 'Key' });
    },
    file: memory,
  },
};

for (const [name, { open, file }] of Object.entries(fields)) {
  test(`never saves or drops a half-typed word on Enter and Escape in ${name}`, async ({ page, workspace }) => {
    const field = await open(page);
    await field.fill('');
    const before = await workspace.read(file);
    const inputMethod = await useInputMethod(page);
    for (const key of ['Enter', 'Escape']) {
      await inputMethod.compose('みなと');
      await inputMethod.press(key);
      await expect(field).toHaveValue('みなと');
    }
    await inputMethod.finish('港');
    // Safari sends the Enter that finished the word after it.
    await inputMethod.press('Enter');
    await page.keyboard.insertText('の散歩');
    await expect(field).toHaveValue('港の散歩');
    expect(await workspace.read(file)).toBe(before);
    await field.press('Enter');
    await expect(field).toBeHidden();
    await eventually(() => workspace.read(file)).toContain('港の散歩');
    expect(await workspace.read(file)).not.toContain('みなと');
  });
}

/** An input method that acts on the focused field. */
async function useInputMethod(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  return {
    compose: (text: string) =>
      cdp.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length }),
    /** A key that the input method handles: browsers give it the code 229. */
    press: (key: string) =>
      cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, code: key, windowsVirtualKeyCode: 229 }),
    finish: (text: string) => cdp.send('Input.insertText', { text }),
  };
}
