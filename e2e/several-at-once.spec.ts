import { eventually } from './eventually.ts';
import { exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { choiceOf, strip, undoButton } from './review-page.ts';

test('changes section, source and key of several entries in one step', async ({ page, workspace }) => {
  await choiceOf(page, 'usual_time_of_day').click();
  await choiceOf(page, 'preferred_exercises').click();
  await strip(page, 'Selected entries').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Section, source, keys…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change 2 entries' });
  await dialog.getByLabel('Section').selectOption('Facts');
  await dialog.getByLabel('Source').fill('coach');
  await dialog.getByLabel('Key of “Usual time of day”').fill('preferred_exercises');
  await dialog.getByRole('button', { name: 'Change 2 entries' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Change 2 entries' })).toBeFocused();
  await dialog.getByLabel('Key of “Usual time of day”').fill('time_of_day');
  await dialog.getByRole('button', { name: 'Change 2 entries' }).click();
  await eventually(() => workspace.read()).toMatch(
    /## Facts[^#]*\|likely\|coach.*\] time_of_day: morning\n[^#]*\|likely\|coach.*\] preferred_exercises: /,
  );
  await undoButton(page, 'Changed 2 entries').click();
  await eventually(() => workspace.read()).toContain('- usual_time_of_day: morning');
});

test('applies an action to all selected entries, however fast it comes', async ({ page }) => {
  await choiceOf(page, 'usual_time_of_day').click();
  await choiceOf(page, 'preferred_exercises').click();
  const remove = strip(page, 'Selected entries').getByRole('button', { name: 'Delete…' });
  await expect(strip(page, 'Selected entries')).toContainText('2 entries selected');
  const third = await choiceOf(page, 'language').elementHandle();
  await remove.evaluate((button: HTMLElement, box) => {
    (box as HTMLElement).click();
    button.click();
  }, third);
  await expect(page.getByRole('dialog', { name: 'Delete 3 entries?' })).toBeVisible();
});

test('hides actions in the details of one of several selected entries', async ({ page }) => {
  const details = page.getByRole('complementary', { name: 'Entry' });
  await choiceOf(page, 'usual_time_of_day').click();
  await expect(details.getByRole('button', { name: 'Delete', exact: true })).toBeVisible();
  await choiceOf(page, 'preferred_exercises').click();
  await expect(details).toContainText(/^2 entries · \d+ tokens/);
  await expect(details.getByRole('button', { name: /^(Confirm|Less sure|Pin|Archive|Delete)$/ })).toHaveCount(0);
  await strip(page, 'Selected entries').getByRole('button', { name: 'Clear selection' }).click();
  await expect(details.getByRole('button', { name: 'Delete', exact: true })).toBeVisible();
});

test('keeps entries until a day, and writes it to the file', async ({ page, workspace }) => {
  await choiceOf(page, 'usual_time_of_day').click();
  await strip(page, 'Selected entries').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Keep until…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keep it until…' });
  await dialog.getByLabel('Until').fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('is past');
  await expect(dialog.getByRole('button', { name: 'Keep', exact: true })).toBeFocused();
  await dialog.getByLabel('Until').fill('2099-05-06');
  await dialog.getByRole('button', { name: 'Keep', exact: true }).click();
  await eventually(() => workspace.read()).toMatch(/until=2099-05-06.*\] usual_time_of_day: morning/);
  await undoButton(page, 'Kept until 6 May 2099: “usual_time_of_day”').click();
  await eventually(() => workspace.read()).toContain('- usual_time_of_day: morning');
});

test('previews a replacement in all entries, skips an unchecked one, and undoes it in one step', async ({
  page,
  workspace,
}) => {
  await page.getByRole('button', { name: 'Find and replace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Find and replace' });
  await dialog.getByLabel('Find', { exact: true }).fill('e');
  await dialog.getByLabel('Replace with').fill('E');
  await dialog.getByLabel('Match case').check();
  await expect(dialog.getByRole('status')).toContainText('would change');
  await dialog.getByLabel('Find', { exact: true }).fill('morning');
  await dialog.getByLabel('Replace with').fill('evening');
  await expect(dialog.getByRole('status')).toContainText('1 entry would change');
  await expect(dialog.getByRole('list', { name: 'What changes' })).toHaveText('Usual time of day morningevening');
  await dialog.getByRole('checkbox', { name: 'Replace in “Usual time of day”' }).uncheck();
  await expect(dialog.getByRole('button', { name: 'Replace', exact: true })).toBeDisabled();
  await dialog.getByLabel('Find', { exact: true }).fill('in');
  await dialog.getByRole('button', { name: /^Replace in \d entries$/ }).click();
  await eventually(() => workspace.read()).not.toContain('protein');
  await eventually(() => workspace.read()).toContain('usual_time_of_day: morning');
  await undoButton(page, 'Corrected').click();
  await eventually(async () => (await workspace.read()).replace(/^---[\s\S]*?---/, '')).toBe(
    exampleContext.replace(/^---[\s\S]*?---/, ''),
  );
});
