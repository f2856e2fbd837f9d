import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Page } from 'playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expectFile, tokensOf } from './context-text.ts';
import { exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { details, entryRow, strip } from './review-page.ts';

/** The accuracy of the estimate, beside the count of a real tokenizer. */
const budget = (page: Page) => strip(page, 'Token budget');
const explained = (page: Page) => budget(page).getByRole('button', { name: 'How this is estimated' });
const isOverByCount = 'How this is estimated: over the limit by the exact count';

/** A text that costs many times what its number of words suggests. */
const inChinese = (lines: number): string =>
  `${exampleContext}${Array.from({ length: lines }, (_, n) => `- 他每周三晚上去健身房锻炼身体，然后回家做饭，电话00491511234567${n + 10}\n`).join('')}`;

test('shows the exact count in the details of the gauge and of an entry, and nowhere beside the estimate', async ({
  page,
}) => {
  await expect(budget(page)).toContainText('% full');
  await explained(page).click();
  const about = page.getByRole('dialog');
  await expect(about).toContainText(/The tokenizer of GPT models counts \d+ tokens/);
  await expect(about.getByRole('columnheader', { name: 'Exact' })).toBeVisible();
  await expect(about).toContainText(/% of this is unconfirmed: [\d,]+ tokens of entries/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await entryRow(page, 'Language, English').click();
  await expect(details(page).getByText('3 tokens', { exact: true })).toBeVisible();
  await details(page).getByText('In the file').click();
  await expect(details(page)).toContainText('the tokenizer of GPT models counts 5.');
});

test('leaves the exact count out of the gauge if both show plenty of room', async ({ page, workspace }) => {
  const text = inChinese(10);
  await workspace.replace(text);
  // The words open it as well as the button beside them.
  await budget(page).getByText('full').click();
  const about = page.getByRole('dialog');
  await expect(about).toContainText(`counts ${countTokens(text)} tokens`);
  await expect(about.getByRole('button', { name: 'Change the limit' })).toBeVisible();
  await expect(explained(page)).toHaveAccessibleName('How this is estimated');
  // The limit has the focus: typed keys go there.
  await about.getByRole('button', { name: 'Change the limit' }).click();
  await expect(page.getByRole('textbox', { name: 'Token limit' })).toBeFocused();
  await page.keyboard.type('300');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The limit is 300 tokens.')).toBeVisible();
});

test('keeps the warning about a new limit after it is saved, with a link to what is archived', async ({
  page,
  workspace,
}) => {
  await workspace.replace(inChinese(80));
  await budget(page).getByText('full').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Change the limit' }).click();
  await expect(page.getByRole('textbox', { name: 'Token limit' })).toBeFocused();
  await page.keyboard.type('100');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/The memory is \d+ tokens? over the limit/)).toBeVisible();
  await page.getByRole('button', { name: 'Choose in Review what is archived' }).click();
  await expect(page.getByRole('region', { name: 'Over the limit' })).toBeVisible();
});

test('marks an exact count over the limit, explains it, and offers it as the measure', async ({ page, workspace }) => {
  const text = inChinese(80);
  await workspace.replace(text);
  const meter = page.getByRole('meter');
  await expect(meter).toHaveAttribute('aria-valuenow', String(tokensOf(text)));
  const total = countTokens(text).toLocaleString('en');
  await expect(explained(page)).toHaveAccessibleName(isOverByCount);
  await explained(page).click();
  await expect(page.getByRole('dialog')).toContainText(`counts ${total} tokens, more than the limit.`);
  await page.getByRole('button', { name: 'Use the exact count…' }).click();
  const settings = page.getByRole('region', { name: 'Budget', exact: true });
  // The effect is shown before the change.
  await expect(settings.getByRole('status')).toContainText(`Uses ${total} of 2,000, `);
  await settings.getByRole('button', { name: 'Save: measure' }).click();
  await expectFile(workspace, 'measure: count\n', '.contexture/settings.yaml');
  await page.getByRole('link', { name: 'Review' }).click();
  await expect(meter).toHaveAttribute('aria-valuetext', new RegExp(`^${total} of 2,000 tokens`));
  await expect(budget(page).getByRole('button', { name: 'How this is counted', exact: true })).toBeVisible();
  await expect(budget(page)).toContainText(`${countTokens(text) - 2000} tokens over the limit`);
  await expect(strip(page, 'Over the limit')).toContainText('To be archived: ');
  await entryRow(page, 'Language, English').click();
  await expect(details(page)).toContainText('5 tokens');
  // Typed text is counted by the same measure, beside the page.
  await page.getByRole('link', { name: 'File' }).click();
  await expect(page.getByText(new RegExp(`^${total} of 2,000 tokens, [\\d,]+ over$`))).toBeVisible();
  expect(await workspace.read()).toBe(text);
});
