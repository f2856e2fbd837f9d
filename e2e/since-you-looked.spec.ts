import type { Page } from 'playwright/test';
import { expectAccessible } from './accessibility.ts';
import { startApp } from './app-process.ts';
import { afterChanges, expectFile, withLine } from './context-text.ts';
import { exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { choices, correct, editField, entryRow, strip, undoButton } from './review-page.ts';

test.use({ viewport: { width: 1280, height: 1100 } });

const changed = exampleContext
  .replace('- language: English', '- language: Portuguese')
  .replace('- current_routine: push-pull-legs\n', '')
  .replace('## Patterns', '- new_one: added by the assistant\n\n## Patterns');

test('what others added, changed or removed is marked, can be filtered to, and is seen when the person says so', async ({
  page,
  workspace,
}) => {
  const looked = strip(page, 'Since you last looked');
  await expect(entryRow(page, 'Language, English')).toBeVisible();
  await expect(looked).toBeHidden();
  await workspace.replace(changed);
  await expect(looked).toContainText('1 new, 1 changed since you last looked');
  await expect(entryRow(page, 'Language, Portuguese, changed')).toBeVisible();
  await expect(entryRow(page, 'New one, added by the assistant, new')).toBeVisible();

  await looked.getByRole('button', { name: 'Show' }).click();
  await expect(choices(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'New or changed 2' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('2 of 12')).toBeVisible();

  await looked.getByRole('button', { name: 'Mark as seen' }).click();
  await expect(looked).toBeHidden();
  await expect(choices(page)).toHaveCount(12);
  await expect(entryRow(page, /, (new|changed)\b/)).toBeHidden();
  await expectFile(workspace, changed);
});

test('what the person did is not marked', async ({ page }) => {
  await correct(page, 'language', 'German');
  await expect(entryRow(page, 'Language, German')).toBeVisible();
  await expect(strip(page, 'Since you last looked')).toBeHidden();
});

test('marks survive a restart, and what happened in between is marked too', { tag: ['@web', '@further'] }, async ({
  page,
  app,
  workspace,
  watch,
  dataFolder,
  homeFolder,
}) => {
  // The page is left open on a host that ends, and cannot reach it.
  // What the page loads once it is idle may be cut off as well.
  watch.allow(/WebSocket|ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE)/);
  await expect(entryRow(page, 'Language, English')).toBeVisible();
  await workspace.replace(changed);
  await expect(entryRow(page, 'Language, Portuguese, changed')).toBeVisible();
  await app.stop();
  await workspace.edit((text) => text.replace('- response_style: concise', '- response_style: chatty'));

  const home = { HOME: homeFolder, USERPROFILE: homeFolder };
  const again = await startApp([workspace.folder], dataFolder, home);
  try {
    await page.goto(again.address);
    await expect(strip(page, 'Since you last looked')).toContainText('1 new, 2 changed');
    await expect(entryRow(page, 'Language, Portuguese, changed')).toBeVisible();
    await expect(entryRow(page, 'Response style, chatty, changed')).toBeVisible();
    await expect(entryRow(page, 'New one, added by the assistant, new')).toBeVisible();

    await strip(page, 'Since you last looked').getByRole('button', { name: 'Mark as seen' }).click();
    await expect(strip(page, 'Since you last looked')).toBeHidden();
    await page.reload();
    await expect(entryRow(page, 'Language, Portuguese')).toBeVisible();
    await expect(strip(page, 'Since you last looked')).toBeHidden();
  } finally {
    await page.goto('about:blank');
    await again.stop();
  }
});

/** Where a person is who goes through what is new. */
const triage = (page: Page) => page.getByRole('region', { name: 'Going through what’s new' });

const several = exampleContext
  .replace('- language: English', '- language: Portuguese')
  .replace('- response_style: concise', '- response_style: chatty')
  .replace('- current_routine: push-pull-legs\n', '')
  .replace('## Patterns', '- new_one: added by the assistant\n- new_two: added too\n\n## Patterns');

test('what is new is gone through by the keyboard alone: seen, corrected, deleted, or left for later', async ({
  page,
  workspace,
}) => {
  await expect(entryRow(page, 'Language, English')).toBeVisible();
  await workspace.replace(several);
  const looked = strip(page, 'Since you last looked');
  await expect(looked).toContainText('2 new, 2 changed since you last looked');
  const announced = page.getByRole('status', { name: 'Announcements' });

  await page.keyboard.press('t');
  await expect(triage(page)).toContainText('1 of 4');
  await expect(announced).toContainText('4 entries to review.');
  await expect(looked).toBeHidden();
  await expect(choices(page)).toHaveCount(4);
  // What changed comes before what is new, and says what it was.
  await expect(entryRow(page, 'Response style, chatty, changed, It said: concise')).toBeFocused();

  await page.keyboard.press('y');
  await expect(entryRow(page, 'Language, Portuguese, changed, It said: English')).toBeFocused();
  await expect(triage(page)).toContainText('2 of 4');
  await expect(announced).toContainText('2 of 4');
  await expect(entryRow(page, 'Response style, chatty, seen')).toBeVisible();

  await page.keyboard.press('e');
  await expect(editField(page, 'language')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Galician');
  await page.keyboard.press('Enter');
  await expect(entryRow(page, 'Language, Galician, corrected')).toBeVisible();
  await expect(entryRow(page, 'New one, added by the assistant, new')).toBeFocused();

  await page.keyboard.press('Delete');
  await expect(undoButton(page, 'Deleted “new_one”')).toBeVisible();
  await expect(entryRow(page, 'New two, added too, new')).toBeFocused();
  await expect(triage(page)).toContainText('4 of 4');
  await expect(triage(page)).toContainText('1 left');

  // Back and on again, and away: what was not answered stays marked.
  await page.keyboard.press('k');
  await expect(entryRow(page, 'Language, Galician, corrected')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(triage(page)).toBeHidden();
  await expect(entryRow(page, 'Language, Galician')).toBeFocused();
  await expect(looked).toContainText('1 new since you last looked');
  await page.reload();
  // The entry that was removed is told of by its card.
  await expect(looked).toContainText('1 new since you last looked');
  await expectFile(
    workspace,
    afterChanges(
      2,
      withLine(
        withLine(
          several,
          '- language: Portuguese',
          '- [2026-01-16|certain|user_correction|undated] language: Galician',
        ),
        '- new_one: added by the assistant',
        null,
      ),
    ),
  );
});

test('what is new is gone through with the pointer on a narrow window, and the last one leads back', async ({
  page,
  workspace,
}) => {
  await page.setViewportSize({ width: 640, height: 480 });
  await expect(entryRow(page, 'Language, English')).toBeVisible();
  await workspace.replace(changed);
  await strip(page, 'Since you last looked').getByRole('button', { name: 'Review changes' }).click();
  await expect(triage(page)).toContainText('1 of 2');
  const row = entryRow(page, 'Language, Portuguese, changed');
  await expect(row.getByText('It said: English')).toBeInViewport();
  await expectAccessible(page);
  await triage(page).getByRole('button', { name: 'Finish later' }).click();
  await expect(triage(page)).toBeHidden();
  await strip(page, 'Since you last looked').getByRole('button', { name: 'Review changes' }).click();
  await row.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(entryRow(page, 'Language, English, corrected')).toBeVisible();
  await expect(triage(page)).toContainText('2 of 2');
  await triage(page).getByRole('button', { name: 'Seen' }).click();
  await expect(triage(page)).toContainText('All 2 reviewed');
  await expect(triage(page).getByRole('button', { name: 'Seen' })).toBeHidden();
  await triage(page).getByRole('button', { name: '1 removed' }).click();
  await expect(page.getByRole('heading', { name: 'History', level: 1 })).toBeVisible();
  await page.goBack();
  await triage(page).getByRole('button', { name: 'Done' }).click();
  await expect(triage(page)).toBeHidden();
  await expect(choices(page)).not.toHaveCount(2);
  // What was removed stands in the card, and nowhere else.
  await expect(strip(page, 'Since you last looked')).toBeHidden();
  await expect(strip(page, 'For you to decide')).toContainText('Current routine');
});

test('who had narrowed the list to what is new sees everything again once that has been gone through', async ({
  page,
  workspace,
}) => {
  await expect(entryRow(page, 'Language, English')).toBeVisible();
  const all = await choices(page).count();
  await workspace.edit((text) => text.replace('English', 'Portuguese'));
  await strip(page, 'Since you last looked').getByRole('button', { name: 'Show', exact: true }).click();
  await expect(choices(page)).toHaveCount(1);
  await page.keyboard.press('t');
  await triage(page).getByRole('button', { name: 'Seen' }).click();
  await triage(page).getByRole('button', { name: 'Done' }).click();
  await expect(choices(page)).toHaveCount(all);
  await expect(page.getByRole('button', { name: /^New or changed/ })).toBeHidden();
});

test('going through what is new blocks nothing: what comes meanwhile joins, search and other views work', async ({
  page,
  workspace,
}) => {
  await expect(entryRow(page, 'Language, English')).toBeVisible();
  await workspace.replace(changed);
  await expect(strip(page, 'Since you last looked')).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(page.getByRole('heading', { name: 'History', level: 1 })).toBeVisible();
  await page.keyboard.press('t');
  await expect(entryRow(page, 'Language, Portuguese, changed')).toBeFocused();

  // Marked as seen, it is changed again: it is asked about again, and so is what comes.
  await page.keyboard.press('y');
  await expect(entryRow(page, 'Language, Portuguese, seen')).toBeVisible();
  await workspace.edit((text) => text.replace('Portuguese', 'Basque').replace('concise', 'chatty'));
  await expect(triage(page)).toContainText('2 of 3');
  await page.keyboard.press('y');
  await expect(entryRow(page, 'Response style, chatty, changed, It said: concise')).toBeFocused();
  await page.keyboard.press('y');
  // Whether what was kept a moment before has been noted by then is another matter.
  await expect(entryRow(page, /^Language, Basque, changed, It said: (Portuguese|English)$/)).toBeFocused();
  await page.keyboard.press('2');
  await page.keyboard.press('1');
  await expect(triage(page)).toContainText('1 of 3');

  await page.keyboard.press('/');
  await page.keyboard.type('deadlift');
  await expect(triage(page)).toBeHidden();
  await expect(choices(page)).toHaveCount(1);
  await expect(strip(page, 'Since you last looked')).toContainText('1 changed since');
});

test('a correction that an assistant replaced is said first, and one key puts it back', { tag: '@web' }, async ({
  page,
  context,
  app,
  workspace,
}) => {
  const corrected = withLine(
    exampleContext,
    '- language: English',
    '- [2026-01-16|certain|user_correction|undated] language: Irish',
  );
  await workspace.replace(corrected);
  await expect(entryRow(page, 'Language, Irish, changed')).toBeVisible();
  await strip(page, 'Since you last looked').getByRole('button', { name: 'Mark as seen' }).click();
  await workspace.edit((text) =>
    text
      .replace('user_correction|undated] language: Irish', 'observer] language: French')
      .replace('response_style: concise', 'response_style: chatty'),
  );
  const second = await context.newPage();
  await second.goto(app.address);
  for (const each of [page, second]) {
    await expect(strip(each, 'Since you last looked')).toContainText(/^1 changed since/);
    await expect(strip(each, 'For you to decide').getByRole('definition')).toHaveText(['French', 'Irish']);
  }
  await expect(entryRow(page, 'Language, French, replaced')).toBeVisible();
  await page.keyboard.press('t');
  await expect(entryRow(page, 'Language, French, replaced, You had corrected it to: Irish')).toBeFocused();
  await page.keyboard.press('r');
  await expect(entryRow(page, 'Language, Irish, corrected')).toBeVisible();
  await expect(entryRow(page, 'Response style, chatty, changed')).toBeFocused();
  await expect(strip(second, 'Since you last looked')).toContainText(/^1 changed since you last looked/);
  await page.keyboard.press('y');
  await expect(strip(second, 'Since you last looked')).toBeHidden();
  const putBack = corrected.replace('|undated', '').replace('response_style: concise', 'response_style: chatty');
  await expectFile(workspace, afterChanges(1, putBack));
});
