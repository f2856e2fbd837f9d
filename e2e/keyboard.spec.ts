import type { Locator, Page } from 'playwright/test';
import { archivedRow } from './archive-page.ts';
import { afterChanges, dayFromNow, expectFile, withLine } from './context-text.ts';
import { eventually } from './eventually.ts';
import { archivePath, contextPath, exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { choices, details, editField, entryRow, strip, undoButton } from './review-page.ts';

/** Repeats by keyboard what the other stories do with the pointer: any use of the pointer fails the test. */
const may = `${archivePath}/global-2026-05-03.md`;
const mayText = `---\narchived_from: global.md\narchived_date: 2026-05-03\nreason: size_management\n---\n\n# Archived Context (2026-05-03)\n\n## Archived Insights\n- [2024-01-01|tentative|observer] walk: sleeps better after a walk\n- [2023-01-01|tentative|observer] stairs: takes the stairs\n\n## Archived Preferences\n- [2022-01-01|certain|observer] language: Frisian\n`;

test.use({ viewport: { width: 1280, height: 1100 }, startWith: { [contextPath]: exampleContext, [may]: mayText } });

test.beforeEach(async ({ page }) => {
  await page.evaluate(() => {
    addEventListener('pointerdown', () => console.error('the pointer was used'), true);
  });
});

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
  }
}

/** Presses Tab until the element has the focus, at most as often as the whole page needs. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      return;
    }
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

/** Goes from the top of the list to an entry with j. */
async function walkTo(page: Page, name: string): Promise<void> {
  const row = entryRow(page, name);
  await expect(row).toBeVisible();
  await press(page, 'Home');
  for (let steps = 0; steps < 20 && (await row.getAttribute('data-cursor')) === null; steps++) {
    await press(page, 'j');
  }
  await expect(row).toBeFocused();
}

const language = '- language: English';
const style = '- response_style: concise';
const wednesdays = '- Best workouts on Wednesday evenings';

test('corrects an entry, and undoes that by one key', async ({ page, workspace }) => {
  await walkTo(page, 'language');
  await press(page, 'Enter');
  await expect(editField(page, 'language')).toBeFocused();
  await press(page, 'ControlOrMeta+a');
  await page.keyboard.type('German');
  await press(page, 'Enter');
  await expect(entryRow(page, 'Language, German')).toBeFocused();
  await expectFile(
    workspace,
    afterChanges(
      1,
      withLine(exampleContext, language, '- [2026-01-16|certain|user_correction|undated] language: German'),
    ),
  );
  await press(page, 'ControlOrMeta+z');
  await expect(entryRow(page, 'Language, English')).toBeVisible();
  await expectFile(workspace, afterChanges(2, exampleContext));

  await press(page, 'e');
  await page.keyboard.type(' and more');
  await press(page, 'Escape');
  await expect(entryRow(page, 'Language, English')).toBeFocused();
  expect(await workspace.read()).toBe(afterChanges(2, exampleContext));
});

test('edits the first focused row on Enter', async ({ page }) => {
  const row = page.locator('[data-row]').first();
  await tabTo(page, row);
  await press(page, 'Enter');
  await expect(row.getByRole('textbox')).toBeFocused();
});

test('deletes two entries and restores them, the first from its notice', async ({ page, workspace }) => {
  await walkTo(page, 'response_style');
  await press(page, 'Delete');
  // The focus goes to the row that takes its place.
  await expect(entryRow(page, 'language')).toBeFocused();
  await press(page, 'Delete');
  await expect(entryRow(page, 'language')).toBeHidden();
  await expectFile(workspace, afterChanges(2, withLine(withLine(exampleContext, language, null), style, null)));
  await press(page, 'F6');
  await tabTo(page, undoButton(page, 'Deleted “response_style”'));
  await press(page, 'Enter');
  await expect(entryRow(page, 'response_style')).toBeVisible();
  await press(page, 'ControlOrMeta+z');
  await expect(entryRow(page, 'language')).toBeVisible();
  await expectFile(workspace, afterChanges(4, exampleContext));
});

test('confirms, demotes, pins and moves an insight', async ({ page, workspace }) => {
  const says = (bracket: string): string =>
    withLine(exampleContext, wednesdays, `- [${bracket}] Best workouts on Wednesday evenings`);
  await walkTo(page, 'Best workouts');
  await press(page, 'c');
  await expectFile(workspace, afterChanges(1, says('2026-01-16|likely|parsed_from_file|confirmed|undated')));
  await expect(entryRow(page, 'Best workouts')).toBeFocused();
  await press(page, 'd');
  await expectFile(workspace, afterChanges(2, says('2026-01-16|tentative|parsed_from_file|undated')));
  await press(page, 'p');
  await expect(entryRow(page, /Best workouts.*, pinned/)).toBeFocused();
  await expectFile(workspace, afterChanges(3, says('2026-01-16|tentative|parsed_from_file|pinned|undated')));

  await press(page, 'i');
  await expect(details(page).getByRole('heading')).toBeFocused();
  await tabTo(page, details(page).getByRole('combobox', { name: 'Section' }));
  await page.keyboard.type('Pat');
  await press(page, 'Enter');
  await expect(details(page).getByText('Pattern, tentative')).toBeVisible();
  const last = '- preferred_exercises: compound movements';
  const moved = `${last}\n- [2026-01-16|tentative|parsed_from_file|pinned|undated] Best workouts on Wednesday evenings`;
  await expectFile(workspace, afterChanges(4, withLine(withLine(exampleContext, wednesdays, null), last, moved)));
});

test('selects and archives a few entries; searches for one of them and restores it', async ({ page, workspace }) => {
  await walkTo(page, 'Best workouts');
  await press(page, 'x', 'j', 'x');
  await expect(strip(page, 'Selected entries').getByText('2 entries selected')).toBeVisible();
  await press(page, 'a');
  const protein = '- Recovery seems faster with protein intake > 150g';
  await expectFile(workspace, afterChanges(1, withLine(withLine(exampleContext, wednesdays, null), protein, null)));
  await expect(choices(page)).toHaveCount(10);

  await press(page, '2');
  await expect(page.getByRole('heading', { name: 'Archive', level: 1 })).toBeVisible();
  await expect(archivedRow(page, 'Best workouts')).toBeVisible();
  await press(page, '/');
  await expect(page.getByRole('searchbox', { name: 'Search the archive' })).toBeFocused();
  await page.keyboard.type('wednesday');
  await expect(page.getByRole('search').getByText('1 entry')).toBeVisible();
  await press(page, 'ArrowDown');
  await expect(archivedRow(page, 'Best workouts')).toBeFocused();
  await press(page, 'r');
  await eventually(() => workspace.read()).toContain(
    `|tentative|parsed_from_file|until=${dayFromNow(30)}|undated] Best workouts on Wednesday evenings\n`,
  );
  await press(page, '1');
  await expect(entryRow(page, 'Best workouts')).toBeVisible();
});

test('answers a question about a restore', async ({ page, workspace }) => {
  await expect(entryRow(page, 'language')).toBeVisible();
  await press(page, '2');
  await expect(archivedRow(page, 'Frisian')).toBeVisible();
  await press(page, 'j');
  await expect(archivedRow(page, 'sleeps better')).toBeFocused();
  for (let steps = 0; steps < 5 && (await archivedRow(page, 'Frisian').getAttribute('data-cursor')) === null; steps++) {
    await press(page, 'j');
  }
  await press(page, 'Enter');
  const restore = page.getByRole('dialog', { name: 'Restore 1 entry' });
  await tabTo(page, restore.getByRole('radio', { name: 'Replace what it knows now' }));
  await press(page, ' ', 'ArrowDown');
  await expect(restore.getByRole('radio', { name: 'Keep both' })).toBeChecked();
  await tabTo(page, restore.getByRole('button', { name: 'Restore 1 entry' }));
  await press(page, 'Enter');
  await expect(restore).toBeHidden();
  const back = `${language}\n- [2022-01-01|certain|observer|until=${dayFromNow(30)}] language: Frisian`;
  await expectFile(workspace, afterChanges(1, withLine(exampleContext, language, back)));
});

test('restores a whole sweep, and deletes an archived entry', async ({ page, workspace }) => {
  await expect(entryRow(page, 'language')).toBeVisible();
  await press(page, '2');
  await expect(archivedRow(page, 'takes the stairs')).toBeVisible();
  await press(page, 'End');
  for (let steps = 0; steps < 5 && (await archivedRow(page, 'stairs').getAttribute('data-cursor')) === null; steps++) {
    await press(page, 'k');
  }
  await press(page, 'Delete');
  const question = page.getByRole('dialog', { name: 'Delete 1 entry from the archive?' });
  await expect(question.getByRole('button', { name: 'Delete 1 entry' })).toBeFocused();
  await press(page, 'Enter');
  await expectFile(
    workspace,
    withLine(mayText, '- [2023-01-01|tentative|observer] stairs: takes the stairs', null),
    may,
  );
  await tabTo(page, page.getByRole('button', { name: 'Restore all of 3 May 2026' }));
  await press(page, 'Enter');
  const restore = page.getByRole('dialog', { name: 'Restore all of 3 May 2026' });
  await tabTo(page, restore.getByRole('radio', { name: 'Replace what it knows now' }));
  await press(page, ' ');
  await tabTo(page, restore.getByRole('button', { name: 'Restore 2 entries' }));
  await press(page, 'Enter');
  await expect(restore).toBeHidden();
  await eventually(() => workspace.read()).toContain('walk: sleeps better after a walk\n');
  await eventually(() => workspace.read()).not.toContain('language: English');
});

test('narrows the list by search, enters it, and leaves by Esc', async ({ page }) => {
  await expect(entryRow(page, 'language')).toBeVisible();
  await press(page, '/');
  const field = page.getByRole('searchbox', { name: 'Search what it knows' });
  await expect(field).toBeFocused();
  await page.keyboard.type('workouts');
  await expect(choices(page)).toHaveCount(1);
  await press(page, 'ArrowDown');
  await expect(entryRow(page, 'Best workouts')).toBeFocused();
  await press(page, 'Escape');
  await expect(field).toHaveValue('');
  await expect(choices(page)).toHaveCount(12);
  await press(page, 'ControlOrMeta+a');
  await expect(strip(page, 'Selected entries').getByText('12 entries selected')).toBeVisible();
  await press(page, 'Escape');
  await expect(strip(page, 'Selected entries').getByText('12 entries selected')).toBeHidden();
  await press(page, 'Home', 'Shift+ArrowDown', 'Shift+ArrowDown');
  await expect(strip(page, 'Selected entries').getByText('3 entries selected')).toBeVisible();
});

test('applies a key pressed during a change of the list to the new list', async ({ page }) => {
  await expect(entryRow(page, 'language')).toBeVisible();
  await press(page, '/');
  await page.keyboard.type('workouts');
  await expect(choices(page)).toHaveCount(1);
  await press(page, 'ArrowDown');
  await page.evaluate(() => {
    const grid = document.querySelector('[role="grid"]');
    if (grid) {
      new MutationObserver((_, observer) => {
        if (grid.querySelectorAll('[data-row] input').length > 1) {
          observer.disconnect();
          grid.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', ctrlKey: true, bubbles: true }));
        }
      }).observe(grid, { childList: true, attributes: true });
    }
  });
  await press(page, 'Escape');
  await expect(strip(page, 'Selected entries').getByText('12 entries selected')).toBeVisible();
});

test('adds an entry', async ({ page, workspace }) => {
  await expect(entryRow(page, 'language')).toBeVisible();
  await press(page, 'n');
  const dialog = page.getByRole('dialog', { name: 'Add an entry' });
  await expect(dialog.getByRole('textbox', { name: 'What it should know' })).toBeFocused();
  await page.keyboard.type('no fish');
  await press(page, 'Tab');
  await page.keyboard.type('diet');
  await press(page, 'Enter');
  await expect(dialog).toBeHidden();
  await expect(entryRow(page, 'Diet, no fish')).toBeVisible();
  const added = `${language}\n- [${dayFromNow()}|certain|user_correction] diet: no fish`;
  await expectFile(workspace, afterChanges(1, withLine(exampleContext, language, added)));
});

test('answers a question about two versions, and marks changes by others as seen', async ({ page, workspace }) => {
  await walkTo(page, 'language');
  await press(page, 'Enter', 'ControlOrMeta+a');
  await page.keyboard.type('German');
  const theirs = withLine(exampleContext, language, '- language: Danish');
  await workspace.replace(theirs);
  await tabTo(page, page.getByRole('button', { name: 'Keep mine' }));
  await press(page, 'Enter');
  await expect(entryRow(page, 'Language, German')).toBeFocused();
  await eventually(() => workspace.read()).toContain('user_correction|undated] language: German\n');

  await workspace.edit((text) => text.replace(wednesdays, '- Best workouts on Tuesdays'));
  await tabTo(page, page.getByRole('button', { name: 'Mark as seen' }), 'Shift+Tab');
  await press(page, 'Enter');
  await expect(strip(page, 'Since you last looked')).toBeHidden();
});

test('lowers the limit, archives what is over it, and finds every shortcut in the help', async ({
  page,
  workspace,
}) => {
  await expect(entryRow(page, 'language')).toBeVisible();
  await press(page, 'g', 's');
  const limit = page.getByRole('textbox', { name: 'Token limit' });
  await tabTo(page, limit);
  await press(page, 'ControlOrMeta+a');
  await page.keyboard.type('100');
  await press(page, 'Enter');
  await expectFile(workspace, 'token_limit: 100\n', '.contexture/settings.yaml');
  await tabTo(page, page.getByRole('link', { name: 'Review' }), 'Shift+Tab');
  await press(page, 'Enter');
  const archive = strip(page, 'Over the limit').getByRole('button', { name: /^Archive \d/ });
  await tabTo(page, archive);
  await press(page, 'Enter');
  await expect(archive).toBeHidden();
  await expectFile(
    workspace,
    afterChanges(1, withLine(exampleContext, '- Performance tends to drop when sleep is below 7 hours', null)),
  );

  await press(page, '?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByText('Edit in place')).toBeVisible();
  await expect(help.getByText('Undo the latest change')).toBeVisible();
  await press(page, 'Escape');
  await expect(help).toBeHidden();
  await press(page, 'g', 'a');
  await expect(page.getByRole('heading', { name: 'Archive', level: 1 })).toBeVisible();
});

test('types into the palette before it has loaded, and runs no command', async ({ page, workspace }) => {
  await expect(entryRow(page, 'language')).toBeVisible();
  await press(page, 'j', 'ControlOrMeta+k', 'a', 'r', 'c', 'h');
  await expect(page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox')).toHaveValue('arch');
  await press(page, 'Enter');
  await expect(page.getByRole('heading', { name: 'Archive', level: 1 })).toBeVisible();
  expect(await workspace.read()).toBe(exampleContext);
});
