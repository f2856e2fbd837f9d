import { eventually } from './eventually.ts';
import { expect, test } from './fixtures.ts';
import {
  choiceOf,
  choices,
  details,
  editField,
  entryGrid,
  entryRow,
  pressInRow,
  strip,
  undoButton,
} from './review-page.ts';

test('selects a range of boxes with Shift', async ({ page }) => {
  await choiceOf(page, 'unit_preference').click();
  await choiceOf(page, 'language').click({ modifiers: ['Shift'] });
  await expect(strip(page, 'Selected entries')).toContainText('3 entries selected');
  await choiceOf(page, 'response_style').click({ modifiers: ['Shift'] });
  await expect(strip(page, 'Selected entries')).toContainText('1 entry selected');
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
      // Heights of rows are fractions: one pixel of its edge may be outside.
      await expect(row).toBeInViewport({ ratio: 0.95 });
    }
  });
});

test.describe('in a narrow window', () => {
  test.use({ viewport: { width: 640, height: 480 } });

  test('selecting closes the details, even by a click beside a box', async ({ page }) => {
    await entryRow(page, 'unit_preference').click();
    await expect(page.getByRole('dialog', { name: 'Entry' })).toBeVisible();
    await choiceOf(page, 'unit_preference').click();
    await expect(page.getByRole('dialog', { name: 'Entry' })).toBeHidden();
    const box = (await choiceOf(page, 'response_style').boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.click(box.x - 2, box.y + 4);
    await expect(strip(page, 'Selected entries')).toContainText('2 entries selected');
    await expect(page.getByRole('dialog', { name: 'Entry' })).toBeHidden();
  });

  test('the selected row stays in sight above the actions, even in a window that becomes lower', async ({ page }) => {
    const row = entryGrid(page).locator(':focus');
    await expect(entryRow(page, 'language')).toBeVisible();
    await page.keyboard.press('j');
    await expect(row).toBeFocused();
    // Moves to the last row that is entirely in sight without the bar.
    const end = (await page.getByRole('navigation').last().boundingBox())?.y ?? 0;
    const bottom = async (): Promise<number> => {
      const box = await row.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    while ((await bottom()) + 40 < end) {
      const before = await bottom();
      await page.keyboard.press('j');
      await eventually(bottom).not.toBe(before);
    }
    await page.keyboard.press('x');
    await expect(strip(page, 'Selected entries')).toContainText('1 entry selected');
    await expect(row).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 640, height: 400 });
    await expect(row).toBeInViewport({ ratio: 1 });
  });
});

test.describe('in a read-only memory', () => {
  const name = '.codex/memories/raw_memories.md';
  test.use({
    startWith: { [name]: '# Boats\n\n- likes sails\n' },
    start: async ({ workspace, start }, use) => use({ ...start, args: [workspace.path(name)] }),
  });

  test('an impossible action says why when tried', async ({ page, workspace }) => {
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

test('keeps the focus in place: on the row after saving and undoing, on the next row after deleting', async ({
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

test('focuses the field of an entry opened from a search, and types there', async ({ page }) => {
  await page.getByRole('searchbox', { name: 'Search what it knows' }).fill('language');
  await expect(choices(page)).toHaveCount(1);
  await pressInRow(page, 'language', 'Edit');
  const field = editField(page, 'language');
  await expect(field).toBeVisible();
  // These letters are shortcuts in Review outside the field.
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('pagey');
  await expect(field).toHaveValue('pagey');
  await page.keyboard.press('Enter');
  await expect(entryRow(page, 'Language, pagey')).toBeVisible();
});

test('never scrolls the page itself: nothing is below the window', { tag: '@further' }, async ({ page }) => {
  await expect(entryRow(page, 'language')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0);
});

test.describe('with a very long entry', () => {
  test.use({
    startWith: { 'logs/context/global.md': `## Facts (certain)\n- story: ${'once upon a time '.repeat(130)}\n` },
    viewport: { width: 1024, height: 700 },
  });

  test('its actions stay in sight, and icons cover no text', async ({ page }) => {
    const row = entryRow(page, 'story');
    await row.hover();
    await expect(row.getByRole('button', { name: 'Edit' })).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 700 });
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

test('keeps the other views when one part fails to load, and loads it after a reload', {
  tag: ['@web', '@further'],
}, async ({ page, watch }) => {
  watch.allow(/ERR_FAILED|Failed to load|Failed to fetch|^console error/);
  await page.route(/entry-details.*\.js/, (route) => route.abort());
  await page.reload();
  await entryRow(page, 'language').click();
  await expect(page.getByRole('heading', { name: 'This view can’t be shown' })).toBeVisible();
  await page.unroute(/entry-details.*\.js/);
  await page.getByRole('link', { name: 'Archive' }).click();
  await expect(page.getByRole('heading', { name: 'Archive', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Review' }).click();
  await page.reload();
  await entryRow(page, 'language').click();
  await expect(
    page.getByRole('complementary', { name: 'Entry' }).getByRole('button', { name: 'Edit', exact: true }),
  ).toBeVisible();
});

test('shows a message when a part outside any view fails to load', { tag: ['@web', '@further'] }, async ({
  page,
  watch,
}) => {
  watch.allow(/ERR_FAILED|Failed to load|Failed to fetch|^console error/);
  await page.route(/shortcut-help.*\.js/, (route) => route.abort());
  await page.reload();
  await expect(entryRow(page, 'language')).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('heading', { name: 'This view can’t be shown' })).toBeVisible();
  await page.unroute(/shortcut-help.*\.js/);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(entryRow(page, 'language')).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('shows the same memory in a second tab on the same address', { tag: '@web' }, async ({
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

test.describe('in a low window', () => {
  test.use({ viewport: { width: 1280, height: 420 } });

  test('a found entry keeps the focus after its details and after the search', { tag: '@further' }, async ({
    page,
  }) => {
    await expect(entryRow(page, 'unit_preference')).toBeVisible();
    await page.keyboard.press('/');
    const search = page.locator('input:focus');
    await search.fill('sleep');
    await expect(choices(page)).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await expect(entryRow(page, 'Performance tends')).toBeFocused();
    const heading = details(page).getByRole('heading', { level: 2 });
    await expect(heading).toBeVisible();
    await page.keyboard.press('i');
    await expect(heading).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(entryRow(page, 'Performance tends')).toBeFocused();
    await expect(choices(page)).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByText('1 of 12')).toBeHidden();
    await expect(entryRow(page, 'Performance tends')).toBeFocused();
    await expect(entryRow(page, 'Performance tends')).toBeInViewport();
  });
});
