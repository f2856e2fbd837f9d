import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Locator, Page } from 'playwright/test';
import { filesContaining, filesIn } from '#testing/byte-search.ts';
import { expectAccessible } from './accessibility.ts';
import { archivedDetails, archivedRow, goToArchive } from './archive-page.ts';
import { openEditor } from './editor-page.ts';
import { eventually } from './eventually.ts';
import { archivePath, contextPath, exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { correct, details, entryRow, strip } from './review-page.ts';
import { type WorkspaceFolder, workspaceFolderAt } from './workspace-folder.ts';

/** Erasing a text everywhere, and noticing it when it is back. */
const secret = 'hunter2-"blue"-Ångström';
const may = `${archivePath}/global-2026-05-03.md`;
const mayText = `---\narchived_from: global.md\narchived_date: 2026-05-03\nreason: size_management\n---\n\n# Archived Context (2026-05-03)\n\n## Archived Insights\n- [2024-01-01|tentative|observer] hint: the wifi takes ${secret} as well\n`;
const withSecret = exampleContext.replace(
  '- language: English',
  `- language: English\n- bank_password: ${secret}\n- safe: opens with ${secret}, twice`,
);

test.use({ startWith: { [contextPath]: withSecret, [may]: mayText } });

const asking = (page: Page): Locator => page.getByRole('alertdialog', { name: 'Erase everywhere?' });
const done = (page: Page): Locator => page.getByRole('dialog', { name: 'Erased everywhere' });
const eraseButton = (dialog: Locator): Locator => dialog.getByRole('button', { name: 'Erase everywhere' });
const wordField = (dialog: Locator): Locator => dialog.getByRole('textbox', { name: 'Type “erase” to confirm' });

function holding(workspace: WorkspaceFolder, dataFolder: string, text = secret): Promise<string[]> {
  return filesContaining([...filesIn(workspace.folder), ...filesIn(dataFolder)], promisify(gunzip), text);
}

/** Reads the report and closes it. */
async function closeReport(page: Page): Promise<void> {
  await expect(done(page).getByRole('button', { name: 'Close' }).last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(done(page)).toBeHidden();
}

async function confirm(dialog: Locator): Promise<void> {
  await wordField(dialog).fill('Erase');
  await eraseButton(dialog).click();
}

test('erases a password everywhere once the word is typed, and nothing else', async ({
  page,
  workspace,
  dataFolder,
}) => {
  await correct(page, 'bank_password', `${secret} indeed`);
  await eventually(() => workspace.read()).toContain('indeed');
  await workspace.edit((text) => text.replace(' indeed', ''));
  await expect(entryRow(page, 'bank_password')).not.toContainText('indeed');
  await entryRow(page, 'bank_password').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Erase everywhere…' }).click();
  const dialog = asking(page);
  const places = dialog.getByRole('list', { name: 'Found in' });
  await expect(places).toContainText('What your assistant reads2 lines');
  await expect(places).toContainText('The archive1 line');
  await expect(places).toContainText(/The history\d+ versions/);
  await expect(places).toContainText(/What can be undone\d change/);
  const lines = dialog.getByRole('list', { name: 'Lines that change' });
  await expect(lines).toContainText(`- safe: opens with ${secret}, twiceAfter- safe: opens with, twice`);
  await expect(lines).toContainText('bank_password');
  await expect(lines).toContainText('(deleted)');
  await expectAccessible(page);
  await expect(eraseButton(dialog)).toBeDisabled();
  await wordField(dialog).fill('eras');
  await expect(eraseButton(dialog)).toBeDisabled();
  expect(await holding(workspace, dataFolder)).not.toEqual([]);
  await confirm(dialog);
  await expect(done(page)).toBeVisible();
  await expect(done(page).getByRole('list', { name: 'Erased from' })).toContainText('The archive');
  expect(await holding(workspace, dataFolder)).toEqual([]);
  await expectAccessible(page);
  await closeReport(page);
  await expect(entryRow(page, 'bank_password')).toBeHidden();
  await expect(entryRow(page, 'safe')).toContainText('opens with, twice');
  expect(await workspace.read(may)).toBe(mayText.replace(`${secret} `, ''));
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByText('Erased a text everywhere').first()).toBeVisible();
});

test('leaves the erased text in no search field', { tag: '@further' }, async ({ page }) => {
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('searchbox').fill(secret);
  await page.getByRole('link', { name: 'Archive' }).click();
  await page.getByRole('searchbox').fill(secret);
  await page.getByRole('link', { name: 'Review' }).click();
  await page.getByRole('searchbox').fill(secret);
  await entryRow(page, 'bank_password').click();
  await details(page).getByRole('button', { name: 'Erase everywhere…' }).click();
  await confirm(asking(page));
  await closeReport(page);
  await expect(page.getByRole('searchbox')).toHaveValue('');
  for (const view of ['Archive', 'Home']) {
    await page.getByRole('link', { name: view }).click();
    await expect(page.getByRole('searchbox')).toHaveValue('');
  }
});

test.describe('a text that another memory holds, too', () => {
  test.use({ homeWith: 'four assistants' });

  test('is named before and afterwards, is erased there next, and is not reported as back', {
    tag: '@further',
  }, async ({ page, homeFolder, workspace }) => {
    const claude = workspaceFolderAt(homeFolder);
    await claude.replace(`# Rules\n\n- log in with ${secret}\n`, '.claude/CLAUDE.md');
    await entryRow(page, 'bank_password').click();
    await details(page).getByRole('button', { name: 'Erase everywhere…' }).click();
    const elsewhere = page.getByRole('list', { name: 'Also in other memories, which this does not touch' });
    await expect(elsewhere).toContainText('Claude Code · Instructions · 1 line');
    await expectAccessible(page);
    await confirm(asking(page));
    const dialog = page.getByRole('dialog', { name: 'Erased, but not everywhere' });
    await expect(elsewhere).toContainText('Claude Code · Instructions · 1 line');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Erase in Claude Code · Instructions' }).click();
    await expect(page).toHaveTitle(/Claude Code · Instructions — Contexture$/);
    await expect(page.getByText('Something you erased is back')).toBeHidden();
    expect(await workspace.read()).not.toContain(secret);
    await expect(asking(page).getByRole('textbox', { name: 'Text to erase' })).toBeFocused();
    await expect(asking(page).getByRole('textbox', { name: 'Text to erase' })).toHaveValue(secret);
    await confirm(asking(page));
    await expect(page.getByRole('dialog', { name: 'Erased everywhere' })).toBeVisible();
    expect(await claude.read('.claude/CLAUDE.md')).not.toContain(secret);
  });
});

test('erases only the chosen part of an entry, and refuses a part that is too short', async ({ page, workspace }) => {
  await entryRow(page, 'safe').click();
  await details(page).getByRole('button', { name: 'Erase everywhere…' }).click();
  const dialog = asking(page);
  const field = dialog.getByRole('textbox', { name: 'Text to erase' });
  await expect(field).toHaveValue(`opens with ${secret}, twice`);
  await field.fill('twi');
  await expect(dialog.getByRole('alert')).toContainText('too short');
  await expectAccessible(page);
  await field.fill('nowhere at all');
  await expect(dialog.getByText('Not found in this workspace')).toBeVisible();
  await field.fill('Opens With');
  await expect(dialog.getByText('It is written “opens with” here: that is what goes.')).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Found in' })).toBeVisible();
  await expect(dialog.getByText('Not found in this workspace')).toBeHidden();
  await field.fill(', twice');
  await expect(dialog.getByRole('list', { name: 'Lines that change' })).toContainText(
    `After- safe: opens with ${secret}`,
  );
  await confirm(dialog);
  await done(page).getByRole('button', { name: 'Close' }).last().click();
  await expect(entryRow(page, 'safe')).toContainText(`opens with ${secret}`);
  expect(await workspace.read()).toContain(`- safe: opens with ${secret}\n`);
});

test('leaves a text that is also a date, a pin or a section there until that is chosen, as the lines show', async ({
  page,
  workspace,
}) => {
  const before = await workspace.read();
  await entryRow(page, 'safe').click();
  await details(page).getByRole('button', { name: 'Erase everywhere…' }).click();
  const dialog = asking(page);
  await dialog.getByRole('textbox', { name: 'Text to erase' }).fill('Insights');
  const stays = dialog.getByRole('list', { name: 'Lines that stay' });
  await expect(stays).toContainText('## Insights');
  await expect(dialog.getByRole('list', { name: 'Lines that change' })).toBeHidden();
  await expectAccessible(page);
  await dialog.getByRole('checkbox', { name: 'Erase it there too' }).check();
  await expect(dialog.getByRole('list', { name: 'Lines that change' })).toContainText('## Insights');
  await expect(stays).toBeHidden();
  await dialog.getByRole('checkbox', { name: 'Erase it there too' }).uncheck();
  await expect(stays).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await workspace.read()).toBe(before);
});

test('reports an erased text that is back, even after a crash, and erases or leaves it', { tag: '@further' }, async ({
  page,
  workspace,
  dataFolder,
  crash,
}) => {
  await entryRow(page, 'bank_password').click();
  await details(page).getByRole('button', { name: 'Erase everywhere…' }).click();
  await confirm(asking(page));
  await closeReport(page);
  await workspace.edit((text) => text.replace('Best workouts', `They said “${secret.toUpperCase()}”. Best workouts`));
  const alert = page.getByRole('alert').filter({ hasText: 'Something you erased is back' });
  await expect(alert).toContainText(/in Insights, written by another app at \d\d:\d\d/);
  await expectAccessible(page);
  const again = await crash();
  const strip2 = strip(again, 'Something you erased is back');
  await strip2.getByRole('button', { name: 'Erase again…' }).click();
  const dialog = again.getByRole('alertdialog', { name: 'Erase it again?' });
  await expect(dialog.getByRole('list', { name: 'What goes' })).toContainText('HUNTER2-"BLUE"-ÅNGSTRÖM');
  await confirm(dialog);
  await closeReport(again);
  await expect(strip2).toBeHidden();
  expect(await holding(workspace, dataFolder, secret.toUpperCase())).toEqual([]);
  await workspace.edit((text) => text.replace('They said', `They said ${secret}`));
  await strip2.getByRole('button', { name: 'Keep it' }).click();
  await expect(strip2).toBeHidden();
  await expect(entryRow(again, /They said hunter2/)).toBeVisible();
});

test('erases unsaved text in the editor, too', { tag: '@further' }, async ({ page, workspace, dataFolder }) => {
  await openEditor(page);
  await page.getByRole('textbox', { name: 'The memory as text' }).click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type(`typed ${secret} here\n`);
  await eventually(() => holding(workspace, dataFolder)).toContainEqual(expect.stringContaining('drafts'));
  await page.getByRole('link', { name: 'Review' }).click();
  await entryRow(page, 'bank_password').click();
  await details(page).getByRole('button', { name: 'Erase everywhere…' }).click();
  await expect(asking(page).getByRole('list', { name: 'Found in' })).toContainText('isn’t saved yet1 draft');
  await confirm(asking(page));
  await closeReport(page);
  await openEditor(page);
  const text = page.getByRole('textbox', { name: 'The memory as text' });
  await expect(text).toContainText('typed here');
  await expect(text).not.toContainText('hunter2');
  await text.click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(text).not.toContainText('hunter2');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('more ');
  await eventually(() => holding(workspace, dataFolder, 'more typed here')).toHaveLength(1);
  expect(await holding(workspace, dataFolder)).toEqual([]);
});

test('erases an archived entry by the keyboard alone, from the palette', { tag: '@further' }, async ({
  page,
  workspace,
  dataFolder,
}) => {
  await expect(entryRow(page, 'safe')).toBeVisible();
  await page.evaluate(() => {
    addEventListener('pointerdown', () => console.error('the pointer was used'), true);
  });
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByPlaceholder('Do something, or find an entry')).toBeFocused();
  // Commands that match these letters apart are in other groups.
  await page.keyboard.type('erase');
  await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toHaveText(
    'Erase a text everywhere…',
  );
  await page.keyboard.press('Enter');
  const field = asking(page).getByRole('textbox', { name: 'Text to erase' });
  await expect(field).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(secret);
  await expect(wordField(asking(page))).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(wordField(asking(page))).toBeFocused();
  await page.keyboard.type('erase');
  await page.keyboard.press('Enter');
  await expect(done(page).getByRole('button', { name: 'Close' }).last()).toBeFocused();
  expect(await holding(workspace, dataFolder)).toEqual([]);
});

test('ignores a click beside the question, and asks it from the archive, too', async ({ page }) => {
  await goToArchive(page);
  await archivedRow(page, 'hint').click();
  await archivedDetails(page).getByRole('button', { name: 'Erase everywhere…' }).click();
  await expect(asking(page).getByRole('textbox', { name: 'Text to erase' })).toHaveValue(
    `the wifi takes ${secret} as well`,
  );
  await page.mouse.click(5, 5);
  await expect(asking(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(asking(page)).toBeHidden();
});
