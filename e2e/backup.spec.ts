import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { expectAccessible } from './accessibility.ts';
import { exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { contexture } from './mcp-client.ts';
import { entryRow, strip } from './review-page.ts';

const section = (page: Page) => strip(page, 'Backup');

async function open(page: Page, button: string) {
  await page.getByRole('link', { name: 'Settings' }).click();
  await section(page).getByRole('button', { name: button }).click();
  return page.getByRole(/Remove/.test(button) ? 'alertdialog' : 'dialog');
}

async function backUp(page: Page, to: string): Promise<void> {
  const dialog = await open(page, 'Back up now…');
  await dialog.getByRole('textbox', { name: 'Folder, or a new file' }).fill(to);
  await dialog.getByRole('button', { name: 'Back up', exact: true }).click();
  await expect(page.getByText(/Backed up 1 memory, /)).toBeVisible();
}

test('backs up, shows what a restore would change, and replaces only what is ticked', async ({
  page,
  workspace,
  homeFolder,
}) => {
  const file = join(homeFolder, 'all.zip');
  await backUp(page, file);
  const later = `${exampleContext}- a line of another program\n`;
  await workspace.append('- a line of another program\n');

  const dialog = await open(page, 'Restore…');
  await dialog.getByRole('textbox', { name: 'Backup file' }).fill(file);
  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(dialog.getByText('It is whole.')).toBeVisible();
  const replace = dialog.getByRole('checkbox', { name: 'Replace 1 file that differs' });
  await expect(replace).not.toBeChecked();
  await dialog.getByText('Show 1 file', { exact: true }).first().click();
  await expect(dialog.getByText('Different here: tick to replace it')).toBeVisible();
  await expectAccessible(page);

  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText('Nothing was missing here.')).toBeVisible();
  expect(await workspace.read()).toBe(later);

  const again = await open(page, 'Restore…');
  await again.getByRole('textbox', { name: 'Backup file' }).fill(file);
  await again.getByRole('button', { name: 'Check' }).click();
  await again.getByRole('checkbox', { name: 'Replace 1 file that differs' }).check();
  await again.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(again).toBeHidden();
  expect(await workspace.read()).toBe(exampleContext);
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByText(/Restored from the backup of/).first()).toBeVisible();
});

test('asks for the passphrase, and says when it is wrong', async ({ page, homeFolder }) => {
  const dialog = await open(page, 'Back up now…');
  await dialog.getByRole('textbox', { name: 'Folder, or a new file' }).fill(homeFolder);
  await dialog.getByLabel('Passphrase (optional)').fill('correct horse');
  await dialog.getByLabel('Passphrase again').fill('corect horse');
  await expect(dialog.getByText('The two differ.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Back up', exact: true })).toBeDisabled();
  await dialog.getByLabel('Passphrase again').fill('correct horse');
  await dialog.getByRole('button', { name: 'Back up', exact: true }).click();
  const notice = page.getByText(/contexture-backup-.*\.zip\.age/);
  await expect(notice).toBeVisible({ timeout: 60_000 });
  const file = /\S+\.zip\.age/.exec((await notice.textContent()) ?? '')?.[0] ?? '';

  const restore = await open(page, 'Restore…');
  await restore.getByRole('textbox', { name: 'Backup file' }).fill(file);
  await restore.getByLabel('Its passphrase').fill('wrong');
  await restore.getByRole('button', { name: 'Check' }).click();
  await expect(restore.getByText('That is not its passphrase.')).toBeVisible({ timeout: 60_000 });
  await restore.getByLabel('Its passphrase').fill('correct horse');
  await restore.getByRole('button', { name: 'Check' }).click();
  await expect(restore.getByText('It is whole.')).toBeVisible({ timeout: 60_000 });
});

test('makes weekly backups in an existing folder, and shows the last', async ({ page, homeFolder }) => {
  const dialog = await open(page, 'Weekly…');
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(join(homeFolder, 'none'));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByText(/There is no folder/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(homeFolder);
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(section(page).getByText(/Weekly to .*The last 8 stay\. Last: /)).toBeVisible();
  await (await open(page, 'Weekly…')).getByRole('button', { name: 'Turn off' }).click();
  await expect(section(page).getByText('Weekly backups are off.')).toBeVisible();
});

test('removes everything once the person typed a word, and no memory', async ({ page, workspace, dataFolder }) => {
  const dialog = await open(page, 'Remove everything from this computer…');
  await expect(dialog.getByRole('list', { name: 'What goes' })).toContainText('History, undo, drafts and marks');
  await expect(dialog.getByRole('list', { name: 'What stays' })).toContainText(workspace.folder);
  await expectAccessible(page);
  const remove = dialog.getByRole('button', { name: 'Remove everything' });
  await expect(remove).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Type “remove” to confirm' }).fill('remove');
  await remove.click();
  await expect(page.getByRole('heading', { name: 'Everything was removed' })).toBeVisible();
  expect(existsSync(join(dataFolder, 'workspaces'))).toBe(false);
  expect(await workspace.read()).toBe(exampleContext);
});

test.describe('on a computer without a memory', () => {
  test.use({ startOn: 'nothing' });

  test('restores from a backup, and opens what was restored', async ({ page, workspace, homeFolder }) => {
    const oldData = join(homeFolder, 'old');
    const file = join(homeFolder, 'all.zip');
    await contexture(workspace.folder, oldData, 'add', 'tea: green');
    await contexture(workspace.folder, oldData, 'call', 'backup.create', JSON.stringify({ to: file }));
    const before = await workspace.read();
    await rm(workspace.folder, { recursive: true });

    await page.getByRole('button', { name: 'Restore from a backup…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Backup file' }).fill(file);
    await dialog.getByRole('button', { name: 'Check' }).click();
    await expect(dialog.getByText(/Its history comes with it\./)).toBeVisible();
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(dialog).toBeHidden();
    expect(await workspace.read()).toBe(before);
    await page.getByRole('button', { name: /^assistant/ }).click();
    await expect(entryRow(page, 'tea')).toBeVisible();
  });
});
