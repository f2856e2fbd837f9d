import { join } from 'node:path';
import { expectAccessible } from './accessibility.ts';
import { dayFromNow } from './context-text.ts';
import { contextPath } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { choices, correct, entryRow } from './review-page.ts';
import { goTo } from './view-steps.ts';
import { workspaceFolderAt } from './workspace-folder.ts';

test.use({ viewport: { width: 1280, height: 1100 } });

test('sums up the week of all memories, and leads to what each count is about', async ({
  page,
  workspace,
  homeFolder,
}) => {
  const garden = workspaceFolderAt(join(homeFolder, 'garden'));
  await garden.create(`## Facts\n- [${dayFromNow(-1)}|certain|observer] roses: red\n`, contextPath);
  await correct(page, 'language', 'German');
  await expect(entryRow(page, 'Language, German')).toBeFocused();
  await workspace.edit((text) =>
    text.replace('German', 'Dutch').replace('## Patterns', '- new_one: tulips\n\n## Patterns'),
  );
  await expect(entryRow(page, /^New one/)).toBeVisible();

  await goTo(page, 'home');
  await page.getByRole('textbox', { name: 'Open a file or folder' }).fill(garden.folder);
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle(/garden — Contexture$/);
  await goTo(page, 'home');
  await page.getByRole('button', { name: 'What changed this week, in all memories' }).click();

  const week = page.getByRole('region', { name: 'This week' });
  await expect(week.getByRole('heading', { name: 'Learned 2' })).toBeVisible();
  await expect(week.getByRole('heading', { name: 'Corrected 1' })).toBeVisible();
  await expect(week.getByRole('heading', { name: 'Contradicted 1' })).toBeVisible();
  await expect(week.getByRole('row', { name: /^assistant 1 1 1 0 0/ })).toBeVisible();
  await expectAccessible(page);

  // One kind, one day, one memory.
  await week.getByRole('button', { name: 'Contradicted 1' }).click();
  await expect(week.getByRole('heading', { name: /^Learned/ })).toBeHidden();
  await page.keyboard.press('Escape');
  await week.getByRole('button', { name: /: 1 entry, 1 Learned$/ }).click();
  await expect(week.getByRole('heading', { name: 'Learned 1' })).toBeVisible();
  await expect(week.getByRole('button', { name: /roses/i })).toBeVisible();
  await week.getByRole('button', { name: 'Show all days' }).click();
  await week.getByRole('button', { name: 'garden', exact: true }).click();
  await expect(week.getByRole('heading', { name: 'Learned 1' })).toBeVisible();
  await expect(week.getByRole('heading', { name: /^Corrected/ })).toBeHidden();
  await week.getByRole('button', { name: 'Show all memories' }).click();
  await week.getByRole('button', { name: 'Show as a table' }).click();
  await expect(week.getByRole('columnheader', { name: 'Contradicted' }).first()).toBeVisible();

  // An entry leads to its version, in its memory.
  await week.getByRole('button', { name: /tulips/ }).click();
  await expect(page).toHaveTitle(/assistant — Contexture$/);
  await expect(page.getByRole('complementary', { name: 'Version' })).toContainText('tulips');
});

test('says that nothing was learned, and leads to the week before', async ({ page }) => {
  await expect(choices(page)).toHaveCount(12);
  await goTo(page, 'week');
  const week = page.getByRole('region', { name: 'This week' });
  await expect(week.getByText('Nothing was learned this week')).toBeVisible();
  await expectAccessible(page);
  await expect(week.getByRole('button', { name: 'Week after' })).toBeDisabled();
  await week.getByRole('button', { name: 'See the week before' }).click();
  await expect(week.getByRole('heading', { name: 'The week before' })).toBeVisible();
  await week.getByRole('button', { name: 'Week after' }).click();
  await expect(week.getByText('Nothing was learned this week')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
});
