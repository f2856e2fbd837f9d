import { expectAccessible } from './accessibility.ts';
import { afterChanges, dayFromNow, expectFile, tokensOf, withLine } from './context-text.ts';
import { eventually } from './eventually.ts';
import { exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import {
  choiceOf,
  choices,
  correct,
  details,
  entryGrid,
  entryRow,
  pressInRow,
  retype,
  strip,
  undoButton,
} from './review-page.ts';

test.use({ viewport: { width: 1280, height: 1100 } });

const language = '- language: English';
const style = '- response_style: concise';
const wednesdays = '- Best workouts on Wednesday evenings';

test('undoes a corrected value, and counts both as changes', async ({ page, workspace }) => {
  await correct(page, 'language', 'German');
  const corrected = withLine(
    exampleContext,
    language,
    '- [2026-01-16|certain|user_correction|undated] language: German',
  );
  await expectFile(workspace, afterChanges(1, corrected));
  await undoButton(page, 'Corrected “language”').click();
  await expect(entryRow(page, 'Language, English')).toBeVisible();
  await expectFile(workspace, afterChanges(2, exampleContext));
});

test('tells apart when an entry was learned, when it was changed and by whom', { tag: '@further' }, async ({
  page,
  workspace,
}) => {
  await workspace.edit((text) => text.replace(style, '- [2024-01-05|certain|weekly] response_style: concise'));
  await expect(entryRow(page, 'response_style')).toContainText('changed');
  await correct(page, 'response_style', 'chatty');
  await expect(entryRow(page, 'response_style')).toContainText('years ago');
  await entryRow(page, 'response_style').click();
  const facts = details(page);
  await expect(facts).toContainText(/Learned.*2024.*years ago/);
  await expect(facts).toContainText(/Changed.*today by you/);
  await expect(facts).toContainText('From you');
  await workspace.edit((text) => text.replace('response_style: chatty', 'response_style: curt'));
  await expect(facts).toContainText(/Changed.*today by another app/);
  await expect(facts).toContainText('Another app, over your correction');
  await expect(facts).not.toContainText('From you');
  await expect(entryRow(page, 'response_style')).not.toContainText('years ago');
});

test('ignores a second click at the place of Save, where another row is by then', async ({ page, workspace }) => {
  await retype(page, 'unit_preference', 'imperial');
  const save = entryGrid(page).getByRole('button', { name: 'Save' });
  const { x, y, width, height } = (await save.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  for (let click = 0; click < 2; click++) {
    await page.mouse.click(x + width / 2, y + height / 2);
    await eventually(() => workspace.read()).toContain('imperial');
    await expect(save).toBeHidden();
  }
  // A change by the second click would be undone first.
  await page.keyboard.press('ControlOrMeta+z');
  await eventually(() => workspace.read()).toContain('unit_preference: metric');
  await expect(entryRow(page, 'response_style')).toBeVisible();
});

test('closes an edit on Esc without writing', async ({ page, workspace }) => {
  await entryRow(page, 'language').dblclick();
  const field = page.getByRole('textbox', { name: 'Text of “language”' });
  await field.fill('German');
  await field.press('Escape');
  await expect(field).toBeHidden();
  await expect(entryRow(page, 'Language, English')).toBeFocused();
  expect(await workspace.read()).toBe(exampleContext);
});

for (const [first, second] of [
  ['language', 'response_style'],
  ['response_style', 'language'],
] as const) {
  test(`restores two deleted entries in their places, “${first}” first`, async ({ page, workspace }) => {
    await pressInRow(page, 'language', 'Delete');
    await expect(entryRow(page, 'language')).toBeHidden();
    await pressInRow(page, 'response_style', 'Delete');
    await expect(entryRow(page, 'response_style')).toBeHidden();
    await expectFile(workspace, afterChanges(2, withLine(withLine(exampleContext, language, null), style, null)));

    // Both notices are visible at once, each with an undo.
    await expect(undoButton(page, 'Deleted “language”')).toBeVisible();
    await expect(undoButton(page, 'Deleted “response_style”')).toBeVisible();
    await undoButton(page, `Deleted “${first}”`).click();
    await expect(entryRow(page, first)).toBeVisible();
    await undoButton(page, `Deleted “${second}”`).click();
    await expect(entryRow(page, second)).toBeVisible();
    await expectFile(workspace, afterChanges(4, exampleContext));
  });
}

test('confirms a tentative insight one step, and then another', async ({ page, workspace }) => {
  const row = entryRow(page, 'Best workouts');
  await row.click();
  await expect(details(page).getByText('Insight, tentative')).toBeVisible();
  await pressInRow(page, 'Best workouts', 'Confirm');
  await expect(details(page).getByText('Insight, likely')).toBeVisible();
  const likely = '- [2026-01-16|likely|parsed_from_file|confirmed|undated] Best workouts on Wednesday evenings';
  await expectFile(workspace, afterChanges(1, withLine(exampleContext, wednesdays, likely)));

  await details(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(details(page).getByText('Insight, certain')).toBeVisible();
  await expect(details(page).getByText('Never archived automatically')).toBeVisible();
  await expect(details(page).getByRole('button', { name: 'Confirm' })).toBeDisabled();
  const certain = '- [2026-01-16|certain|parsed_from_file|confirmed|undated] Best workouts on Wednesday evenings';
  await expectFile(workspace, afterChanges(2, withLine(exampleContext, wednesdays, certain)));
});

test('keeps a pinned entry, and unpins it', async ({ page, workspace }) => {
  await entryRow(page, 'Best workouts').click();
  await details(page).getByRole('button', { name: 'Pin', exact: true }).click();
  await expect(entryRow(page, /Best workouts.*, pinned/)).toBeVisible();
  await expect(details(page).getByText('Pinned: never archived automatically')).toBeVisible();
  const pinned = '- [2026-01-16|tentative|parsed_from_file|pinned|undated] Best workouts on Wednesday evenings';
  await expectFile(workspace, afterChanges(1, withLine(exampleContext, wednesdays, pinned)));

  await details(page).getByRole('button', { name: 'Unpin', exact: true }).click();
  await expect(entryRow(page, /Best workouts.*, pinned/)).toBeHidden();
  const unpinned = '- [2026-01-16|tentative|parsed_from_file|undated] Best workouts on Wednesday evenings';
  await expectFile(workspace, afterChanges(2, withLine(exampleContext, wednesdays, unpinned)));
});

test('moves an entry to another section with its confidence', async ({ page, workspace }) => {
  await entryRow(page, 'Best workouts').click();
  await details(page).getByRole('combobox', { name: 'Section' }).selectOption('Patterns');
  await expect(details(page).getByText('Pattern, tentative')).toBeVisible();
  const before = '- preferred_exercises: compound movements';
  const moved = `${before}\n- [2026-01-16|tentative|parsed_from_file|undated] Best workouts on Wednesday evenings`;
  await expectFile(workspace, afterChanges(1, withLine(withLine(exampleContext, wednesdays, null), before, moved)));
});

const archived = `---
archived_from: global.md
archived_date: ${dayFromNow()}
reason: user_request
---

# Archived Context (${dayFromNow()})

## Archived Preferences
- [2026-01-16|certain|parsed_from_file|by_hand|undated] response_style: concise
- [2026-01-16|certain|parsed_from_file|by_hand|undated] language: English

## Archived Insights
- [2026-01-16|tentative|parsed_from_file|by_hand|undated] Best workouts on Wednesday evenings
- [2026-01-16|tentative|parsed_from_file|by_hand|undated] Recovery seems faster with protein intake > 150g
`;

test('archives three entries by five clicks from Home, and says so', async ({ page, workspace }) => {
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('link', { name: 'Review' }).click();
  for (const name of ['language', 'records', 'usual_time_of_day']) {
    await choiceOf(page, name).click();
  }
  await strip(page, 'Selected entries').getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(undoButton(page, 'Archived 3 entries')).toBeVisible();
  expect(await workspace.read()).not.toContain('- language: English');
});

test('archives several entries together after an exact preview', async ({ page, workspace }) => {
  const protein = 'Recovery seems faster with protein intake > 150g';
  const left = ['- response_style: concise', language, wednesdays, `- ${protein}`].reduce(
    (text, line) => withLine(text, line, null),
    exampleContext,
  );
  for (const name of ['response_style', 'language', 'Best workouts on Wednesday evenings', protein]) {
    await choiceOf(page, name).check();
  }
  const bar = strip(page, 'Selected entries');
  await expect(bar.getByText('4 entries selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Archive…' }).click();

  const dialog = page.getByRole('dialog', { name: 'Archive 4 entries?' });
  await expect(dialog.getByRole('list', { name: 'Entries' }).getByRole('listitem')).toHaveText([
    'Response style concise',
    'Language English',
    'Best workouts on Wednesday evenings',
    protein,
  ]);
  const [before, after] = [tokensOf(exampleContext), tokensOf(left)];
  await expect(dialog.getByRole('status')).toHaveText(`Frees ${before - after} tokens, leaving ${after} of 2,000.`);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  expect(await workspace.read()).toBe(exampleContext);
  expect(await workspace.archives()).toEqual([]);

  await bar.getByRole('button', { name: 'Archive…' }).click();
  await dialog.getByRole('button', { name: 'Archive 4 entries' }).click();
  await expect(dialog).toBeHidden();
  await expect(entryRow(page, 'Best workouts')).toBeHidden();
  await expectFile(workspace, afterChanges(1, left));
  const file = `global-${dayFromNow()}.md`;
  expect(await workspace.archives()).toEqual([file]);
  expect(await workspace.readArchive(file)).toBe(archived);
  await expect(page.getByRole('meter', { name: 'Tokens used' })).toHaveAttribute('aria-valuenow', String(after));

  await undoButton(page, 'Archived 4 entries').click();
  await expect(entryRow(page, 'Best workouts')).toBeVisible();
  await expectFile(workspace, afterChanges(2, exampleContext));
  await page.getByRole('link', { name: 'Archive' }).click();
  await expect(page.getByRole('heading', { name: 'The archive is empty' })).toBeVisible();
});

test('highlights search hits in the text and in the key', async ({ page }) => {
  await page.getByRole('searchbox', { name: 'Search what it knows' }).fill('ST wed');
  await expect(entryRow(page, 'Best workouts').locator('mark')).toHaveText(['st', 'Wed']);
  await page.getByRole('searchbox', { name: 'Search what it knows' }).fill('routine');
  await expect(entryRow(page, 'push-pull-legs').locator('mark')).toHaveText(['routine']);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(entryGrid(page).locator('mark')).toHaveCount(0);
});

test('explains a search with few hits, suggests similar words, and searches elsewhere', async ({ page }) => {
  const field = page.getByRole('searchbox', { name: 'Search what it knows' });
  await field.fill('wedesday');
  await expect(page.getByText('Search looks for words, not meanings.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'wednesday', exact: true }).click();
  await expect(entryRow(page, /Wednesday evenings/)).toBeVisible();
  await expect(field).toHaveValue('wednesday');
  await page.getByRole('button', { name: 'Search all memories' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search all memories' })).toHaveValue('wednesday');
  await page.getByRole('button', { name: 'Search conversations' }).click();
  await expect(page.getByRole('heading', { name: 'Conversations', level: 1 })).toBeAttached();
});

test.describe('on a narrow window', { tag: '@further' }, () => {
  test.use({ viewport: { width: 640, height: 480 } });
  test('filtering the list and clearing the filter moves nothing', async ({ page }) => {
    const topOfList = () => entryGrid(page).evaluate((grid) => grid.getBoundingClientRect().top);
    await expect(choices(page).first()).toBeAttached();
    const before = await topOfList();
    await page
      .getByRole('group', { name: 'Filters' })
      .getByRole('button', { name: /^Tentative/ })
      .click();
    await expect(page.getByText('3 of 12')).toBeVisible();
    expect(await topOfList()).toBe(before);
    await page.getByRole('searchbox', { name: 'Search what it knows' }).fill('wednesday');
    await expect(page.getByText('1 of 12')).toBeVisible();
    expect(await topOfList()).toBe(before);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.getByRole('button', { name: 'Clear filters' })).toBeHidden();
    await expect(page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: /^Certain/ })).toBeFocused();
    expect(await topOfList()).toBe(before);
  });

  test('the details leave links to other views free', async ({ page }) => {
    await expect(entryRow(page, 'unit_preference')).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('i');
    const sheet = page.getByRole('dialog', { name: 'Entry' });
    await expect(sheet).toBeVisible();
    for (const link of await page.getByRole('navigation', { name: 'Main' }).getByRole('link').all()) {
      await link.click({ trial: true });
    }
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
    await expect(sheet).toBeHidden();
  });

  test('an edit of the last row is entirely visible', async ({ page }) => {
    await expect(entryRow(page, 'unit_preference')).toBeVisible();
    await page.keyboard.press('End');
    await expect(entryRow(page, 'Recovery seems faster')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 });
  });

  test('the latest notice is visible, and the others open from their count', async ({ page, workspace }) => {
    await expect(entryRow(page, 'unit_preference')).toBeVisible();
    await page.keyboard.press('j');
    for (const name of ['unit_preference', 'response_style', 'language']) {
      await page.keyboard.press('Delete');
      await expect(undoButton(page, `Deleted “${name}”`)).toBeVisible();
      await expect(entryRow(page, name)).toBeHidden();
    }
    const undoButtons = page.getByRole('button', { name: /^Undo: / });
    await expect(undoButtons).toHaveCount(1);
    await page.getByRole('button', { name: '2 earlier notices' }).click();
    await expect(undoButtons).toHaveCount(3);
    await undoButton(page, 'Deleted “unit_preference”').click();
    await expect(entryRow(page, 'Unit preference, metric')).toBeVisible();
    await eventually(() => workspace.read()).toContain('- unit_preference: metric\n');
    await page.getByRole('button', { name: 'Show fewer notices' }).click();
    await expect(page.getByRole('button', { name: /^(Undo|Redo): / })).toHaveCount(1);
  });
});
