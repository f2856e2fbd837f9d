import { expect, test } from './fixtures.ts';
import { choiceOf, entryRow, strip } from './review-page.ts';

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
