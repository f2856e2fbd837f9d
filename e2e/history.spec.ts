import type { Page } from 'playwright/test';
import { expectAccessible } from './accessibility.ts';
import { assistantOn, learned } from './assistant.ts';
import { afterChanges, expectFile, withLine } from './context-text.ts';
import { eventually } from './eventually.ts';
import { exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { correct, entryRow, pressInRow, strip, undoButton } from './review-page.ts';

test.use({ viewport: { width: 1280, height: 1000 } });

const undo = 'ControlOrMeta+z';
const language = '- language: English';

const versions = (page: Page) => page.getByRole('grid', { name: 'Versions' });
const versionRow = (page: Page, name: string | RegExp) => versions(page).getByRole('row', { name });
const version = (page: Page) => page.getByRole('complementary', { name: 'Version' });

async function goToHistory(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('heading', { name: 'History', level: 1 })).toBeVisible();
  await expect(versionRow(page, /First version/).first()).toBeVisible();
}

async function goToReview(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Review' }).click();
}

const remove = async (page: Page, name: string): Promise<void> => {
  await pressInRow(page, name, 'Delete');
  await expect(entryRow(page, name)).toBeHidden();
};

test('shows by day who did what to which entries, with both texts side by side', async ({
  page,
  workspace,
  dataFolder,
  homeFolder,
}) => {
  await correct(page, 'language', 'German');
  await expect(entryRow(page, 'Language, German')).toBeVisible();
  await assistantOn(workspace.folder, dataFolder, homeFolder).learns(learned('fact', 'coffee', 'two cups'));
  await expect(entryRow(page, 'two cups')).toBeVisible();
  await goToHistory(page);
  await expect(versionRow(page, /^Learned “Coffee”, 1 learned, .*assistant/)).toBeVisible();
  await expect(versionRow(page, /^Corrected “Language”, 1 corrected, .*You/)).toBeVisible();
  await versionRow(page, /^Corrected/).click();
  const changed = version(page).getByRole('region', { name: 'Changed 1' });
  await expect(changed.getByRole('deletion')).toHaveText('English');
  await expect(changed.getByRole('insertion')).toHaveText('German');
  await version(page).getByRole('button', { name: 'Compare texts' }).click();
  const texts = page.getByRole('region', { name: 'Texts side by side' });
  await expect(texts.getByLabel('The text before')).toContainText('language: English');
  await expect(texts.getByLabel('The text after')).toContainText('language: German');
  await expectAccessible(page);
  // Or with the current text, which is what a restore would replace.
  await texts.getByRole('button', { name: 'Now', exact: true }).click();
  await expect(texts.getByLabel('The text now')).toContainText('two cups');
  await expect(texts.getByLabel('This version')).not.toContainText('two cups');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(versionRow(page, /^Corrected/)).toBeFocused();
});

test('shows a version as it was, entry by entry, to restore from or leave', async ({ page, workspace }) => {
  await remove(page, 'Language, English');
  const deleted = await workspace.read();
  await goToHistory(page);
  await versionRow(page, /^First version/)
    .first()
    .click();
  await version(page).getByRole('button', { name: 'See this version' }).click();
  const reader = page.getByRole('region', { name: 'The memory as it was' });
  await expect(reader.getByRole('heading', { name: /^Your memory on / })).toBeFocused();
  const said = reader.getByRole('region', { name: 'What it said' });
  await expect(said.getByRole('heading').first()).toHaveText('Preferences');
  await expect(said).toContainText('Language English');
  await expect(said).toContainText('Best workouts on Wednesday evenings');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(versionRow(page, /^First version/).first()).toBeFocused();
  expect(await workspace.read()).toBe(deleted);

  await version(page).getByRole('button', { name: 'See this version' }).click();
  await reader.getByRole('button', { name: 'Restore this version…' }).click();
  await page.getByRole('dialog', { name: 'Restore this version' }).getByRole('button', { name: 'Restore' }).click();
  await eventually(() => workspace.read()).toContain(language);
});

test('restores one entry from a version, and leaves later changes alone', async ({ page, workspace }) => {
  await remove(page, 'Language, English');
  await correct(page, 'response_style', 'chatty');
  await goToHistory(page);
  await versionRow(page, /^Deleted “Language”/).click();
  await version(page).getByRole('button', { name: 'Restore: language' }).click();
  await expect(undoButton(page, 'Restored “language”')).toBeVisible();
  await expect(versionRow(page, /^Restored “Language”, 1 added/)).toBeVisible();
  await expect(version(page).getByText('The memory has it again.')).toBeVisible();
  await eventually(() => workspace.read()).toContain(language);
  expect(await workspace.read()).toContain('response_style: chatty');
});

test('asks the person if the key exists again with another text', { tag: '@further' }, async ({ page, workspace }) => {
  await remove(page, 'Language, English');
  await workspace.replace(
    withLine(await workspace.read(), '- response_style: concise', '- response_style: concise\n- language: Welsh'),
  );
  await expect(entryRow(page, 'Language, Welsh')).toBeVisible();
  await goToHistory(page);
  await versionRow(page, /^Deleted “Language”/).click();
  await version(page).getByRole('button', { name: 'Restore: language' }).click();
  await page.getByRole('dialog', { name: 'Which text to keep?' }).getByRole('button', { name: 'Replace' }).click();
  await eventually(() => workspace.read()).toContain(language);
  expect(await workspace.read()).not.toContain('Welsh');
});

test('restores a whole version as one more change, by keyboard alone, and undoes it', async ({ page, workspace }) => {
  await remove(page, 'Language, English');
  await remove(page, 'Response style, concise');
  const without = await workspace.read();
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(versionRow(page, /First version/).first()).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Restore this version' });
  await expect(dialog).toContainText('You can undo this.');
  await expect(dialog.getByRole('status')).toContainText('2 entries come back. Your memory goes from ');
  await expect(dialog.getByRole('button', { name: 'Restore' })).toBeFocused();
  expect(await workspace.read()).toBe(without);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expectFile(workspace, afterChanges(3, exampleContext));
  await expect(versionRow(page, /^Restored the version of .*, 2 added/)).toBeVisible();
  await page.keyboard.press(undo);
  await expect(versionRow(page, /^Undone: Restored the version/)).toBeVisible();
  await eventually(() => workspace.read()).not.toContain(language);
});

test('leaves the assistant’s changes in between on undo', { tag: '@further' }, async ({
  page,
  workspace,
  dataFolder,
  homeFolder,
}) => {
  await remove(page, 'Language, English');
  await assistantOn(workspace.folder, dataFolder, homeFolder).learns(learned('fact', 'coffee', 'two cups'));
  await expect(entryRow(page, 'two cups')).toBeVisible();
  await page.keyboard.press(undo);
  await expect(entryRow(page, 'Language, English')).toBeVisible();
  await expect(entryRow(page, 'two cups')).toBeVisible();
});

test('undoes and redoes after a restart', { tag: '@further' }, async ({ page, workspace, crash }) => {
  await remove(page, 'Language, English');
  await remove(page, 'Response style, concise');
  await page.keyboard.press(undo);
  await expect(entryRow(page, 'Response style, concise')).toBeVisible();
  const again = await crash();
  await entryRow(again, 'Response style, concise').click();
  await again.keyboard.press('ControlOrMeta+k');
  await expect(again.getByRole('option', { name: 'Undo: Deleted “language”' })).toBeVisible();
  await expect(again.getByRole('option', { name: 'Redo: Deleted “response_style”' })).toBeVisible();
  await again.keyboard.press('Escape');
  await again.keyboard.press(undo);
  await expect(entryRow(again, 'Language, English')).toBeVisible();
  await expectFile(workspace, afterChanges(4, exampleContext));
  await again.keyboard.press('ControlOrMeta+Shift+z');
  await expect(entryRow(again, 'Language, English')).toBeHidden();
});

test('leads from entries that others removed to where they can be restored', async ({ page, workspace }) => {
  await workspace.replace(withLine(exampleContext, language, null));
  await expect(strip(page, 'For you to decide')).toContainText('Another app removed an entry');
  await expect(strip(page, 'For you to decide')).toContainText('Language English');
  await goToHistory(page);
  await page.getByRole('button', { name: 'What was removed' }).click();
  await expect(versions(page).getByRole('row', { name: /removed/ })).toHaveCount(1);
  await versionRow(page, /^Changed by another app, 1 removed/).click();
  await version(page).getByRole('button', { name: 'Restore: language' }).click();
  await eventually(() => workspace.read()).toContain(language);
  await goToReview(page);
  await expect(entryRow(page, 'Language, English')).toBeVisible();
});

test('shows an archival as one row with its text, and undoes another program’s change alone', {
  tag: '@further',
}, async ({ page, workspace }) => {
  await pressInRow(page, 'Best workouts', 'Archive');
  await expect(entryRow(page, 'Best workouts')).toBeHidden();
  await workspace.replace((await workspace.read()).replace('language: English', 'language: English, and Dutch'));
  await expect(entryRow(page, 'Language, English, and Dutch')).toBeVisible();
  await correct(page, 'response_style', 'chatty');
  await expect(entryRow(page, 'Response style, chatty')).toBeVisible();
  await goToHistory(page);
  const archival = versionRow(page, /^Archived/);
  await expect(archival).toHaveCount(1);
  await expect(archival).toContainText('1 archived · archive of');
  await expect(archival).toContainText('Archived “Best workouts on Wednesday evenings”');
  const theirs = versionRow(page, /^Changed by another app/);
  await expect(theirs).toContainText('Language: English, and Dutch');
  await theirs.click();
  await expectAccessible(page);
  await expect(version(page).getByRole('button', { name: 'Restore the version before…' })).toBeVisible();
  await version(page).getByRole('button', { name: 'Undo', exact: true }).click();
  await eventually(() => workspace.read()).toContain('language: English\n');
  expect(await workspace.read()).toContain('chatty');
  await archival.click();
  await version(page).getByRole('button', { name: 'Undo', exact: true }).click();
  await eventually(() => workspace.read()).toContain('Best workouts on Wednesday evenings');
  await expect(version(page)).toContainText('This was undone.');
  await expect(version(page).getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0);
  // An archival took it away, and says where it went. The change that restored it removed nothing.
  await page.getByRole('button', { name: 'What was removed' }).click();
  await expect(versionRow(page, /Archived “Best workouts/)).toHaveCount(1);
  await expect(versionRow(page, /^Archived “Best workouts.*, 1 archived/)).toBeVisible();
});
