import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Page } from 'playwright/test';
import { programRow } from './connections-views.ts';
import { eventually } from './eventually.ts';
import { contextPath } from './example-context.ts';
import { expect, launchDesktop, test } from './fixtures.ts';
import { type PackedApp, packApp } from './packed-app.ts';
import { editField, entryRow, retype, strip } from './review-page.ts';
import { clickLatestNotification, closeWindow, notificationsOf, openWindows } from './stand-in-notices.ts';
import { goTo } from './view-steps.ts';
import { removeFolder, workspaceFolderAt } from './workspace-folder.ts';

const corrected = `## Preferences (certain)
- [2026-01-16|certain|user_correction: I moved] language: German
- [2026-01-16|certain|user_correction: I asked] drink: tea
`;
const claudeSettings = '{\n\t"numStartups": 7,\n\t"mcpServers": {}\n}\n';
const codexSettings = '# mine\nmodel = "o9"\n';

test.use({ startWith: { [contextPath]: corrected }, startOn: 'nothing', appEnvironment: { XDG_CONFIG_HOME: '' } });

let folder = '';
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contexture-installed-'));
});
test.afterAll(() => removeFolder(folder));

/** Bytes of every file below a folder, by its path, without what the write that was killed had put aside. */
async function filesBelow(path: string): Promise<ReadonlyMap<string, string>> {
  const items = await readdir(path, { recursive: true, withFileTypes: true });
  const files = items
    .filter((item) => item.isFile() && !item.name.endsWith('-aside'))
    .map((item) => join(item.parentPath, item.name));
  return new Map(await Promise.all(files.sort().map(async (file) => [file, await readFile(file, 'hex')] as const)));
}

type Setting = { readonly command: string; readonly args: string[]; readonly env?: Record<string, string> };

/** Has an assistant apply an update by the server that its program's settings name, with few variables. */
async function applyBy({ command, args, env }: Setting, update: object): Promise<void> {
  const client = new Client({ name: 'claude-code', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command, args, ...(env && { env }), cwd: '/', stderr: 'pipe' }));
  await client.callTool({ name: 'apply_updates', arguments: { updates: [update] } });
  await client.close();
}

async function connect(page: Page, program: string): Promise<void> {
  await programRow(page, program).getByRole('button', { name: 'Connect…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(programRow(page, program)).toContainText('Not read yet');
}

async function openInSettings(page: Page, button: string) {
  await page.getByRole('link', { name: 'Settings' }).click();
  await strip(page, 'Backup').getByRole('button', { name: button }).click();
  return page.getByRole(button.startsWith('Remove') ? 'alertdialog' : 'dialog');
}

test('connects, notifies, survives a crash, is backed up, removed, and restored to the byte', async ({
  host,
  start,
  context,
  workspace,
  homeFolder,
}) => {
  test.slow();
  // biome-ignore lint/suspicious/noSkippedTests: the report says why.
  test.skip(
    host === 'electron' || process.platform !== 'linux',
    'NOT RUN: needs the stand-in, and a package of Linux.',
  );
  const packed: PackedApp = await packApp(true, folder);
  const home = workspaceFolderAt(homeFolder);
  await home.create(claudeSettings, '.claude.json');
  await home.create('{}\n', '.claude/settings.json');
  await home.create(codexSettings, '.codex/config.toml');
  const backup = join(homeFolder, 'all.zip');
  const onMemory = { ...start, args: [workspace.folder] };

  const desktop = await launchDesktop(host, onMemory, context, packed);
  const page = await desktop.shownPage();
  await test.step('connects Claude Code and Codex', async () => {
    await expect(entryRow(page, 'language')).toContainText('German');
    await goTo(page, 'connections');
    await connect(page, 'Claude Code');
    await connect(page, 'Codex');
    expect(await home.read('.codex/config.toml')).toContain('contexture-mcp');
  });

  await test.step('notifies of a contradiction while its window is closed, and opens at the card', async () => {
    await goTo(page, 'settings');
    await page.getByRole('checkbox', { name: 'Keep running when the window is closed' }).check();
    await closeWindow(desktop);
    await eventually(() => openWindows(desktop)).toBe(0);
    const setting: Setting = JSON.parse(await home.read('.claude.json')).mcpServers.contexture;
    await applyBy(setting, { category: 'preference', key: 'drink', value: 'only coffee', confidence: 'likely' });
    await eventually(async () => (await notificationsOf(desktop)).at(-1)?.title).toBe('A decision waits for you');
    await clickLatestNotification(desktop);
    const next = await desktop.shownPage();
    await expect(next.getByRole('region', { name: 'For you to decide' })).toContainText('only coffee');
  });

  await test.step('is killed in the middle of a save', async () => {
    const next = await desktop.shownPage();
    await goTo(next, 'review');
    const field = await retype(next, 'language', 'German, since May');
    await eventually(async () =>
      [...(await filesBelow(start.env['CONTEXTURE_DATA_DIR'] ?? '')).values()].join(),
    ).toContain(Buffer.from('German, since May').toString('hex'));
    const pressed = field.press('Enter').catch(() => undefined);
    await desktop.kill();
    await pressed;
  });

  const again = await launchDesktop(host, onMemory, context, packed);
  const other = await again.shownPage();
  await test.step('comes back with the text', async () => {
    await expect(entryRow(other, 'drink')).toBeVisible();
    const isSaved = (await workspace.read()).includes('language: German, since May');
    if (!isSaved) {
      await expect(editField(other, 'language')).toHaveValue('German, since May');
      await editField(other, 'language').press('Enter');
    }
    await eventually(() => workspace.read()).toContain('language: German, since May\n');
  });

  await test.step('backs everything up', async () => {
    const dialog = await openInSettings(other, 'Back up now…');
    await dialog.getByRole('textbox', { name: 'Folder, or a new file' }).fill(backup);
    await dialog.getByRole('button', { name: 'Back up', exact: true }).click();
    await expect(other.getByText(/Backed up 1 memory, /)).toBeVisible();
  });
  const before = await filesBelow(workspace.folder);

  await test.step('is removed, with its connections', async () => {
    const dialog = await openInSettings(other, 'Remove everything from this computer…');
    await dialog.getByRole('textbox', { name: 'Type “remove” to confirm' }).fill('remove');
    await dialog.getByRole('button', { name: 'Remove everything' }).click();
    await expect(other.getByRole('heading', { name: 'Everything was removed' })).toBeVisible();
    expect(await home.read('.claude.json')).toBe(claudeSettings);
    expect(await home.read('.codex/config.toml')).toBe(codexSettings);
    await again.stop();
    await rm(workspace.folder, { recursive: true });
  });

  const last = await launchDesktop(host, start, context, packed);
  await test.step('restores the same bytes', async () => {
    const empty = await last.shownPage();
    await empty.getByRole('button', { name: 'Restore from a backup…' }).click();
    const dialog = empty.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Backup file' }).fill(backup);
    await dialog.getByRole('button', { name: 'Check' }).click();
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(dialog).toBeHidden();
    expect(await filesBelow(workspace.folder)).toEqual(before);
  });
  await last.stop();
});
