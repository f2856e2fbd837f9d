import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { dayFromNow, expectFile, tokensOf } from './context-text.ts';
import { contextPath, exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { choices, entryRow, strip } from './review-page.ts';
import { workspaceFolderAt } from './workspace-folder.ts';

test.use({ startOn: 'nothing', startWith: 'nothing' });

const title = (page: Page) => page.getByRole('heading', { name: 'See what your assistant knows about you' });

test('offers every way to begin on an empty start, and writes nothing', { tag: '@web' }, async ({
  page,
  workspace,
}) => {
  await expect(title(page)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Open a file or folder' })).toBeVisible();
  for (const way of ['Choose a file or folder…', 'Start empty…', 'Restore from a backup…', 'Look at a sample']) {
    await expect(page.getByRole('button', { name: way })).toBeVisible();
  }
  await expect(page.getByText('No memories found')).toBeVisible();
  expect(workspace.exists('.contexture')).toBe(false);
});

test('opens a typed path, and reports a wrong one beside the field', async ({ page, workspace }) => {
  await workspace.create(exampleContext);
  const field = page.getByRole('textbox', { name: 'Open a file or folder' });
  const open = page.getByRole('button', { name: 'Open', exact: true });
  await open.click();
  await expect(field).toHaveAccessibleDescription('Type the path of a file or folder first.');
  await field.fill(join(workspace.folder, 'nowhere'));
  await open.click();
  await expect(page.getByRole('alert')).toContainText(`There is nothing at ${join(workspace.folder, 'nowhere')}.`);
  await field.fill(workspace.folder);
  await field.press('Enter');
  await expect(choices(page)).toHaveCount(12);
  await expect(page).toHaveTitle(/assistant — Contexture$/);

  // The workspace is listed from now on.
  await page.getByRole('button', { name: 'Workspace: assistant' }).click();
  await page.getByRole('menuitem', { name: 'All memories…' }).click();
  await page
    .getByRole('region', { name: 'Contexture' })
    .getByRole('button', { name: /^assistant/ })
    .click();
  await expect(choices(page)).toHaveCount(12);

  // Removing it from the list leaves the file.
  await page.getByRole('button', { name: 'Workspace: assistant' }).click();
  await page.getByRole('menuitem', { name: 'All memories…' }).click();
  await page.getByRole('button', { name: 'Remove assistant from this list' }).click();
  await expect(page.getByText('No other memories found')).toBeVisible();
  expect(workspace.exists()).toBe(true);
});

test('explains a folder in the place of the file, and offers no start there', async ({ page, workspace }) => {
  await workspace.create('not it', join(contextPath, 'note.txt'));
  const field = page.getByRole('textbox', { name: 'Open a file or folder' });
  await field.fill(workspace.contextFile);
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription(
    /is a folder, but a file should be there\. Move or rename the folder/,
  );
  await expect(page.getByRole('button', { name: 'Create a memory here' })).toBeHidden();
  await field.fill(workspace.folder);
  await field.press('Enter');
  await expect(page.getByRole('heading', { name: 'Nothing can be shown' })).toBeVisible();
  await expect(page.getByText(/is a folder, not a file\..*move it out of the way/)).toBeVisible();
});

test('browses through folders to one with a memory', { tag: '@web' }, async ({ page, workspace, homeFolder }) => {
  const folder = join(homeFolder, 'notes', 'deep');
  await workspaceFolderAt(folder).create(exampleContext);
  await page.getByRole('button', { name: 'Choose a file or folder…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a file or folder' });
  await expect(dialog.getByText(homeFolder)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Open this folder' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'notes' }).click();
  await dialog.getByRole('button', { name: 'deep holds a memory' }).click();
  await expect(dialog.getByText(folder)).toBeVisible();
  await dialog.getByRole('button', { name: 'Open this folder' }).click();
  await expect(choices(page)).toHaveCount(12);
  expect(workspace.exists('.contexture')).toBe(false);
});

test('shows hidden folders on request, and remembers that', { tag: ['@web', '@further'] }, async ({
  page,
  homeFolder,
}) => {
  const folder = join(homeFolder, '.claude', 'notes');
  await workspaceFolderAt(folder).create(exampleContext);
  const dialog = page.getByRole('dialog', { name: 'Choose a file or folder' });
  const choice = dialog.getByRole('checkbox', { name: 'Show hidden folders' });
  const browse = () => page.getByRole('button', { name: 'Choose a file or folder…' }).click();
  await browse();
  await expect(dialog.getByText('Everything in here is hidden: 1 folder or file.')).toBeVisible();
  await choice.check();
  await expect(dialog.getByRole('button', { name: '.claude' })).toBeVisible();
  await page.reload();
  await browse();
  await expect(choice).toBeChecked();
  await dialog.getByRole('button', { name: '.claude' }).click();
  await dialog.getByRole('button', { name: 'notes holds a memory' }).click();
  await expect(dialog.getByText(folder)).toBeVisible();
  await dialog.getByRole('button', { name: 'Open this folder' }).click();
  await expect(choices(page)).toHaveCount(12);
});

test('writes nothing on an empty start until something is added', { tag: '@web' }, async ({ page, homeFolder }) => {
  const folder = join(homeFolder, 'fresh');
  const workspace = workspaceFolderAt(folder);
  await mkdir(folder);
  await page.getByRole('button', { name: 'Start empty…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a folder to start in' });
  await dialog.getByRole('button', { name: 'fresh' }).click();
  await expect(dialog.getByText(folder)).toBeVisible();
  await dialog.getByRole('button', { name: 'Start here' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing learned yet' })).toBeVisible();
  expect(workspace.exists()).toBe(false);
  // Home doesn't list this memory yet: it has no file.
  await page.getByRole('button', { name: 'Workspace: fresh' }).click();
  await page.getByRole('menuitem', { name: 'All memories…' }).click();
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  await expect(page.getByText('No other memories found')).toBeVisible();
  await page.getByRole('link', { name: 'Review' }).click();

  await page.getByRole('button', { name: 'Add the first entry' }).click();
  const add = page.getByRole('dialog', { name: 'Add an entry' });
  await add.getByRole('textbox', { name: 'What it should know' }).fill('metric');
  await add.getByRole('textbox', { name: 'Name (optional)' }).fill('unit_preference');
  await add.getByRole('button', { name: 'Add' }).click();
  await expect(entryRow(page, 'Unit preference, metric')).toBeVisible();
  const entry = `- [${dayFromNow()}|certain|user_correction] unit_preference: metric`;
  const body = `# Global Context\n\n## Preferences (certain)\n${entry}\n`;
  const head = (tokens: number): string =>
    `---\nlast_updated: ${dayFromNow()}\nversion: 2\ntoken_estimate: ${tokens}\n---\n\n`;
  await expectFile(workspace, head(tokensOf(head(0) + body)) + body);
});

test('opens the sample as a copy under a banner, and resets it', async ({ page }) => {
  await page.getByRole('button', { name: 'Look at a sample' }).click();
  const banner = strip(page, 'This is a sample');
  await expect(banner).toContainText('Nothing here is about you.');
  const rows = page.getByRole('grid', { name: 'Entries' });
  const count = await rows.getAttribute('aria-rowcount');
  await page.keyboard.press('j');
  await page.keyboard.press('Delete');
  await expect(page.getByRole('button', { name: /^Undo: Deleted/ })).toBeVisible();
  await expect(rows).not.toHaveAttribute('aria-rowcount', String(count));
  await page.keyboard.press('p');
  await expect(page.getByRole('button', { name: /^Undo: Pinned/ })).toBeVisible();
  await banner.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start over' }).click();
  await expect(rows).toHaveAttribute('aria-rowcount', String(count));
  await page.reload();
  await expect(rows).toHaveAttribute('aria-rowcount', String(count));
  // The pin went with the reset and is not reported as a loss.
  await expect(strip(page, 'For you to decide')).toBeHidden();
  await banner.getByRole('button', { name: 'Open your own' }).click();
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start empty…' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Look at a sample' })).toBeHidden();
  // Home isn't part of the sample, and the banner's button has led here.
  await expect(banner).toBeHidden();
});
