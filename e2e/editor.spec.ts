import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { filesContaining, filesIn } from '#testing/byte-search.ts';
import { afterChanges, expectFile, withLine } from './context-text.ts';
import {
  conflictDialog,
  editorLine,
  editorText,
  openEditor,
  retypeIn,
  saveButton,
  unsavedMark,
} from './editor-page.ts';
import { eventually } from './eventually.ts';
import { contextPath, exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { details, entryRow, strip } from './review-page.ts';

const language = '- language: English';
const german = '- language: German';
const withGerman = withLine(exampleContext, language, german);
const save = process.platform === 'darwin' ? 'Meta+s' : 'Control+s';
const undo = process.platform === 'darwin' ? 'Meta+z' : 'Control+z';

test('saves typed text to the byte on request, and marks it until then', async ({ page, workspace }) => {
  await openEditor(page);
  await expect(saveButton(page)).toBeDisabled();
  await retypeIn(page, language, 'English', 'German');
  await expect(unsavedMark(page)).toBeVisible();
  await expect(page).toHaveTitle(/^• /);
  expect(await workspace.read()).toBe(exampleContext);
  await page.keyboard.press(save);
  await expect(unsavedMark(page)).toBeHidden();
  await expect(page).not.toHaveTitle(/^• /);
  await expectFile(workspace, afterChanges(1, withGerman));
  await expect(page.getByText('Saved. Your assistant will see this the next time it starts.').first()).toBeVisible();
});

test('finds and replaces while typing', async ({ page, workspace }) => {
  const folder = '- folder: C:\\notes';
  await workspace.edit((text) => withLine(text, language, `${language}\n${folder}`));
  await openEditor(page);
  await expect(editorLine(page, folder)).toBeVisible();
  await editorText(page).click();
  await page.keyboard.press(process.platform === 'darwin' ? 'Meta+f' : 'Control+f');
  const panel = page.getByRole('search', { name: 'Find and replace in the text' });
  await panel.getByRole('textbox', { name: 'Find' }).fill('xyzzy');
  await expect(panel.getByRole('status')).toHaveText('None');
  await panel.getByRole('textbox', { name: 'Find' }).fill('C:\\notes');
  await expect(panel.getByRole('status')).toHaveText('1 found');
  await panel.getByRole('textbox', { name: 'Replace with' }).fill('C:\\new');
  await panel.getByRole('button', { name: 'Replace all' }).click();
  await expect(editorLine(page, '- folder: C:\\new')).toBeVisible();
});

test('undoes a save with Undo', { tag: '@further' }, async ({ page, workspace }) => {
  await openEditor(page);
  await retypeIn(page, '## Facts (certain)', 'Facts', 'Known facts');
  await saveButton(page).click();
  await eventually(() => workspace.read()).toContain('## Known facts (certain)');
  await page.getByRole('button', { name: /^Undo: Edited the text/ }).click();
  await eventually(() => workspace.read()).toContain('## Facts (certain)');
  await expect(editorLine(page, '## Facts (certain)')).toBeVisible();
});

test.describe('a file with a byte order mark and CRLF line ends', () => {
  const windows = `\uFEFF${exampleContext.replaceAll('\n', '\r\n')}`;
  test.use({ startWith: { [contextPath]: windows } });

  test('keeps both on save', { tag: '@further' }, async ({ page, workspace }) => {
    await openEditor(page);
    await retypeIn(page, language, 'English', 'German');
    await page.keyboard.press('Enter');
    await page.keyboard.type('time_format: 24-hour');
    await page.keyboard.press(save);
    await expect(unsavedMark(page)).toBeHidden();
    const typed = windows.replace(language, `${german}\r\n- time_format: 24-hour`);
    const uncounted = (text: string): string =>
      text.replace(/^(last_updated|version|token_estimate): .*?(?=\r?$)/gm, '$1');
    expect(uncounted(await workspace.read())).toBe(uncounted(typed));
    expect(await workspace.read()).toContain('\r\nversion: 16\r\n');
  });
});

test.describe('when another program writes the file', () => {
  test('an untouched text follows, and keeps the cursor', { tag: '@further' }, async ({ page, workspace }) => {
    await openEditor(page);
    await editorLine(page, 'push-pull-legs').click();
    await page.keyboard.press('End');
    await workspace.edit((text) =>
      text.replace('- language: English\n', '- language: English\n- pet: a dog called Otto\n'),
    );
    await expect(editorLine(page, 'a dog called Otto')).toBeVisible();
    await expect(page.getByText('Another app wrote the file: 1 added.').first()).toBeVisible();
    await page.keyboard.type('!');
    await expect(editorLine(page, '- current_routine: push-pull-legs!')).toBeVisible();
  });

  test('typed text is merged with it at once, and undo affects only the person’s own', async ({ page, workspace }) => {
    await openEditor(page);
    await retypeIn(page, language, 'English', 'German');
    await workspace.edit((text) => text.replace('push-pull-legs', 'full body'));
    await expect(editorLine(page, 'full body')).toBeVisible();
    await expect(editorLine(page, german)).toBeVisible();
    await expect(unsavedMark(page)).toBeVisible();
    // On a slow machine, undo takes back the typing in several parts.
    await expect(async () => {
      await editorText(page).press(undo);
      await expect(unsavedMark(page)).toBeHidden({ timeout: 1000 });
    }).toPass();
    await expect(editorLine(page, language)).toBeVisible();
    await expect(editorLine(page, 'full body')).toBeVisible();
    await expect(async () => {
      await editorText(page).press(process.platform === 'darwin' ? 'Meta+Shift+z' : 'Control+y');
      await expect(editorLine(page, german)).toBeVisible({ timeout: 1000 });
    }).toPass();
    await page.keyboard.press(save);
    const both = withLine(withGerman, '- current_routine: push-pull-legs', '- current_routine: full body');
    await expectFile(workspace, afterChanges(1, both));
  });

  for (const [choice, kept] of [
    ['Keep mine for language', german],
    ['Take theirs for language', '- language: French'],
    ['Keep both for language', `- language: French\n${german}`],
  ] as const) {
    const tag = kept === german ? [] : ['@further'];
    test(`the same entry changed on both sides asks, with both texts: ${choice}`, { tag }, async ({
      page,
      workspace,
    }) => {
      await openEditor(page);
      await retypeIn(page, language, 'English', 'German');
      await workspace.edit((text) => text.replace('English', 'French').replace('morning', 'evening'));
      await expect(editorLine(page, 'evening')).toBeVisible();
      await expect(strip(page, 'Changed by another app too')).toBeVisible();
      await expect(editorLine(page, german)).toBeVisible();
      await page.keyboard.press(save);
      await expect(conflictDialog(page)).toContainText('- language: German');
      await expect(conflictDialog(page)).toContainText('- language: French');
      await conflictDialog(page).getByRole('button', { name: choice }).click();
      await expect(conflictDialog(page)).toBeHidden();
      const merged = exampleContext.replace(language, kept).replace('morning', 'evening');
      await expect(unsavedMark(page)).toBeHidden();
      const changes = choice === 'Take theirs for language' ? 0 : 1;
      await expectFile(workspace, changes === 0 ? merged : afterChanges(changes, merged));
    });
  }

  test('an open choice follows further typing, survives a crash, and ends once the person’s change is undone', {
    tag: '@further',
  }, async ({ page, workspace, dataFolder, crash }) => {
    await openEditor(page);
    await retypeIn(page, language, 'English', 'German');
    await workspace.edit((text) => text.replace('English', 'French'));
    const choice = strip(page, 'Changed by another app too');
    await expect(choice).toBeVisible();
    await retypeIn(page, german, 'German', 'Swiss German');
    await choice.getByRole('button', { name: 'Compare' }).click();
    await expect(conflictDialog(page)).toContainText('- language: Swiss German');
    await page.keyboard.press('Escape');
    // The strip describes the other program's change for now.
    await eventually(() => filesContaining(filesIn(dataFolder), promisify(gunzip), 'Swiss German')).toHaveLength(1);
    const next = await crash();
    await openEditor(next);
    await expect(strip(next, 'Changed by another app too')).toBeVisible();
    await retypeIn(next, 'language: Swiss German', 'Swiss German', 'English');
    await expect(editorLine(next, '- language: French')).toBeVisible();
    await expect(strip(next, 'Changed by another app too')).toBeHidden();
    await expect(unsavedMark(next)).toBeHidden();
    expect(await workspace.read()).toBe(exampleContext.replace('English', 'French'));
  });

  test('a deleted file is written with the next save', { tag: '@further' }, async ({ page, workspace }) => {
    await openEditor(page);
    await retypeIn(page, language, 'English', 'German');
    await workspace.remove();
    await expect(page.getByText('was deleted').first()).toBeVisible();
    await saveButton(page).click();
    await eventually(() => workspace.exists()).toBe(true);
    expect(await workspace.read()).toContain(german);
  });
});

test.describe('unsaved text', () => {
  test('survives a reload, and can be discarded', async ({ page, workspace, dataFolder }) => {
    const drafts = async (): Promise<string[]> =>
      (await readdir(dataFolder, { recursive: true })).filter((name) => /drafts[\\/]./.test(name));
    await openEditor(page);
    await retypeIn(page, language, 'English', 'German');
    await expect(page.getByText('Not saved yet · draft kept')).toBeVisible();
    await page.reload();
    await expect(unsavedMark(page)).toBeVisible();
    await expect(strip(page, 'Restored')).toBeVisible();
    await expect(editorLine(page, german)).toBeVisible();
    await eventually(drafts).toHaveLength(1);
    await strip(page, 'Restored').getByRole('button', { name: 'Discard it' }).click();
    await expect(editorLine(page, language)).toBeVisible();
    await expect(unsavedMark(page)).toBeHidden();
    // On a busy machine, an immediate reload can overtake the last message.
    await eventually(drafts).toEqual([]);
    await page.reload();
    await expect(editorLine(page, language)).toBeVisible();
    await expect(unsavedMark(page)).toBeHidden();
    expect(await workspace.read()).toBe(exampleContext);
  });

  test('survives a reload right after typing', { tag: ['@web', '@further'] }, async ({ page }) => {
    await openEditor(page);
    await retypeIn(page, language, 'English', 'German');
    await page.reload();
    await expect(strip(page, 'Restored')).toBeVisible();
    await expect(editorLine(page, german)).toBeVisible();
  });

  test('survives a crash of the app, and is merged with later changes', { tag: '@further' }, async ({
    page,
    workspace,
    crash,
  }) => {
    await openEditor(page);
    await retypeIn(page, language, 'English', 'German');
    await expect(page.getByText('Not saved yet · draft kept')).toBeVisible();
    await workspace.edit((text) => text.replace('morning', 'evening'));
    const next = await crash();
    await expect(unsavedMark(next)).toBeVisible();
    await openEditor(next);
    await expect(strip(next, 'Restored')).toBeVisible();
    await saveButton(next).click();
    const both = withGerman.replace('morning', 'evening');
    await expectFile(workspace, afterChanges(1, both));
  });

  test('stays while the person is in another view, and merges with their changes there', async ({
    page,
    workspace,
  }) => {
    await openEditor(page);
    await retypeIn(page, language, 'English', 'German');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: /^Review/ }).click();
    await entryRow(page, 'push-pull-legs').click();
    await details(page).getByRole('button', { name: 'Delete' }).click();
    await expect(entryRow(page, 'push-pull-legs')).toBeHidden();
    await openEditor(page);
    await expect(editorLine(page, german)).toBeVisible();
    await expect(editorLine(page, 'push-pull-legs')).toBeHidden();
    await page.keyboard.press(save);
    const both = withLine(withGerman, '- current_routine: push-pull-legs', null);
    await expectFile(workspace, afterChanges(2, both));
  });
});

test.describe('a problem in the file', () => {
  const withProblem = exampleContext
    .replace('version: 15\n', 'version: fifteen\n')
    .replace('- language: English', '- [2026-02-30|certain|observer] language: English');
  test.use({ startWith: { [contextPath]: withProblem } });

  test('is listed at its place, and fixed with the keyboard', { tag: '@further' }, async ({ page, workspace }) => {
    await openEditor(page);
    await page.getByRole('button', { name: '2 problems' }).click();
    const problems = page.getByRole('region', { name: 'Problems' });
    await expect(problems.getByRole('listitem')).toHaveCount(2);
    await page.keyboard.press('Escape');
    await editorLine(page, '2026-02-30').click();
    await page.keyboard.press(process.platform === 'darwin' ? 'Meta+.' : 'Control+.');
    await expect(editorLine(page, '- [2026-02-28|certain|observer] language: English')).toBeVisible();
    await editorLine(page, 'version: fifteen').click();
    await page.keyboard.press(process.platform === 'darwin' ? 'Meta+.' : 'Control+.');
    await expect(page.getByRole('button', { name: /problem/ })).toBeHidden();
    await page.keyboard.press(save);
    await expect(unsavedMark(page)).toBeHidden();
    const text = await workspace.read();
    expect(text).toContain('- [2026-02-28|certain|observer] language: English\n');
    expect(text).toMatch(/^version: \d+$/m);
  });
});

test('goes from an entry to its line in the file, and back', async ({ page }) => {
  await entryRow(page, 'compound movements').click();
  await page.keyboard.press('f');
  await expect(editorText(page)).toBeFocused();
  await expect(editorText(page).locator('.cm-activeLine')).toHaveText('- preferred_exercises: compound movements');
  await editorLine(page, 'push-pull-legs').click();
  await page.getByRole('button', { name: 'Show this entry in Review' }).click();
  await expect(entryRow(page, 'push-pull-legs')).toBeFocused();
  await expect(details(page)).toContainText('push-pull-legs');
});
