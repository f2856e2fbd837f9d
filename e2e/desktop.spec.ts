import { expect, test } from './fixtures.ts';

test('opens a window on the workspace', async ({ page }) => {
  await expect(page.getByText('unit_preference')).toBeVisible();
});
