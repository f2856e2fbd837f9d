import { rm, writeFile } from 'node:fs/promises';
import { expectAccessible } from './accessibility.ts';
import { askToRestore, goToArchive } from './archive-page.ts';
import { tokensOf } from './context-text.ts';
import { conflictDialog, openEditor, retypeIn } from './editor-page.ts';
import { archivePath, contextPath, exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { entryRow, retype, strip, unfoldStrips } from './review-page.ts';

/** Accessibility of questions, refusals and reports: axe finds no violation, in either theme. */
const odd = exampleContext
  .replace('- language: English', '- [2026-02-30|sure|me] language: English\n- note: pay \u202Eecila')
  .replace('version: 15', 'version: fifteen');
const archive = `---\narchived_from: global.md\narchived_date: 2026-05-03\nreason: size_management\n---\n\n# Archived Context (2026-05-03)\n\n## Archived Preferences\n- [2024-01-01] language: Frisian\n\n## Archived Facts\n- [2022-01-01|certain|observer] current_routine: full body\n`;

test.slow();
test.use({
  startWith: {
    [contextPath]: odd,
    [`${archivePath}/global-2026-05-03.md`]: archive,
    [`${archivePath}/letter.md`]: 'Dear diary\n',
    '.contexture/settings.yaml': `token_limit: ${tokensOf(odd)}\n`,
  },
});

test('two versions of an entry, and oddities in the file', async ({ page, workspace }) => {
  await unfoldStrips(page);
  await strip(page, 'Problems in the file')
    .getByRole('button', { name: /things in the file to look at/ })
    .click();
  await retype(page, 'response_style', 'chatty');
  await workspace.edit((text) => text.replace('response_style: concise', 'response_style: terse'));
  await expect(page.getByRole('alert', { name: 'Two versions of this entry' })).toBeVisible();
  await expectAccessible(page);
});

test('a problem in the editor, and a conflict in it', async ({ page, workspace }) => {
  await openEditor(page);
  await page.getByRole('button', { name: /problems/ }).click();
  await expect(page.getByRole('region', { name: 'Problems' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await retypeIn(page, 'response_style', 'concise', 'chatty');
  await workspace.edit((text) => text.replace('response_style: concise', 'response_style: terse'));
  await strip(page, 'Changed by another app too').getByRole('button', { name: 'Compare' }).click();
  await expect(conflictDialog(page)).toBeVisible();
  await expectAccessible(page);
});

test('an emptied text', async ({ page }) => {
  const field = await retype(page, 'response_style', ' ');
  await field.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Delete this entry?' })).toBeVisible();
  await expectAccessible(page);
});

test('a refused key', async ({ page }) => {
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an entry' });
  await dialog.getByRole('textbox', { name: 'What it should know' }).fill('no fish');
  await dialog.getByRole('textbox', { name: 'Name (optional)' }).fill('a: b');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
});

test('a restore of a known key, without room for it', async ({ page }) => {
  await goToArchive(page);
  const dialog = await askToRestore(page, 'full body');
  await expect(dialog.getByRole('group', { name: 'Your assistant knows this key already' })).toBeVisible();
  await expect(dialog.getByRole('group', { name: /What should give/ })).toBeVisible();
  await expectAccessible(page);
});

test('a missing file, and an unreadable one', async ({ page, workspace }) => {
  await expect(entryRow(page, 'concise')).toBeVisible();
  await rm(workspace.contextFile);
  await expect(strip(page, 'The file was deleted')).toBeVisible();
  await expectAccessible(page);
  await writeFile(workspace.contextFile, Buffer.from([0x80, 0xff]));
  await expect(strip(page, 'The file can’t be read')).toBeVisible();
  await expectAccessible(page);
});

test('a refused limit', async ({ page }) => {
  await page.getByRole('link', { name: 'Settings' }).click();
  const field = page.getByRole('textbox', { name: 'Token limit' });
  await field.fill('9');
  await field.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
});

test.describe('before anything is open', () => {
  test.use({ startOn: 'nothing', startWith: 'nothing' });

  test('folders to choose from, and a path that leads nowhere', { tag: '@web' }, async ({ page }) => {
    await page.getByRole('textbox', { name: 'Open a file or folder' }).fill('/nowhere/at/all');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Choose a file or folder…' }).click();
    await expect(page.getByRole('dialog').getByRole('list')).toBeVisible();
    await expectAccessible(page);
  });
});
