import { startApp } from './app-process.ts';
import { expectFile } from './context-text.ts';
import { exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { choices, correct, entryRow, strip } from './review-page.ts';

test.use({ viewport: { width: 1280, height: 1100 } });

const changed = exampleContext
  .replace('- language: English', '- language: Portuguese')
  .replace('- current_routine: push-pull-legs\n', '')
  .replace('## Patterns', '- new_one: added by the assistant\n\n## Patterns');

test('what others added, changed or removed is marked, can be filtered to, and is seen when the person says so', async ({
  page,
  workspace,
}) => {
  const looked = strip(page, 'Since you last looked');
  await expect(entryRow(page, 'English, language')).toBeVisible();
  await expect(looked).toBeHidden();
  await workspace.replace(changed);
  await expect(looked).toContainText('1 new, 1 changed, 1 removed since you last looked');
  await expect(entryRow(page, 'Portuguese, language, changed')).toBeVisible();
  await expect(entryRow(page, 'added by the assistant, new_one, new')).toBeVisible();

  await looked.getByRole('button', { name: 'Show' }).click();
  await expect(choices(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'New or changed 2' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('2 of 12 shown')).toBeVisible();

  await looked.getByRole('button', { name: 'Mark as seen' }).click();
  await expect(looked).toBeHidden();
  await expect(choices(page)).toHaveCount(12);
  await expect(entryRow(page, /, (new|changed)\b/)).toBeHidden();
  await expectFile(workspace, changed);
});

test('what the person did is not marked', async ({ page }) => {
  await correct(page, 'language', 'German');
  await expect(entryRow(page, 'German, language')).toBeVisible();
  await expect(strip(page, 'Since you last looked')).toBeHidden();
});

test('marks survive a restart, and what happened in between is marked too', { tag: '@web' }, async ({
  page,
  app,
  workspace,
  watch,
  dataFolder,
  homeFolder,
}) => {
  // The page is left open on a host that ends, and cannot reach it.
  watch.allow(/WebSocket|ERR_CONNECTION_REFUSED/);
  await expect(entryRow(page, 'English, language')).toBeVisible();
  await workspace.replace(changed);
  await expect(entryRow(page, 'Portuguese, language, changed')).toBeVisible();
  await app.stop();
  await workspace.edit((text) => text.replace('- response_style: concise', '- response_style: chatty'));

  const home = { HOME: homeFolder, USERPROFILE: homeFolder };
  const again = await startApp([workspace.folder], dataFolder, home);
  try {
    await page.goto(again.address);
    await expect(strip(page, 'Since you last looked')).toContainText('1 new, 2 changed, 1 removed');
    await expect(entryRow(page, 'Portuguese, language, changed')).toBeVisible();
    await expect(entryRow(page, 'chatty, response_style, changed')).toBeVisible();
    await expect(entryRow(page, 'added by the assistant, new_one, new')).toBeVisible();

    await strip(page, 'Since you last looked').getByRole('button', { name: 'Mark as seen' }).click();
    await expect(strip(page, 'Since you last looked')).toBeHidden();
    await page.reload();
    await expect(entryRow(page, 'Portuguese, language')).toBeVisible();
    await expect(strip(page, 'Since you last looked')).toBeHidden();
  } finally {
    await page.goto('about:blank');
    await again.stop();
  }
});
