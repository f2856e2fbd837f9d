import { join } from 'node:path';
import { expectAccessible } from './accessibility.ts';
import { programRow } from './connections-views.ts';
import { expect, test } from './fixtures.ts';
import { connectAssistant } from './mcp-client.ts';
import { goTo, review } from './view-steps.ts';
import { workspaceFolderAt } from './workspace-folder.ts';

/** A person's settings, with a comment and another server. */
const before = '# mine\nmodel = "o9"\n\n[mcp_servers.files]\ncommand = "npx"\nargs = ["-y", "files"]\n';
const file = '.codex/config.toml';

test('connects an assistant, tries it, sees it read, and disconnects it, with all other settings unchanged', async ({
  page,
  homeFolder,
  dataFolder,
  workspace,
}) => {
  const home = workspaceFolderAt(homeFolder);
  await home.create(before, file);
  await page.getByRole('link', { name: 'Assistants' }).click();
  const codex = programRow(page, 'Codex');
  await expect(codex).toContainText('Not connected');
  await expect(programRow(page, 'Cursor')).toHaveText(/^CursorSet up by hand…$/);
  await expectAccessible(page);

  await codex.getByRole('button', { name: 'Connect…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Connect', exact: true })).toBeFocused();
  await expect(dialog.getByText('[mcp_servers.contexture]')).toBeHidden();
  await dialog.getByText(/^What changes in its settings: \d+ lines$/).click();
  await expect(dialog.getByText(join(homeFolder, file), { exact: true })).toBeVisible();
  await expect(dialog.getByText('[mcp_servers.contexture]')).toBeVisible();
  await expectAccessible(page);
  expect(await home.read(file)).toBe(before);
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(codex).toContainText('Not read yet');
  const after = await home.read(file);
  expect(after.startsWith(`${before}\n[mcp_servers.contexture]\n`)).toBe(true);

  await codex.getByRole('button', { name: 'Try it' }).click();
  await expect(codex).toContainText('It works');
  await codex.getByText('Details').click();
  await expect(codex.getByText('with 6 tools')).toBeVisible();
  await expect(codex.getByText('append_context')).toBeVisible();

  const assistant = await connectAssistant(workspace.folder, dataFolder, 'codex-mcp-client');
  await assistant.call('append_context', { content: 'tea: green' });
  await expect(codex).toContainText('Last read just now · learned 1 thing');

  await codex.getByRole('button', { name: 'Disconnect' }).click();
  await expect(codex).toContainText('Not connected');
  expect(await home.read(file)).toBe(before);
  // Its notice disappears, but undo remains.
  await codex.getByRole('button', { name: 'Undo the change' }).click();
  await expect(codex).toContainText('Last read');
  expect(await home.read(file)).toBe(after);
  await expect(codex.getByRole('button', { name: 'Undo the change' })).toBeHidden();
  await assistant.close();
});

test('finds a connection to a missing copy, and mends it under its name', async ({ page, homeFolder, workspace }) => {
  const home = workspaceFolderAt(homeFolder);
  const gone = join(homeFolder, 'old', 'contexture.js');
  const server = { command: 'node', args: [gone, 'mcp', workspace.folder] };
  await home.create(JSON.stringify({ mcpServers: { notes: server } }, null, 2), '.cursor/mcp.json');
  await page.getByRole('link', { name: 'Assistants' }).click();
  const cursor = programRow(page, 'Cursor');
  await expect(cursor).toContainText('The connection is broken');
  await expect(cursor).toContainText(gone);
  await cursor.getByRole('button', { name: 'Mend…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mend' }).click();
  await expect(cursor).toContainText('Not read yet');
  await expect(cursor.locator(':focus')).toHaveCount(1);
  await cursor.getByRole('button', { name: 'Try it' }).click();
  await expect(cursor).toContainText('It works');
  expect(Object.keys(JSON.parse(await home.read('.cursor/mcp.json')).mcpServers)).toEqual(['notes']);
});

test('reports a broken connection on the rail and at Home, with a way to mend it, until it is mended', async ({
  page,
  homeFolder,
  workspace,
}) => {
  const gone = join(homeFolder, 'old', 'contexture.js');
  const server = { command: 'node', args: [gone, 'mcp', workspace.folder] };
  await workspaceFolderAt(homeFolder).create(JSON.stringify({ mcpServers: { notes: server } }), '.cursor/mcp.json');
  await page.reload();
  const mark = page.getByRole('img', { name: 'Cursor is no longer connected' });
  await expect(mark).toBeVisible();
  await goTo(page, 'home');
  const card = page.getByRole('region', { name: 'Cursor is no longer connected' });
  await expect(card).toContainText(gone);
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Mend…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mend Cursor' });
  await expect(dialog).toContainText('Cursor will read this memory');
  await dialog.getByRole('button', { name: 'Mend' }).click();
  await expect(programRow(page, 'Cursor')).toContainText('Not read yet');
  await expect(dialog).toBeHidden();
  await goTo(page, 'home');
  await expect(page.getByRole('region', { name: 'Needs attention' })).toContainText('Nothing right now.');
  await expect(card).toBeHidden();
  await expect(mark).toBeHidden();
});

test('explains why a complete connection does not start when tried, and mends it', {
  tag: '@further',
}, async ({ page, homeFolder, workspace }) => {
  const home = workspaceFolderAt(homeFolder);
  await home.create('throw new Error("made for another Node");', 'old/contexture.js');
  const server = { command: 'node', args: [join(homeFolder, 'old', 'contexture.js'), 'mcp', workspace.folder] };
  await home.create(JSON.stringify({ mcpServers: { notes: server } }, null, 2), '.cursor/mcp.json');
  await page.getByRole('link', { name: 'Assistants' }).click();
  const cursor = programRow(page, 'Cursor');
  await expect(cursor).toContainText('Not read yet');
  await cursor.getByRole('button', { name: 'Try it' }).click();
  await expect(cursor).toContainText('made for another Node');
  await cursor.getByRole('button', { name: 'Mend…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mend' }).click();
  await expect(cursor).not.toContainText('made for another Node');
  await cursor.getByRole('button', { name: 'Try it' }).click();
  await expect(cursor).toContainText('It works');
});

test('asks once whether assistants should follow Contexture to its new place, and undoes that', {
  tag: '@further',
}, async ({ page, homeFolder, workspace }) => {
  const home = workspaceFolderAt(homeFolder);
  const files = ['.cursor/mcp.json', '.gemini/settings.json'];
  const server = { command: 'node', args: [join(homeFolder, 'old', 'contexture.js'), 'mcp', workspace.folder] };
  const text = JSON.stringify({ mcpServers: { notes: server } }, null, 2);
  for (const file of files) {
    await home.create(text, file);
  }
  const contents = () => Promise.all(files.map((file) => home.read(file)));
  const question = page.getByRole('region', { name: 'Contexture has moved' });
  await review(page);
  await page.reload();
  await expect(question).toContainText('2 assistants still start Contexture from its old place.');
  await expectAccessible(page);
  const mark = page.getByRole('img', { name: /connections are broken$/ });
  await expect(mark).toBeVisible();
  await question.getByRole('button', { name: 'Update' }).click();
  await expect(question).toBeHidden();
  await expect(mark).toBeHidden();
  expect(await contents()).not.toContain(text);
  const notice = page.getByRole('group').filter({ hasText: '2 assistants are updated' });
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Their settings are as they were')).toBeVisible();
  expect(await contents()).toEqual([text, text]);
  await expect(mark).toBeVisible();
  await page.reload();
  await expect(mark).toBeVisible();
  await expect(question).toBeHidden();

  await home.create(`[mcp_servers.notes]\ncommand = "/older/node"\nargs = ["contexture", "mcp"]\n`, file);
  await page.reload();
  await expect(question).toContainText('Codex still starts Contexture from its old place.');
  await question.getByRole('button', { name: 'Not now' }).click();
  await expect(question).toBeHidden();
  await page.reload();
  await expect(mark).toBeVisible();
  await expect(question).toBeHidden();
});
