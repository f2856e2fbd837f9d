import { cp, mkdir, rename, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { parse } from 'smol-toml';
import { programRow } from './connections-views.ts';
import { expect, launchDesktop, test } from './fixtures.ts';
import { goTo } from './view-steps.ts';
import { workspaceFolderAt } from './workspace-folder.ts';

const root = join(import.meta.dirname, '..');

// The app starts once it is installed.
test.use({ startOn: 'nothing' });

/** Lays the built app out as it is installed, its archive as a folder: the stand-in's Node reads no other. */
async function install(folder: string): Promise<string> {
  const archive = join(folder, 'resources', 'app.asar');
  await mkdir(archive, { recursive: true });
  for (const part of ['package.json', 'out/main', 'out/preload', 'out/cli', 'out/renderer', 'resources/sample']) {
    await cp(join(root, part), join(archive, part), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(archive, 'node_modules'));
  return archive;
}

type Setting = { readonly command: string; readonly args: string[]; readonly env?: Record<string, string> };

/** Starts a connection's server as its program does, with few variables, and has an assistant append a line. */
async function appendBy({ command, args, env }: Setting, content: string): Promise<void> {
  const transport = new StdioClientTransport({ command, args, ...(env && { env }), cwd: '/', stderr: 'pipe' });
  const client = new Client({ name: 'codex-mcp-client', version: '1.0.0' });
  await client.connect(transport);
  await client.callTool({ name: 'append_context', arguments: { content } });
  await client.close();
}

test('a connected assistant starts the installed app, also after that has moved', async ({
  host,
  start,
  workspace,
  dataFolder,
  homeFolder,
  context,
}) => {
  // biome-ignore lint/suspicious/noSkippedTests: the report says why.
  test.skip(host === 'electron', 'NOT RUN: a packaged app is needed.');
  const home = workspaceFolderAt(homeFolder);
  await home.create('model = "o9"\n', '.codex/config.toml');
  const gone = { command: join(homeFolder, 'old', 'Contexture'), args: ['contexture.js', 'mcp', workspace.folder] };
  await home.create(JSON.stringify({ mcpServers: { notes: gone } }), '.cursor/mcp.json');
  const [first, second] = [join(dataFolder, 'apps', "Ann's apps"), join(dataFolder, 'apps', 'Programme für $5')];
  const archive = await install(first);
  const opening = { ...start, args: [workspace.folder] };

  const desktop = await launchDesktop(host, opening, context, { unpacked: archive });
  const page = await desktop.shownPage();
  const moved = page.getByRole('region', { name: 'Contexture has moved' });
  await expect(moved).toContainText('Cursor still starts Contexture from its old place.');
  await moved.getByRole('button', { name: 'Update' }).click();
  await expect(moved).toBeHidden();
  await expect(page.getByText('Cursor is updated')).toBeVisible();
  await goTo(page, 'connections');
  await expect(programRow(page, 'Cursor')).toContainText('Not read yet');
  await programRow(page, 'Codex').getByRole('button', { name: 'Connect…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(programRow(page, 'Codex')).toContainText('Not read yet');
  const codex = () =>
    home
      .read('.codex/config.toml')
      .then((text) => parse(text)['mcp_servers'] as never)
      .then(({ contexture }: { contexture: Setting }) => contexture);
  expect(await codex()).toEqual({
    command: join(dataFolder, 'bin', 'contexture-mcp'),
    args: ['mcp', workspace.folder],
  });
  expect(JSON.parse(await home.read('.cursor/mcp.json')).mcpServers.notes).toEqual(await codex());

  await goTo(page, 'review');
  await appendBy(await codex(), 'tea: green');
  await expect(page.getByText('green', { exact: true })).toBeVisible();
  await desktop.stop();

  await mkdir(dirname(second), { recursive: true });
  await rename(first, second);
  await expect(appendBy(await codex(), 'tea: black')).rejects.toThrow();
  const again = await launchDesktop(host, opening, context, { unpacked: join(second, 'resources', 'app.asar') });
  const other = await again.shownPage();
  await appendBy(await codex(), 'coffee: none');
  await expect(other.getByText('none', { exact: true })).toBeVisible();
  await expect(other.getByRole('region', { name: 'Contexture has moved' })).toBeHidden();
  await again.stop();
});
