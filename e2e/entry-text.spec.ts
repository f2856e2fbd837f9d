import { withLine } from './context-text.ts';
import { contextPath, exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { details, entryRow } from './review-page.ts';

const linked = withLine(
  exampleContext,
  '- language: English',
  '- home_page: **bold** and [her page](https://example.org/maren), `code`',
);

test.use({ startWith: { [contextPath]: linked } });

test('renders an entry’s text and key, and shows a link’s address before opening it', {
  tag: '@web',
}, async ({ page, workspace }) => {
  await expect(entryRow(page, 'Home page, bold and her page, code')).toContainText('Home page bold and her page, code');
  await expect(entryRow(page, 'records')).toContainText('Bench press 185x5 · Squat 225x5');
  await entryRow(page, 'home_page').click();
  await expect(details(page).getByRole('heading', { level: 2 })).toHaveText('Home page');
  await details(page).getByRole('link', { name: 'her page' }).click();
  const question = page.getByRole('dialog', { name: 'Open this link outside Contexture?' });
  await expect(question).toContainText('https://example.org/maren');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await details(page).getByText('In the file').click();
  await expect(details(page)).toContainText('- home_page: **bold** and [her page](https://example.org/maren), `code`');
  expect(await workspace.read()).toBe(linked);
});
