import type { Page } from 'playwright/test';
import { expectAccessible } from './accessibility.ts';
import { exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { details, entryRow, strip } from './review-page.ts';

/** The estimate says how good it is, beside what a real tokenizer counts. */
const budget = (page: Page) => strip(page, 'Token budget');
const farOff = (page: Page) => budget(page).getByRole('status');

test('a real count stands beside the estimate, by section and by entry', async ({ page }) => {
  await expect(budget(page)).toContainText('unconfirmed');
  await budget(page).getByRole('button', { name: 'How this is estimated' }).click();
  const about = page.getByRole('dialog');
  await expect(about).toContainText(/A real tokenizer, that of GPT models, counts \d+ tokens/);
  await expect(about.getByRole('columnheader', { name: 'Counted' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await entryRow(page, 'English, language').click();
  await expect(details(page)).toContainText('3 tokens · 3 counted');
});

test('where it is off by more than a quarter the gauge says so', async ({ page, workspace }) => {
  const chinese = Array.from({ length: 20 }, (_, n) => `- 他每周三晚上去健身房锻炼身体然后回家做饭第${n}次`);
  await workspace.replace(`${exampleContext}${chinese.join('\n')}\n`);
  await expect(farOff(page)).toContainText(/really [\d,]+ tokens/);
});
