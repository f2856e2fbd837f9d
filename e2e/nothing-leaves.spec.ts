import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright/test';
import { parseSync, Visitor } from 'vite';
import { viewList } from '#shared/views.ts';
import { noAssistants, startApp } from './app-process.ts';
import { programRow } from './connections-views.ts';
import { openTeaShop } from './conversations-page.ts';
import { eventually } from './eventually.ts';
import { test as base, expect } from './fixtures.ts';
import { connectAssistant } from './mcp-client.ts';
import { type Attempt, createNetworkLog, type NetworkLog } from './network-log.ts';
import { goTo } from './view-steps.ts';
import { workspaceFolderAt } from './workspace-folder.ts';

const root = join(import.meta.dirname, '..');
const built = join(root, 'out', 'cli', 'contexture.js');
/** An agent program on the library. */
const sampleAgent = join(root, 'resources', 'sample-agent', 'agent.js');
const run = promisify(execFile);

type WatchedRun = {
  readonly network: NetworkLog;
  /** Variables of every process of the test. */
  readonly env: Readonly<Record<string, string>>;
  /** Addresses that the browser asked for, but for the app's own. */
  readonly asked: string[];
};

const test = base.extend<{ watched: WatchedRun }>({
  watched: async ({ homeFolder, context }, use) => {
    const network = createNetworkLog(homeFolder);
    const asked: string[] = [];
    context.on('request', (request) => asked.push(request.url()));
    await use({ network, env: { ...noAssistants, ...network.env, HOME: homeFolder, USERPROFILE: homeFolder }, asked });
  },
});

test.use({ homeWith: 'conversations' });

/** True for our own program, started as a server for assistants to try its connection. */
const isOwnServer = ({ kind, to }: Attempt): boolean =>
  kind === 'program' && to.startsWith(`${process.execPath} ${built} mcp`);

const elsewhere = (asked: readonly string[], address: string): string[] =>
  asked.filter((url) => !/^(?:data|blob):/.test(url) && new URL(url).origin !== new URL(address).origin);

async function command(args: readonly string[], { env }: WatchedRun, dataFolder: string): Promise<string> {
  const variables = { ...process.env, ...env, CONTEXTURE_DATA_DIR: dataFolder, CONTEXTURE_TEST: '1' };
  return (await run(process.execPath, [built, ...args], { env: variables })).stdout;
}

/** Goes through the app as a person does who corrects, connects an assistant and reads conversations. */
async function useAllOfIt(page: Page): Promise<void> {
  await openTeaShop(page);
  await page.getByRole('link', { name: 'Review' }).click();
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.locator('[data-row] textarea').fill('in the evening');
  await page.locator('[data-row] textarea').press('Enter');
  await expect(page.getByRole('button', { name: /^Undo/ }).first()).toBeVisible();
  for (const { id } of viewList.filter(({ group }) => group !== 'agents')) {
    await goTo(page, id);
    await expect(page).toHaveURL(new RegExp(`#${id}$`));
  }
  await page.getByRole('link', { name: 'Assistants' }).click();
  await programRow(page, 'Codex').getByRole('button', { name: 'Connect…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Connect', exact: true }).click();
  await programRow(page, 'Codex').getByRole('button', { name: 'Try it' }).click();
  await expect(programRow(page, 'Codex')).toContainText('It works');
}

test('the page, the commands and the server for assistants reach nobody', async ({
  context,
  watched,
  workspace,
  dataFolder,
  homeFolder,
}) => {
  await workspaceFolderAt(homeFolder).create('model = "o9"\n', '.codex/config.toml');
  const app = await startApp([workspace.folder], dataFolder, watched.env);
  const page = await context.newPage();
  watched.asked.length = 0;
  await page.goto(app.address);
  await useAllOfIt(page);
  const { folder } = workspace;
  for (const args of [
    ['show', '-w', folder],
    ['search', 'tea', '-w', folder],
    ['memories'],
    ['scan', '-w', folder],
    ['twins', '-w', folder],
    ['add', 'tea: green', '-w', folder],
    ['conversations', 'list'],
    ['connect', '-w', folder],
    ['call', 'updates.read', '{}'],
  ]) {
    expect(await command(args, watched, dataFolder), args.join(' ')).not.toBe('');
  }
  const assistant = await connectAssistant(folder, dataFolder, 'Claude Code', ['--agent'], built, watched.env);
  await assistant.call('append_context', { content: 'city: Leeds' });
  expect((await assistant.lines()).join('\n')).toContain('city: Leeds');
  await assistant.close();
  const variables = { ...process.env, ...watched.env, CONTEXTURE_DATA_DIR: dataFolder, CONTEXTURE_TEST: '1' };
  await run(process.execPath, [sampleAgent, folder, 'ann', 'remember tea: black'], { env: variables });
  const origin = app.address;
  await page.close();
  await app.stop();
  expect(watched.network.attempts().filter((attempt) => !isOwnServer(attempt))).toEqual([]);
  expect(elsewhere(watched.asked, origin)).toEqual([]);
  expect(watched.asked.length).toBeGreaterThan(10);
});

const repository = 'https://example.org/ann/contexture';

/** Copies the built app as npm installs it, from a package that says where it comes from. */
async function install(folder: string): Promise<string> {
  const modules = join(folder, 'installed', 'node_modules');
  const own = join(modules, 'contexture');
  await mkdir(own, { recursive: true });
  const { name, version, type, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  await writeFile(join(own, 'package.json'), JSON.stringify({ name, version, type, repository }));
  for (const part of ['out/cli', 'out/renderer', 'resources/sample']) {
    await cp(join(root, part), join(own, part), { recursive: true });
  }
  for (const dependency of [...Object.keys(dependencies), 'libsql']) {
    await symlink(join(root, 'node_modules', dependency), join(modules, dependency), 'junction');
  }
  return join(own, 'out', 'cli', 'contexture.js');
}

/** A registry with one version of the package. */
async function startRegistry(version: string, from: string) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const one = { name: 'contexture', version, repository: { type: 'git', url: `git+${from}.git` }, dist: {} };
    response.setHeader('Content-Type', 'application/json');
    response.end(
      JSON.stringify({ name: 'contexture', 'dist-tags': { latest: version }, versions: { [version]: one } }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { asked, address, close: () => server.close() };
}

for (const { name, from, says } of [
  { name: 'once turned on, it asks npm for the newest version and nothing else', from: repository, says: true },
  { name: 'another package of that name is never offered', from: 'https://example.org/bob/contexture', says: false },
]) {
  test(name, async ({ context, watched, workspace, dataFolder, homeFolder }) => {
    const registry = await startRegistry('99.0.0', from);
    const env = { ...watched.env, npm_config_registry: `http://${registry.address}/` };
    const app = await startApp([workspace.folder], dataFolder, env, await install(homeFolder));
    const page = await context.newPage();
    watched.asked.length = 0;
    await page.goto(app.address);
    const updates = page.getByRole('region', { name: 'Updates' });
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(updates.getByRole('radio', { name: 'Never' })).toBeChecked();
    expect(watched.network.attempts()).toEqual([]);
    await updates.getByRole('radio', { name: 'Once a week' }).check();
    if (says) {
      await expect(updates).toContainText('npm install --global contexture@latest');
      await eventually(() => app.output()).toMatch(/Contexture 99\.0\.0 is available, this is .*: get it with/);
    } else {
      await expect(updates.getByRole('alert')).toContainText('On npm, contexture is another program');
    }
    const origin = app.address;
    await page.close();
    await app.stop();
    registry.close();
    expect(registry.asked).toEqual(['GET /contexture']);
    const attempts = watched.network.attempts();
    expect(attempts.filter(({ kind }) => kind === 'connect')).toEqual([{ kind: 'connect', to: registry.address }]);
    const [first, ...programs] = attempts.filter(({ kind }) => kind === 'program');
    expect(first?.to).toContain('npm view contexture version repository.url --json');
    expect(programs).toEqual([]);
    expect(attempts.filter(({ kind }) => kind === 'datagram' || kind === 'name')).toEqual([]);
    expect(elsewhere(watched.asked, origin)).toEqual([]);
  });
}

test('each way to reach somebody is noticed', async ({ context, watched, homeFolder }) => {
  const script = join(homeFolder, 'reaching.mjs');
  const worker = join(homeFolder, 'worker.mjs');
  await writeFile(worker, "import net from 'node:net';\nnet.connect(2, '127.0.0.1').on('error', () => {});\n");
  await writeFile(
    script,
    `import { execFileSync, spawn } from 'node:child_process';
    import { createSocket } from 'node:dgram';
    import { lookup } from 'node:dns/promises';
    import { get } from 'node:https';
    import { Worker } from 'node:worker_threads';
    await fetch('http://fetched.invalid/').catch(() => {});
    get('https://got.invalid/').on('error', () => {});
    await lookup('looked-up.invalid').catch(() => {});
    const socket = createSocket('udp4');
    socket.send('x', 3, '127.0.0.1', () => socket.close());
    execFileSync(process.execPath, ['-e', '4']);
    spawn(process.execPath, ['-e', 'net.connect(5, "127.0.0.1").on("error", () => {})']);
    new Worker(new URL('./worker.mjs', import.meta.url));`,
  );
  await run(process.execPath, [script], { env: { ...process.env, ...watched.env } });
  const attempts = watched.network.attempts().map(({ kind, to }) => `${kind} ${to}`);
  expect(attempts).toEqual(
    expect.arrayContaining([
      'connect fetched.invalid:80',
      'connect got.invalid:443',
      'name looked-up.invalid',
      expect.stringMatching(/^datagram 3 127\.0\.0\.1/),
      `program ${process.execPath} -e 4`,
      'connect 127.0.0.1:5',
      'connect 127.0.0.1:2',
    ]),
  );
  const page = await context.newPage();
  await page.evaluate(() => fetch('http://asked.invalid/').catch(() => undefined));
  expect(elsewhere(watched.asked, 'http://127.0.0.1:1/')).toContain('http://asked.invalid/');
});

/** Hosts in texts of the built files, and what they are there for: none is asked but as said. */
const named: Readonly<Record<string, string>> = {
  '127.0.0.1': 'the file that macOS installs an update from',
  'api.bitbucket.org': 'a place for updates that no package names',
  'base-ui.com': 'the explanation of an error',
  'github.com': 'explanations; the place for updates that a package names',
  'json-schema.org': 'names of schemas',
  'modelcontextprotocol.io': 'a link in the help',
  'raw.githubusercontent.com': 'the name of a schema',
  'react.dev': 'the explanation of an error',
  's3.amazonaws.com': 'a place for updates that no package names',
  'www.w3.org': 'names of namespaces',
};
const addresses = /\b(?:https?|wss?):\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)/gi;
const hostsIn = (text: string): string[] => [...text.matchAll(addresses)].map(([, host = '']) => host.toLowerCase());

/** Hosts of addresses in the texts of a program, but not in its comments. */
function hostsInCode(file: string): Set<string> {
  const code = readFileSync(file, 'utf8');
  const hosts = new Set<string>();
  if (hostsIn(code).length > 0) {
    const take = (text: string): void => {
      for (const host of hostsIn(text)) {
        hosts.add(host);
      }
    };
    new Visitor({
      Literal: ({ value }) => typeof value === 'string' && take(value),
      TemplateElement: ({ value }) => take(value.raw),
      JSXText: ({ value }) => take(value),
    }).visit(parseSync(file, code).program);
  }
  return hosts;
}

test('the built files name no address that is fetched', () => {
  const files = ['main', 'preload', 'cli', 'renderer'].flatMap((part) =>
    readdirSync(join(root, 'out', part), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(root, 'out', part, file),
    ),
  );
  // The texts of the licenses name their authors' pages.
  const programs = files.filter((file) => /\.c?js$/.test(file) && basename(file) !== 'licenses.js');
  const hosts = new Set(programs.flatMap((file) => [...hostsInCode(file)]));
  expect([...hosts].sort()).toEqual(Object.keys(named));
  for (const file of files.filter((each) => /\.(?:css|html)$/.test(each))) {
    expect([file, hostsIn(readFileSync(file, 'utf8'))]).toEqual([file, []]);
  }
});
