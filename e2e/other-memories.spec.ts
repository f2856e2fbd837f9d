import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { expectAccessible } from './accessibility.ts';
import { archivedRow, goToArchive, restoreArchived } from './archive-page.ts';
import { expectFile } from './context-text.ts';
import { eventually } from './eventually.ts';
import { test as base, expect } from './fixtures.ts';
import { correct, details, entryGrid, entryRow, retype, strip, undoButton } from './review-page.ts';

/** A memory of another assistant, without sections, dates or confidence. */
const name = join('.hermes', 'memories', 'MEMORY.md');
const items = [
  'Name: Maren Holm',
  'Likes tea.\nNever coffee.',
  'Works on a boat two weeks a month.',
  'Timezone: Europe/Copenhagen',
];
const joinItems = (kept: readonly string[]): string => kept.join('\n§\n');
const memory = joinItems(items);

const test = base.extend({
  start: async ({ workspace, start, startWith }, use) =>
    use({ ...start, args: Object.keys(startWith).map((file) => workspace.path(file)) }),
});

test.use({ startWith: { [name]: memory } });

const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) {
    await page.keyboard.press(key);
  }
};

test('corrects, confirms and pins an entry, and undoes that to the byte', async ({ page, workspace }) => {
  await expect(entryGrid(page).getByRole('row')).toHaveCount(4);
  await expect(entryGrid(page).getByRole('heading')).toHaveCount(0);
  const gauge = page.getByRole('meter', { name: 'Characters used' });
  await expect(gauge).toHaveAttribute('aria-valuetext', `${memory.length} of 2,200 characters, 5%`);

  await correct(page, 'Name', 'Maren Holm-Olsen');
  const corrected = memory.replace('Maren Holm', 'Maren Holm-Olsen');
  await expectFile(workspace, corrected, name);
  await expect(details(page)).toContainText('today by you');

  await page.keyboard.press('c');
  await expect(entryRow(page, /Maren Holm-Olsen.*confirmed by you/)).toBeVisible();
  await expect(details(page).getByText('Confirmed by you')).toBeVisible();
  await expect(details(page).getByRole('button', { name: 'Unconfirm' })).toBeVisible();
  await page.keyboard.press('p');
  await expect(entryRow(page, /Maren Holm-Olsen.*confirmed by you, pinned/)).toBeVisible();
  await expect(page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Pinned 1' })).toBeVisible();
  await page.keyboard.press('d');
  await expect(page.getByText('This memory doesn’t say how sure its entries are.')).toBeVisible();
  await expectFile(workspace, corrected, name);
  await expectAccessible(page);

  for (const did of ['Pinned “Name”', 'Confirmed “Name”', 'Corrected “Name”']) {
    await expect(undoButton(page, did)).toBeVisible();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(page.getByText(`Undone: ${did}`).first()).toBeVisible();
  }
  await expectFile(workspace, memory, name);
  await expect(entryRow(page, /confirmed by you|pinned/)).toHaveCount(0);
});

test('archives an entry and restores it unchanged', async ({ page, workspace }) => {
  await entryRow(page, 'Works on a boat').click();
  await details(page).getByRole('button', { name: 'Archive' }).click();
  await expectFile(workspace, joinItems(items.toSpliced(2, 1)), name);
  await goToArchive(page);
  await expect(archivedRow(page, 'Works on a boat')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Filters' })).toHaveCount(0);
  await expectAccessible(page);
  await restoreArchived(page, 'Works on a boat');
  await expectFile(workspace, memory, name);
  await undoButton(page, 'Restored “Works on a boat two weeks a month.”').click();
  await expect(page.getByText('Undone: Restored “Works on a boat').first()).toBeVisible();
  await expectFile(workspace, joinItems(items.toSpliced(2, 1)), name);
  await press(page, 'ControlOrMeta+z');
  await expectFile(workspace, memory, name);
});

test('adds an entry without a section, and deletes several at once', async ({ page, workspace }) => {
  await expect(entryRow(page, 'Likes tea.')).toBeVisible();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Add an entry' });
  await expect(dialog.getByRole('combobox')).toHaveCount(0);
  await dialog.getByLabel('What it should know').fill('Sings in a choir.');
  await expect(dialog.getByRole('status')).toHaveText(`20 characters more, ${memory.length + 20} of 2,200 after.`);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expectFile(workspace, joinItems([...items, 'Sings in a choir.']), name);
  await expect(entryRow(page, 'Sings in a choir.')).toBeFocused();

  await press(page, 'Shift+ArrowUp', 'Delete');
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog', { name: 'Delete 2 entries?' }));
  await expect(question).toContainText('Frees 50 characters, ');
  await question.getByRole('button', { name: 'Delete 2 entries' }).click();
  await expectFile(workspace, joinItems(items.slice(0, 3)), name);
});

test('offers a choice between typed text and the program’s new text', async ({ page, workspace }) => {
  const field = await retype(page, 'Timezone', 'Europe/Oslo');
  await workspace.replace(memory.replace('Copenhagen', 'Berlin'), name);
  const choice = page.getByRole('alert', { name: 'Two versions of this entry' });
  await expect(choice).toContainText('Europe/Berlin');
  await choice.getByRole('button', { name: 'Keep mine' }).click();
  await expect(field).toHaveCount(0);
  await expectFile(workspace, memory.replace('Copenhagen', 'Oslo'), name);
});

test('restores an overwritten correction, and adds a removed one back', async ({ page, workspace }) => {
  await correct(page, 'Timezone', 'Europe/Oslo');
  const corrected = memory.replace('Copenhagen', 'Oslo');
  await expectFile(workspace, corrected, name);
  await workspace.replace(memory, name);
  await strip(page, 'For you to decide').getByRole('button', { name: 'Restore mine' }).click();
  await expectFile(workspace, corrected, name);

  await retype(page, 'Works on a boat two weeks a month.', 'Works on a ship.');
  await workspace.replace(joinItems(items.toSpliced(2, 1)), name);
  await page.getByRole('alert').getByRole('button', { name: 'Add mine again' }).click();
  await expectFile(workspace, joinItems([...items.toSpliced(2, 1), 'Works on a ship.']), name);
});

test('adapts the help and the settings to this memory', async ({ page }) => {
  await expect(entryRow(page, 'Likes tea.')).toBeVisible();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toContainText('Confirm or unconfirm');
  await expect(help).not.toContainText('Less sure');
  await page.keyboard.press('Escape');
  await page.keyboard.press('6');
  await expect(page.getByLabel('Character limit')).toHaveValue('2200');
  await expect(page.getByText(/^Hermes allows 2,200 characters\./)).toBeVisible();
  await expect(page.getByRole('group', { name: /measured by/ })).toHaveCount(0);
  await expectAccessible(page);
});

test.describe('a memory under headings', () => {
  const file = 'CLAUDE.md';
  const notes =
    '# Harbor\n\n## Commands\n\n- `make check` runs all tests\n- **Release:** tag first\n\n## Style\n\n1. Strict types\n2. No default exports\n';
  test.use({ startWith: { [file]: notes }, viewport: { width: 1280, height: 1000 } });
  test.beforeEach(async ({ page }) => {
    await expect(entryGrid(page).getByRole('heading')).toHaveText(['Commands', 'Style', 'Other lines in the file']);
  });

  test('moves an entry under another heading, and undoes that to the byte', async ({ page, workspace }) => {
    await entryRow(page, 'tag first').click();
    await details(page).getByRole('combobox', { name: 'Heading' }).selectOption('Style');
    await expectFile(
      workspace,
      notes.replace('- **Release:** tag first\n', '').replace('exports\n', 'exports\n3. Release: tag first\n'),
      file,
    );
    await undoButton(page, 'Moved “Release” to “Style”').click();
    await expectFile(workspace, notes, file);
  });

  test('moves several at once', async ({ page, workspace }) => {
    await entryRow(page, 'Strict types').click();
    await press(page, 'x', 'Shift+ArrowDown');
    await page.getByRole('button', { name: 'Move to…' }).click();
    await page.getByRole('menuitem', { name: 'Commands' }).click();
    await eventually(() => workspace.read(file)).toMatch(
      /tag first\n- Strict types\n- No default exports\n\n## Style\n/,
    );
    await undoButton(page, 'Moved 2 entries to “Commands”').click();
    await expectFile(workspace, notes, file);
  });

  test('adds an entry under an existing or a new heading', async ({ page, workspace }) => {
    await entryRow(page, 'Strict types').click();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'Add an entry' });
    await expect(dialog.getByLabel('Heading')).toHaveValue('Style');
    await dialog.getByLabel('What it should know').fill('Tabs');
    await expect(dialog.getByRole('status')).toContainText('tokens after.');
    await expectAccessible(page);
    await dialog.getByLabel('Heading').selectOption('Commands');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expectFile(workspace, notes.replace('tag first\n', 'tag first\n- Tabs\n'), file);
    await expect(entryRow(page, 'Tabs')).toBeFocused();
    await page.keyboard.press('n');
    await dialog.getByLabel('What it should know').fill('Jens deploys');
    await dialog.getByLabel('Heading').selectOption('A new heading');
    await dialog.getByLabel('New heading').fill('People');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(entryGrid(page).getByRole('heading', { name: 'People' })).toBeVisible();
    await eventually(() => workspace.read(file)).toMatch(/\n## People\n+- Jens deploys\n$/);
  });

  test('archives an entry with its heading and restores it there', async ({ page, workspace }) => {
    await entryRow(page, 'Strict types').click();
    await page.keyboard.press('a');
    await eventually(() => workspace.read(file)).not.toContain('Strict types');
    await goToArchive(page);
    await expect(archivedRow(page, 'Strict types')).toContainText('Style');
    await restoreArchived(page, 'Strict types');
    await eventually(() => workspace.read(file)).toContain('Strict types');
    await undoButton(page, 'Restored “Strict types”').click();
    await expect(page.getByText('Undone: Restored “Strict types”').first()).toBeVisible();
    await press(page, 'ControlOrMeta+z');
    await expectFile(workspace, notes, file);
  });
});
