import type { Page } from 'playwright/test';
import { expectAccessible } from './accessibility.ts';
import { assistantOn, learned } from './assistant.ts';
import { afterChanges, expectFile, withLine } from './context-text.ts';
import { editorLine, openEditor, retypeIn, saveButton, unsavedMark } from './editor-page.ts';
import { eventually } from './eventually.ts';
import { contextPath, exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { entryRow, strip, undoButton } from './review-page.ts';

/** Corrections stay corrected, and changes to them don't go unnoticed. */
const mine = '- [2026-01-16|certain|user_correction|undated] language: German';
const corrected = withLine(exampleContext, '- language: English', mine);

test.use({ startWith: { [contextPath]: corrected }, viewport: { width: 1280, height: 1000 } });

const card = (page: Page) => strip(page, 'For you to decide');
const answer = (page: Page, name: string) => card(page).getByRole('button', { name, exact: true });
const texts = (page: Page) => card(page).getByRole('definition');

test('holds a decision about an overwritten correction until the edited file is saved', {
  tag: '@further',
}, async ({ page, workspace }) => {
  await openEditor(page);
  await retypeIn(page, '- current_routine', 'push-pull-legs', 'full body');
  await workspace.edit((text) => text.replace(mine, '- language: French'));
  await expect(editorLine(page, '- language: French')).toBeVisible();
  await expect(page.getByRole('status', { name: 'Announcements' })).toContainText('changed an entry of yours');
  await expect(card(page)).toBeHidden();
  await saveButton(page).click();
  await expect(card(page)).toContainText('Another app changed an entry of yours');
  await retypeIn(page, '- current_routine', 'full body', 'rowing');
  await expect(unsavedMark(page)).toBeVisible();
  await expect(card(page)).toBeVisible();
});

test.describe('an update that is less sure than a correction', () => {
  test.beforeEach(async ({ page, workspace, dataFolder, homeFolder }) => {
    await expect(entryRow(page, 'Language, German')).toBeVisible();
    const assistant = assistantOn(workspace.folder, dataFolder, homeFolder);
    await assistant.learns(
      learned('preference', 'language', 'French', 'likely'),
      learned('fact', 'coffee', 'two cups'),
    );
    await expect(entryRow(page, 'two cups')).toBeVisible();
    await expect(card(page)).toContainText('Your assistant wants to change an entry of yours');
    await expect(texts(page)).toHaveText(['French', 'German']);
    expect(await workspace.read()).toContain(mine);
  });

  test('waits for the person, who can keep their own text', async ({ page, workspace }) => {
    await expectAccessible(page);
    await answer(page, 'Keep mine').click();
    await expect(card(page)).toBeHidden();
    expect(await workspace.read()).toContain(mine);
    await page.reload();
    await expect(entryRow(page, 'Language, German')).toBeVisible();
    await expect(card(page)).toBeHidden();
  });

  test('appears as a line outside the memory, and leads to it from there', async ({ page }) => {
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(card(page)).toContainText('Your assistant wants to change an entry of yours.');
    await expect(texts(page)).toHaveCount(0);
    await answer(page, 'Look').click();
    await expect(texts(page)).toHaveText(['French', 'German']);
  });

  test('can be accepted by keyboard, and undone', { tag: '@further' }, async ({ page, workspace }) => {
    await answer(page, 'Take theirs').focus();
    await page.keyboard.press('Enter');
    await expect(entryRow(page, 'Language, French')).toBeVisible();
    await expect(card(page)).toBeHidden();
    await undoButton(page, 'Took “French” for “language”').click();
    await expect(entryRow(page, 'Language, German')).toBeVisible();
    await eventually(() => workspace.read()).toContain(mine);
  });

  test('is added beside the correction if the person keeps both', { tag: '@further' }, async ({ page, workspace }) => {
    await answer(page, 'Keep both').click();
    await expect(entryRow(page, 'Language, French')).toBeVisible();
    await expect(entryRow(page, 'Language, German')).toBeVisible();
    expect(await workspace.read()).toMatch(/language: German\n- \[.*\|likely\|observer\] language: French\n/);
  });

  test('is in the history, whatever the answer', { tag: '@further' }, async ({ page }) => {
    await answer(page, 'Keep mine').click();
    await page.getByRole('link', { name: 'History' }).click();
    await expect(
      page.getByText('Held for you: An assistant would have said “language: French” (likely)'),
    ).toBeVisible();
  });
});

test('restores a correction that another program overwrote', async ({ page, workspace }) => {
  await expect(entryRow(page, 'Language, German')).toBeVisible();
  const theirs = withLine(corrected, mine, '- [2026-02-01|likely|observer] language: French');
  await workspace.replace(theirs);
  await expect(card(page)).toContainText('Another app changed an entry of yours');
  await expect(texts(page)).toHaveText(['French', 'German']);
  await answer(page, 'Restore mine').click();
  await expect(entryRow(page, 'Language, German')).toBeVisible();
  await expect(card(page)).toBeHidden();
  await expectFile(workspace, afterChanges(1, corrected));
});

test('asks again after an answer is undone, and undoes nothing else', { tag: '@further' }, async ({
  page,
  workspace,
}) => {
  await expect(entryRow(page, 'Language, German')).toBeVisible();
  await page
    .getByRole('grid', { name: 'Entries' })
    .getByRole('row', { name: /push-pull/ })
    .click();
  await page.keyboard.press('p');
  await expect(page.getByRole('button', { name: /^Undo: Pinned/ })).toBeVisible();
  const pinned = await workspace.read();
  await workspace.edit((text) => text.replace(mine, '- language: French'));
  await answer(page, 'Accept').click();
  await expect(card(page)).toBeHidden();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(card(page)).toContainText('Another app changed an entry of yours');
  expect(await workspace.read()).toBe(pinned.replace(mine, '- language: French'));
  await answer(page, 'Restore mine').click();
  await expect(card(page)).toBeHidden();
  await page.getByRole('button', { name: /^Undo: Restored/ }).click();
  await expect(card(page)).toContainText('Another app changed an entry of yours');
});

test('asks no further about a change kept while going through new entries', { tag: '@further' }, async ({
  page,
  workspace,
}) => {
  await expect(entryRow(page, 'Language, German')).toBeVisible();
  await workspace.edit((text) => text.replace(mine, '- language: French'));
  await expect(card(page)).toContainText('Another app changed an entry of yours');
  await page.keyboard.press('t');
  await page.keyboard.press('y');
  await expect(card(page)).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(entryRow(page, 'Language, French')).toBeVisible();
  await expect(card(page)).toBeHidden();
});

test('moves on to the next decision after restoring one by keyboard', { tag: '@further' }, async ({
  page,
  workspace,
}) => {
  const coffee = '- [2026-01-02|certain|user_correction] coffee: two cups';
  await workspace.edit((text) => withLine(text, mine, `${mine}\n${coffee}`));
  await expect(entryRow(page, 'two cups')).toBeVisible();
  await workspace.edit((text) => text.replace('language: German', 'language: French').replace('two cups', 'none'));
  await answer(page, 'Restore: Language').press('Enter');
  await expect(entryRow(page, 'Language, German')).toBeVisible();
  await expect(card(page).getByRole('heading')).toBeFocused();
  await expect(texts(page)).toHaveText(['none', 'two cups']);
});

test('shows an overwritten correction in every view, announces it once, and counts an accepted one as seen', async ({
  page,
  workspace,
}) => {
  await expect(entryRow(page, 'Language, German')).toBeVisible();
  await page.getByRole('link', { name: 'Archive' }).click();
  await workspace.replace(
    withLine(corrected, mine, '- [2026-02-01|likely|observer] language: French, and German at home'),
  );
  await expect(card(page)).toContainText('Another app changed an entry of yours');
  await expect(card(page).locator('mark')).toHaveText(['French, and', 'at home']);
  await card(page).getByRole('button', { name: 'Fold' }).click();
  await expect(answer(page, 'Accept')).toBeHidden();
  await page.getByRole('link', { name: 'Review' }).click();
  await expect(entryRow(page, 'Language, French')).toBeVisible();
  await expect(strip(page, 'Since you last looked')).toBeHidden();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await expectAccessible(page);
  await answer(page, 'Look').click();
  await expect(answer(page, 'Accept')).toBeVisible();
  await expectAccessible(page);
  await answer(page, 'Accept').click();
  await expect(card(page)).toBeHidden();
  await page.getByRole('link', { name: 'Review' }).click();
  await expect(entryRow(page, 'Language, French')).not.toHaveAccessibleName(/replaced/);
  await expect(strip(page, 'Since you last looked')).toBeHidden();
});

test('counts an accepted change as seen even if the page hears of it before its answer', {
  tag: ['@web', '@further'],
}, async ({ page, workspace }) => {
  await page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer();
    let settling: number | null = null;
    let listing: number | null = null;
    let answer: string | Buffer | null = null;
    socket.onMessage((message) => {
      const { id, method } = JSON.parse(String(message)) as { id: number; method?: string };
      settling = method === 'cards.settle' ? id : settling;
      listing = method === 'cards.list' && settling !== null ? id : listing;
      server.send(message);
    });
    server.onMessage((message) => {
      const { id, type } = JSON.parse(String(message)) as { id?: number; type: string };
      if (type === 'result' && id === settling && answer === null) {
        answer = message;
        return;
      }
      socket.send(message);
      if (answer !== null && id === listing) {
        socket.send(answer);
      }
    });
  });
  await page.reload();
  await expect(entryRow(page, 'Language, German')).toBeVisible();
  await workspace.replace(withLine(corrected, mine, '- [2026-02-01|likely|observer] language: French'));
  await expect(entryRow(page, 'Language, French')).toHaveAccessibleName(/replaced/);
  await answer(page, 'Accept').click();
  await expect(card(page)).toBeHidden();
  await expect(entryRow(page, 'Language, French')).not.toHaveAccessibleName(/replaced/);
});

test('restores what an older manager drops, one by one or all at once', { tag: '@further' }, async ({
  page,
  workspace,
}) => {
  await expect(entryRow(page, 'Language, German')).toBeVisible();
  const lines = corrected.split('\n');
  const prose = lines.filter((line) => line.startsWith('- ') && !line.includes(':'));
  expect(prose.length).toBeGreaterThan(0);
  const kept = lines.filter((line) => !prose.includes(line)).map((line) => line.replace(/^- \[[^\]]*\] /, '- '));
  await workspace.replace(kept.join('\n'));
  await expect(card(page)).toContainText('Another app');
  await expectAccessible(page);
  await card(page).getByRole('button', { name: 'Restore: language' }).click();
  await eventually(() => workspace.read()).toContain(mine);
  await card(page)
    .getByRole('button', { name: /^Restore all/ })
    .click();
  await expect(card(page)).toBeHidden();
  for (const line of prose) {
    expect((await workspace.read()).split('\n')).toContain(line);
  }
});

test('accepts a removal by another program', async ({ page, workspace }) => {
  await expect(entryRow(page, 'Language, German')).toBeVisible();
  const without = withLine(corrected, mine, null);
  await workspace.replace(without);
  await expect(card(page)).toContainText('Another app removed an entry');
  await answer(page, 'Accept').click();
  await expect(card(page)).toBeHidden();
  expect(await workspace.read()).toBe(without);
});

test.describe('a comment and a heading', () => {
  const noted = withLine(corrected, mine, `<!-- ask before changing these -->\n${mine}`);
  test.use({ startWith: { [contextPath]: noted } });

  test('are reported beside an entry when another program drops them, and can be restored', async ({
    page,
    workspace,
  }) => {
    await expect(entryRow(page, 'Language, German')).toBeVisible();
    await workspace.replace(withLine(corrected, mine, null).replace('# Global Context\n', ''));
    await expect(card(page)).toContainText('Another app removed an entry and 2 pieces of text');
    await expect(card(page)).toContainText('ask before changing these');
    await expectAccessible(page);
    await card(page).getByRole('button', { name: 'Restore: # Global Context' }).click();
    await expect(card(page)).toContainText('and a comment');
    await answer(page, 'Restore all').click();
    await expect(card(page)).toBeHidden();
    await eventually(() => workspace.read()).toContain(`<!-- ask before changing these -->\n${mine}\n`);
    expect(await workspace.read()).toContain('\n# Global Context\n');
  });
});
