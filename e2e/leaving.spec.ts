import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { eventually } from './eventually.ts';
import { contextPath, exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { choices, editField, entryRow, retype } from './review-page.ts';
import { workspaceFolderAt } from './workspace-folder.ts';

test.use({ viewport: { width: 1280, height: 1100 } });

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const pathField = (page: Page) => page.getByRole('textbox', { name: 'Open a file or folder' });

async function openAnother(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Workspace: assistant' }).click();
  await page.getByRole('menuitem', { name: 'All memories…' }).click();
  await expect(pathField(page)).toBeVisible();
  await expect(page.getByRole('menu')).toBeHidden();
}

test('returns from the choice of another memory, with typed text still there', async ({ page, workspace }) => {
  await retype(page, 'language', 'German');
  await openAnother(page);
  await page.getByRole('link', { name: 'Review' }).click();
  await expect(editField(page, 'language')).toHaveValue('German');
  await openAnother(page);
  await page.keyboard.press('Escape');
  await expect(editField(page, 'language')).toHaveValue('German');
  await editField(page, 'language').press('Enter');
  // The row gets the focus back after saving, even from a menu.
  await expect(entryRow(page, 'Language, German')).toBeFocused();
  await eventually(() => workspace.read()).toContain('language: German\n');

  // Earlier changes can be undone as if the person had never left.
  await openAnother(page);
  await page.keyboard.press('Escape');
  await expect(entryRow(page, 'Language, German')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(entryRow(page, 'Language, English')).toBeVisible();
});

test('closes a dialog over the choice first on Esc', { tag: '@web' }, async ({ page }) => {
  await expect(choices(page)).toHaveCount(12);
  await openAnother(page);
  await page.getByRole('button', { name: 'Choose a file or folder…' }).click();
  await expect(page.getByRole('dialog', { name: 'Choose a file or folder' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(pathField(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(choices(page)).toHaveCount(12);
});

test('asks before another memory replaces one with unsaved text', async ({ page, workspace, homeFolder }) => {
  const other = workspaceFolderAt(join(homeFolder, 'other'));
  await other.create('## Facts\n- garden: roses\n', contextPath);
  await retype(page, 'language', 'German');
  await openAnother(page);
  await pathField(page).fill(other.folder);
  await pathField(page).press('Enter');
  await expect(question(page)).toContainText('The correction of “Language”');
  await question(page).getByRole('button', { name: 'Stay here' }).click();
  await page.getByRole('link', { name: 'Review' }).click();
  await expect(editField(page, 'language')).toHaveValue('German');

  // Also from another view, where the field is out of sight.
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Workspace: assistant' }).click();
  await page.getByRole('menuitem', { name: /^other/ }).click();
  await expect(question(page)).toContainText('The correction of “Language”');
  await question(page).getByRole('button', { name: 'Leave without saving' }).click();
  await expect(entryRow(page, 'Garden, roses')).toBeVisible();
  expect(await workspace.read()).toBe(exampleContext);
});
