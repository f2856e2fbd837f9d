import type { BrowserContext, Page } from 'playwright/test';
import { afterChanges, dayFromNow, expectFile, withLine } from './context-text.ts';
import { eventually } from './eventually.ts';
import { exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { correct, editField, entryRow, retype, undoButton } from './review-page.ts';

test.use({ viewport: { width: 1280, height: 1100 } });

/** Two pages on one workspace, as two tabs opened with the same address. */
async function openSecond(context: BrowserContext, address: string): Promise<Page> {
  const second = await context.newPage();
  await second.goto(address);
  await expect(entryRow(second, 'Language, English')).toBeVisible();
  return second;
}

const question = (page: Page) => page.getByRole('alert', { name: 'Two versions of this entry' });

test('shows changes of one page in the other, and undoes the latest of both in either', { tag: '@web' }, async ({
  page,
  context,
  app,
  workspace,
}) => {
  const second = await openSecond(context, app.address);
  await correct(page, 'language', 'German');
  await expect(entryRow(second, 'Language, German')).toBeVisible();
  await correct(second, 'response_style', 'chatty');
  await expect(entryRow(page, 'Response style, chatty')).toBeVisible();

  // Neither has a notice of the other's change, and the keys undo the latest change in either.
  await expect(undoButton(page, 'Corrected “response_style”')).toHaveCount(0);
  await expect(undoButton(second, 'Corrected “language”')).toHaveCount(0);
  await entryRow(page, 'Language, German').click();
  await page.keyboard.press('ControlOrMeta+z');
  for (const each of [page, second]) {
    await expect(entryRow(each, 'Response style, concise')).toBeVisible();
    await expect(entryRow(each, 'Language, German')).toBeVisible();
  }
  await entryRow(second, 'Language, German').click();
  await second.keyboard.press('ControlOrMeta+z');
  await expect(entryRow(second, 'Language, English')).toBeVisible();
  await expect(entryRow(page, 'Language, English')).toBeVisible();
  await expectFile(workspace, afterChanges(4, exampleContext));
});

test('keeps an edit in one page through a change to another entry in the other', { tag: '@web' }, async ({
  page,
  context,
  app,
  workspace,
}) => {
  const second = await openSecond(context, app.address);
  const field = await retype(page, 'language', 'German');
  await correct(second, 'response_style', 'chatty');
  await expect(entryRow(page, 'Response style, chatty')).toBeVisible();
  await expect(field).toHaveValue('German');
  await expect(field).toBeFocused();
  await expect(question(page)).toBeHidden();
  await field.press('Enter');
  await expect(entryRow(second, 'Language, German')).toBeVisible();
  const corrected = (date: string, line: string) => `- [${date}|certain|user_correction|undated] ${line}`;
  const first = withLine(
    exampleContext,
    '- response_style: concise',
    corrected('2026-01-16', 'response_style: chatty'),
  );
  // The first correction dated the file, and with it the entries without a date.
  const both = withLine(first, '- language: English', corrected(dayFromNow(), 'language: German'));
  await expectFile(workspace, afterChanges(2, both));
});

test('asks the person, with both texts, when both pages change the same entry', { tag: '@web' }, async ({
  page,
  context,
  app,
  workspace,
}) => {
  const second = await openSecond(context, app.address);
  await retype(page, 'language', 'German');
  await correct(second, 'language', 'Danish');
  await expect(question(page).getByRole('definition')).toHaveText(['Danish', 'German']);
  await expect(editField(page, 'language')).toHaveValue('German');
  await question(page).getByRole('button', { name: 'Keep mine' }).click();
  for (const each of [page, second]) {
    await expect(entryRow(each, 'Language, German')).toBeVisible();
  }
  await eventually(() => workspace.read()).toMatch(/\|certain\|user_correction\|undated\] language: German$/m);
});
