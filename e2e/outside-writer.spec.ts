import type { Locator, Page } from 'playwright/test';
import { expectFile } from './context-text.ts';
import { eventually } from './eventually.ts';
import { contextPath } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { choiceOf, editField, entryGrid, entryRow, pressInRow, strip, wheelTo } from './review-page.ts';
import type { WorkspaceFolder } from './workspace-folder.ts';

const facts = Array.from({ length: 60 }, (_, index) => `- [2026-01-16] place_${index + 1}: shelf ${index + 1}`);
const manyFacts = `---\nlast_updated: 2026-01-16\nversion: 4\ntoken_estimate: 0\n---\n\n## Facts (certain)\n${facts.join('\n')}\n`;

test.use({ startWith: { [contextPath]: manyFacts } });

/** Ways other programs write a file. Each calls back while the file is missing, if it ever is. */
const ways: readonly {
  readonly name: string;
  readonly write: (workspace: WorkspaceFolder, text: string, whileGone: () => Promise<void>) => Promise<void>;
}[] = [
  { name: 'replaces it by rename', write: (workspace, text) => workspace.replace(text) },
  { name: 'truncates it and writes it in two halves', write: (workspace, text) => workspace.rewriteInTwo(text, 20) },
  {
    name: 'deletes it and makes it again',
    write: async (workspace, text, whileGone) => {
      await workspace.remove();
      await whileGone();
      await workspace.create(text);
    },
  },
];

/** Visible changes: one entry more, one with a new text, and one less. */
const changed = `${manyFacts
  .replace('place_31: shelf 31', 'place_31: the attic')
  .replace('- [2026-01-16] place_33: shelf 33\n', '')}- [2026-01-17] last_place: the cellar\n`;

async function expectFollowed(page: Page): Promise<void> {
  await expect(entryRow(page, 'Place 31, the attic')).toBeVisible();
  await expect(entryRow(page, 'place_33')).toBeHidden();
  await expect(entryGrid(page)).toHaveAttribute('aria-rowcount', '62');
}

/** Distance from the top of the screen. */
const heightOf = async (thing: Locator): Promise<number | undefined> => (await thing.boundingBox())?.y;

for (const { name, write } of ways) {
  test(`follows another program that ${name}, keeping selection, scroll and an open edit`, async ({
    page,
    workspace,
  }) => {
    await wheelTo(page, 'place_33');
    await choiceOf(page, 'place_29').check();
    await choiceOf(page, 'place_31').check();
    await choiceOf(page, 'place_33').check();
    await pressInRow(page, 'place_30', 'Edit');
    const field = editField(page, 'place_30');
    await field.fill('a shelf half typed');
    await field.press('ArrowLeft');
    const height = await heightOf(field);

    await write(workspace, changed, async () => {
      await expect(strip(page, 'The file was deleted')).toBeVisible();
      await expect(field).toHaveValue('a shelf half typed');
    });
    await expectFollowed(page);
    await expect(strip(page, 'The file was deleted')).toBeHidden();

    await expect(field).toHaveValue('a shelf half typed');
    await expect(field).toBeFocused();
    expect(await field.evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBe('a shelf half type'.length);
    await eventually(() => heightOf(field)).toBe(height);
    await expect(choiceOf(page, 'place_29')).toBeChecked();
    await expect(choiceOf(page, 'place_31')).toBeChecked();
    await expect(page.getByText('2 entries selected')).toBeVisible();
    // Following is reading: only the other program has written.
    await expectFile(workspace, changed);

    await field.press('Enter');
    await expect(entryRow(page, 'a shelf half typed')).toBeVisible();
    await eventually(() => workspace.read()).toContain(
      '- [2026-01-16|certain|user_correction] place_30: a shelf half typed\n',
    );
  });
}

test('shows the final content of a file that changes in quick succession', async ({ page, workspace }) => {
  for (let round = 1; round <= 8; round++) {
    const text = manyFacts.replace('place_1: shelf 1\n', `place_1: round ${round}\n`);
    await (round % 2 === 0 ? workspace.replace(text) : workspace.rewriteInTwo(text, 5));
  }
  await expect(entryRow(page, 'Place 1, round 8')).toBeVisible();
  await expect(entryGrid(page)).toHaveAttribute('aria-rowcount', '62');
});

test('restores a deleted file unchanged', async ({ page, workspace }) => {
  await expect(entryRow(page, 'Place 1, shelf 1')).toBeVisible();
  await workspace.remove();
  const deleted = strip(page, 'The file was deleted');
  await expect(deleted).toContainText('none of them is lost yet');
  await entryRow(page, 'Place 1, shelf 1').hover();
  // The page shows the last content: nothing can be changed before the file is restored.
  await expect(page.getByRole('button', { name: 'Archive', exact: true })).toHaveCount(0);
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  await expect(page.getByRole('alert').filter({ hasText: 'Restore it first' })).toBeVisible();
  expect(workspace.exists()).toBe(false);
  await deleted.getByRole('button', { name: 'Restore it' }).click();
  await expect(deleted).toBeHidden();
  await expectFile(workspace, manyFacts);
});

test('keeps the reading position when lines above change', async ({ page, workspace }) => {
  await wheelTo(page, 'place_33');
  await entryRow(page, 'place_30').click();
  const height = await heightOf(entryRow(page, 'place_30'));
  await workspace.edit((text) =>
    text.replace('## Facts (certain)\n', '## Facts (certain)\n- brand_new: first of all\n- newer: second\n'),
  );
  await expect(entryGrid(page)).toHaveAttribute('aria-rowcount', '64');
  await eventually(() => heightOf(entryRow(page, 'place_30'))).toBe(height);
});
