import type { Locator, Page } from 'playwright/test';
import { expectAccessible } from './accessibility.ts';
import { contextPath, exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { entryRow } from './review-page.ts';

/** If the browser refuses to copy, the page offers the text, selected, wherever the person asked for it. */
test.use({
  permissions: [],
  startWith: { [contextPath]: exampleContext, 'AGENTS.md': '# For agents\n\nBe brief.\n' },
});

const offer = (page: Page) => page.getByRole('dialog', { name: 'Copy it yourself' });
const field = (page: Page) => offer(page).getByRole('textbox', { name: 'The text to copy' });
const selected = (page: Page) => page.evaluate(() => String(getSelection()));

/** Expects the whole text, selected and reachable by keys. */
async function expectOffer(page: Page, text: string | RegExp): Promise<void> {
  await expect(offer(page)).toHaveAccessibleDescription(
    /^Your browser did not allow copying\. The text is selected: press (Ctrl|⌘) C to copy it\.$/,
  );
  await expect(field(page)).toHaveValue(text);
  await expect(field(page)).toBeFocused();
  expect(await selected(page)).toBe(await field(page).inputValue());
}

test('offers a text selected if the browser refuses to copy, and copies it by keys', { tag: '@web' }, async ({
  page,
}) => {
  await page.getByRole('link', { name: 'What it reads' }).click();
  const copy = page.getByRole('button', { name: 'Copy all' });
  await copy.click();
  await expectOffer(page, /^# What you know[\s\S]*<\/global-context>$/);
  await expectAccessible(page);
  const whole = await field(page).inputValue();
  // The browser copies a manual selection, and the offer stays.
  await field(page).evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(0, 6));
  await field(page).press('ControlOrMeta+c');
  await expect(offer(page)).toBeVisible();
  await offer(page).getByRole('button', { name: 'Select all of it' }).click();
  await expectOffer(page, whole);
  await page.keyboard.press('ControlOrMeta+c');
  await expect(offer(page)).toBeHidden();
  await expect(page.getByText('Copied, exactly as your assistant reads it.')).toBeVisible();
  await expect(copy).toBeFocused();
  await page.getByRole('button', { name: 'Prompt', exact: true }).click();
  const template = page.getByRole('textbox', { name: 'Template' });
  await template.fill('');
  await template.press('ControlOrMeta+v');
  await expect(template).toHaveValue(whole);
});

test('makes the same offer for everything that copies, and reports no copy when it is closed', {
  tag: '@web',
}, async ({ page, workspace }) => {
  /** Closes the offer, and expects the focus back where it was. */
  const close = async (origin: Locator): Promise<void> => {
    await page.keyboard.press('Escape');
    await expect(offer(page)).toBeHidden();
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(origin).toBeFocused();
  };
  const row = entryRow(page, 'language');
  await row.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy text' }).click();
  await expectOffer(page, 'English');
  await close(row);
  await page.keyboard.press('ControlOrMeta+k');
  const name = 'Copy the file’s path';
  await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill(name);
  await expect(page.getByRole('option')).toHaveText([name]);
  await page.keyboard.press('Enter');
  await expectOffer(page, workspace.contextFile);
  await close(row);
  await page.getByRole('link', { name: 'Settings' }).click();
  const copyPath = page.getByRole('button', { name: 'Copy the path of folder' });
  await copyPath.click();
  await expectOffer(page, workspace.folder);
  await close(copyPath);
  await page.getByRole('link', { name: 'What it reads' }).click();
  await page.getByRole('button', { name: 'Prompt', exact: true }).click();
  const copyResult = page.getByRole('button', { name: 'Copy the result' });
  await copyResult.click();
  await expectOffer(page, /<global-context>\n0-- /);
  await close(copyResult);
  await expect(page.getByText('opied')).toBeHidden();
});
