import { expectAccessible } from './accessibility.ts';
import { archivedDetails, archivedRow, goToArchive } from './archive-page.ts';
import { withLine } from './context-text.ts';
import { eventually } from './eventually.ts';
import { expect, test } from './fixtures.ts';
import { correct, details, entryRow } from './review-page.ts';

test('shows every text an entry had in its details, restores one, and undoes that', async ({ page, workspace }) => {
  await correct(page, 'language', 'German, and Danish at home');
  await expect(entryRow(page, 'Language, German')).toBeVisible();
  const mine = (await workspace.read()).split('\n').find((line) => line.includes('German')) ?? '';
  await workspace.replace(withLine(await workspace.read(), mine, mine.replace('Danish', 'Dutch')));
  await expect(entryRow(page, 'Language, German, and Dutch')).toBeVisible();
  // The message appears above everything, and moves the next target.
  await expect(page.getByText('Another app changed an entry of yours')).toBeVisible();
  await entryRow(page, 'Language, German').click();
  await details(page).getByText('Its story').click();
  const steps = details(page).getByRole('list', { name: 'What became of it' }).locator(':scope > li');
  await expect(steps).toHaveCount(3);
  await expect(steps.first()).toContainText('Changed by another app');
  await expect(steps.first().getByRole('deletion')).toHaveText('Danish');
  await expect(steps.first().getByRole('insertion')).toHaveText('Dutch');
  await expect(steps.nth(1)).toContainText('Corrected by you');
  await expect(steps.last()).toContainText('Known since');
  await expectAccessible(page);
  await steps.last().getByRole('button', { name: 'Restore: English' }).click();
  await expect(entryRow(page, 'Language, English')).toBeVisible();
  await expect(steps).toHaveCount(4);
  await page.keyboard.press('ControlOrMeta+z');
  await eventually(() => workspace.read()).toContain('German, and Dutch at home');
});

test('shows the story of an archived entry in the archive', async ({ page }) => {
  await correct(page, 'language', 'German');
  await entryRow(page, 'Language, German').click();
  await details(page).getByRole('button', { name: 'Archive', exact: true }).click();
  await goToArchive(page);
  await archivedRow(page, 'Language, German').click();
  await archivedDetails(page).getByText('Its story').click();
  const steps = archivedDetails(page).getByRole('list', { name: 'What became of it' }).getByRole('listitem');
  await expect(steps).toHaveText([/^Archived by you/, /^Corrected by you/, /^Known since/]);
  await expectAccessible(page);
});

test.describe('in a narrow window', () => {
  test.use({ viewport: { width: 640, height: 480 } });

  test('explains sections and dots above the list until dismissed', async ({ page }) => {
    await page.getByText('How to read this list').click();
    await expect(page.getByText('sections say what kind of thing an entry is')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Got it' }).click();
    await expect(page.getByText('How to read this list')).toBeHidden();
    await page.reload();
    await expect(entryRow(page, /./).first()).toBeVisible();
    await expect(page.getByText('How to read this list')).toBeHidden();
  });
});
