import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expectAccessible } from './accessibility.ts';
import { editorText } from './editor-page.ts';
import { expect, test } from './fixtures.ts';
import { entryRow } from './review-page.ts';
import { workspaceFolderAt } from './workspace-folder.ts';

test.use({ startOn: 'nothing', startWith: 'nothing', homeWith: 'four assistants' });

const builtApp = join(import.meta.dirname, '..', 'out', 'cli', 'contexture.js');
const file = '.claude/CLAUDE.md';

test('reads a file in another form at once, remembers and lists that choice, and resets it', async ({
  page,
  homeFolder,
  dataFolder,
}) => {
  const home = workspaceFolderAt(homeFolder);
  const text = await home.read(file);
  const row = page.getByRole('region', { name: 'Claude Code' }).getByRole('button').filter({ hasText: 'Instructions' });
  await row.click();
  await expect(entryRow(page, 'answer in short sentences')).toBeVisible();
  await page.getByRole('link', { name: 'File' }).click();
  await expect(editorText(page)).toContainText('answer in short sentences');
  await page.getByRole('link', { name: 'Settings' }).click();
  const form = page.getByRole('group', { name: 'Read as' });
  await expect(form.getByRole('radio', { name: /Automatic \(Instructions\)/ })).toBeChecked();
  await form.getByRole('radio', { name: 'Hermes' }).click();
  await expect(page.getByRole('textbox', { name: 'Character limit' })).toHaveValue('2200');
  await expect(form.getByRole('radio', { name: 'Hermes' })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'File' }).click();
  await expect(editorText(page)).toContainText('answer in short sentences');
  await page.getByRole('link', { name: 'Review' }).click();
  await expect(entryRow(page, '# Rules')).toContainText('answer in short sentences');
  await page.reload();
  await expect(entryRow(page, '# Rules')).toBeVisible();

  const contexture = async (...args: string[]): Promise<string> => {
    const env = { ...process.env, CONTEXTURE_DATA_DIR: dataFolder, CONTEXTURE_TEST: '1' };
    return (await promisify(execFile)(process.execPath, [builtApp, ...args, '-w', join(homeFolder, file)], { env }))
      .stdout;
  };
  expect(await contexture('read-as')).toBe(
    'Read as Hermes; recognised as Instructions: 1 entry.\nIt can be read as: recognised, claude, hermes, codex, gemini, openclaw, instructions, markdown.\n',
  );
  await expect(contexture('read-as', 'word')).rejects.toThrow(/can’t be read as “word”, only as one of: recognised/);
  expect(JSON.parse(await contexture('read-as', 'gemini', '--json'))).toMatchObject({ format: 'gemini', entries: 1 });
  // Another process chose the form: the page follows.
  await expect(entryRow(page, 'answer in short sentences')).toBeVisible();
  await expect(entryRow(page, '# Rules')).toHaveCount(0);

  await page.getByRole('button', { name: /^Workspace:/ }).click();
  await page.getByRole('menuitem', { name: 'All memories…' }).click();
  await expect(row).toContainText('read as Gemini CLI');
  await row.click();
  await expect(entryRow(page, 'answer in short sentences')).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await form.getByRole('radio', { name: /Automatic/ }).click();
  await expect(page.getByRole('textbox', { name: 'Character limit' })).toHaveCount(0);
  expect(await contexture('read-as')).toContain('Read as Instructions: 1 entry.');
  expect(await home.read(file)).toBe(text);
});
