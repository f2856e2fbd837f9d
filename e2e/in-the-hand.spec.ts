import { expect, test } from './fixtures.ts';
import { choiceOf, entryRow, strip, undoButton } from './review-page.ts';

test('a box pressed with Shift chooses all from the one pressed before', async ({ page }) => {
  await choiceOf(page, 'unit_preference').click();
  await choiceOf(page, 'language').click({ modifiers: ['Shift'] });
  await expect(strip(page, 'Chosen entries')).toContainText('3 entries chosen');
  await choiceOf(page, 'response_style').click({ modifiers: ['Shift'] });
  await expect(strip(page, 'Chosen entries')).toContainText('1 entry chosen');
});

test.describe('in a small window', () => {
  test.use({ startWith: 'sample', viewport: { width: 1280, height: 480 } });

  test('an entry that moves to another group stays in sight', async ({ page }) => {
    const row = entryRow(page, /^Units, metric/);
    await row.click();
    for (const sure of ['likely', 'tentative']) {
      await page.keyboard.press('d');
      await expect(page.getByRole('complementary', { name: 'Entry' })).toContainText(`Preference, ${sure}`);
      await expect(row).toBeFocused();
      await expect(row).toBeInViewport({ ratio: 1 });
    }
  });
});

test.describe('in a memory that is only read', () => {
  const name = '.codex/memories/raw_memories.md';
  test.use({
    startWith: { [name]: '# Boats\n\n- likes sails\n' },
    start: async ({ workspace, start }, use) => use({ ...start, args: [workspace.path(name)] }),
  });

  test('what can’t be done says so when it is tried', async ({ page, workspace }) => {
    await entryRow(page, 'likes sails').click();
    await page.keyboard.press('Delete');
    const why = page.locator('[data-notices]').getByText(/^Codex rewrites this file itself/);
    await expect(why).toBeVisible();
    await page.getByRole('button', { name: 'Close notice' }).click();
    await expect(why).toBeHidden();
    await entryRow(page, 'likes sails').dblclick();
    await expect(why).toBeVisible();
    expect(await workspace.read(name)).toContain('likes sails');
  });
});

test('the focus stays where one works: on the row after saving and after undoing, on the next after deleting', async ({
  page,
  workspace,
}) => {
  await entryRow(page, 'language').click();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Text of “Language”' }).fill('German');
  await page.keyboard.press('Enter');
  await expect(entryRow(page, 'Language, German')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(entryRow(page, 'Language, English')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(entryRow(page, 'language')).toHaveCount(0);
  await expect(entryRow(page, 'records')).toBeFocused();
  await undoButton(page, 'Deleted').click();
  await expect(entryRow(page, 'Language, English')).toBeVisible();
  await expect(page.locator('[data-row]:focus')).toBeVisible();
  await entryRow(page, 'language').dblclick();
  const field = page.getByRole('textbox', { name: 'Text of “Language”' });
  await field.fill('Danish');
  await workspace.edit((text) => text.replace('language: English', 'language: Welsh'));
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await expect(entryRow(page, 'Language, Danish')).toBeFocused();
});

test.describe('with a very long entry', () => {
  test.use({
    startWith: { 'logs/context/global.md': `## Facts (certain)\n- story: ${'once upon a time '.repeat(130)}\n` },
    viewport: { width: 1024, height: 700 },
  });

  test('what can be done to it stays in sight, and icons cover no text', async ({ page }) => {
    const row = entryRow(page, 'story');
    await row.hover();
    const value = await row.getByRole('gridcell').nth(1).boundingBox();
    const edit = await row.getByRole('button', { name: 'Edit' }).boundingBox();
    expect((value?.x ?? 0) + (value?.width ?? 0)).toBeLessThanOrEqual(edit?.x ?? 0);
    await row.click();
    await expect(
      page.getByRole('complementary', { name: 'Entry' }).getByRole('button', { name: 'Edit', exact: true }),
    ).toBeInViewport();
    await row.dblclick();
    await expect(page.getByRole('button', { name: 'Save' })).toBeInViewport();
  });
});

test('a second tab on the same address shows the same memory', { tag: '@web' }, async ({
  page,
  context,
  workspace,
}) => {
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(entryRow(second, 'language')).toBeVisible();
  await entryRow(second, 'language').click();
  await second.keyboard.press('Delete');
  await expect(entryRow(page, 'language')).toHaveCount(0);
  expect(await workspace.read()).not.toContain('language');
});
