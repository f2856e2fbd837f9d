import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { startApp } from './app-process.ts';
import { expect, test } from './fixtures.ts';
import { connectAssistant } from './mcp-client.ts';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);
const onWindows = process.platform === 'win32';

/** Copies installed packages with their dependencies, laid out as an installation does. */
async function copyPackages(names: readonly string[], modules: string): Promise<void> {
  const copied = new Set<string>();
  const waiting = [...names];
  for (const name of waiting) {
    const from = join(root, 'node_modules', name);
    if (copied.has(name) || !existsSync(from)) {
      continue;
    }
    copied.add(name);
    await cp(from, join(modules, name), { recursive: true });
    const { dependencies, optionalDependencies } = JSON.parse(await readFile(join(from, 'package.json'), 'utf8')) as {
      dependencies?: object;
      optionalDependencies?: object;
    };
    waiting.push(...Object.keys({ ...dependencies, ...optionalDependencies }));
  }
}

/** Makes a project with the packed file installed, and nothing else from this checkout. */
async function project(folder: string): Promise<string> {
  const path = join(folder, 'project');
  const modules = join(path, 'node_modules');
  await mkdir(modules, { recursive: true });
  await run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', path], {
    cwd: root,
    shell: onWindows,
  });
  const [tarball = ''] = (await readdir(path)).filter((name) => name.endsWith('.tgz'));
  await run('tar', ['-xzf', tarball], { cwd: path });
  await rename(join(path, 'package'), join(modules, 'contexture'));
  const { dependencies, optionalDependencies } = JSON.parse(
    await readFile(join(modules, 'contexture', 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'optionalDependencies', object>;
  await copyPackages(Object.keys({ ...dependencies, ...optionalDependencies }), modules);
  await writeFile(join(path, 'package.json'), '{ "type": "module" }\n');
  return path;
}

const commandOf = (project: string): string => join(project, 'node_modules/contexture/out/cli/contexture.js');

const program = `
import { createContext, defineStorage } from 'contexture';
import { z } from 'zod';

const Notes = defineStorage({ prefix: 'notes', schema: z.array(z.string()) });
const [workspace] = process.argv.slice(2);
const context = await createContext({ workspace, agent: 'support', identity: { user: 'ann' }, drivers: ['file'] });
const notes = context.make(Notes);
console.log(JSON.stringify([context.has('state'), context.names(), context.state.get('theme') ?? null, notes.get()]));
context.state.set('theme', 'dark');
notes.set([...(notes.get() ?? []), 'tea']);
context.chat_history.add({ role: 'user', content: 'Hi' });
context.memory.learn({ key: 'tea', value: 'green' });
await context.save();
console.log(JSON.stringify([context.chat_history.length, context.memory.get('tea')]));
await context.close();
`;

test('runs the library in a fresh project, and reads back what it stored', async ({ dataFolder }) => {
  const path = await project(dataFolder);
  const workspace = join(path, 'workspace');
  await mkdir(workspace);
  await writeFile(join(path, 'agent.js'), program);
  const env = { ...process.env, CONTEXTURE_DATA_DIR: join(path, 'data') };
  const runAgent = async () =>
    (await run(process.execPath, ['agent.js', workspace], { cwd: path, env })).stdout.trim().split('\n');
  const names = '["state","chat_history","memory","notes"]';
  expect(await runAgent()).toEqual([`[true,${names},null,null]`, '[1,"green"]']);
  expect(await runAgent()).toEqual([`[true,${names},"dark",["tea"]]`, '[2,"green"]']);
  const kept = await readFile(join(workspace, 'logs/storages/notes_support_ann.json'), 'utf8');
  expect(JSON.parse(kept)).toEqual(['tea', 'tea']);

  const sample = join(path, 'node_modules/contexture/resources/sample-agent/agent.js');
  const { stdout } = await run(process.execPath, [sample, workspace, 'ann', 'what do you know?'], { cwd: path, env });
  expect(stdout.trim()).toBe('I know tea: green.');
});

test('shows a memory in the page and the terminal of a fresh installation, and serves an assistant', async ({
  dataFolder,
  browser,
}) => {
  const path = await project(dataFolder);
  const command = commandOf(path);
  const folder = join(path, 'notes');
  const memory = join(folder, 'logs/context/global.md');
  await mkdir(join(folder, 'logs/context'), { recursive: true });
  await writeFile(memory, '# Global Context\n\n## Facts (certain)\n- [2026-11-20|certain] tea: green\n');
  const data = join(path, 'data');

  const app = await startApp([folder], data, {}, command);
  const page = await browser.newPage();
  await page.goto(app.address);
  await expect(page.getByRole('row', { name: /tea/i })).toBeVisible();

  const assistant = await connectAssistant(folder, data, 'Claude Code', [], command);
  await assistant.call('append_context', { content: 'city: Lisbon', category: 'fact', confidence: 'certain' });
  await expect(page.getByRole('row', { name: /Lisbon/ })).toBeVisible();
  await assistant.close();
  await page.close();
  await app.stop();

  const env = { ...process.env, CONTEXTURE_DATA_DIR: data };
  const { stdout } = await run(process.execPath, [command, 'show', '-w', folder], { cwd: path, env });
  expect(stdout).toMatch(/tea: green[\s\S]*city: Lisbon/);
});

test('holds the license of every package whose code is in it', async ({ dataFolder }) => {
  const path = await project(dataFolder);
  const { licenses } = (await import(
    pathToFileURL(join(path, 'node_modules/contexture/out/renderer/licenses.js')).href
  )) as {
    licenses: readonly { readonly name: string; readonly version: string; readonly text: string }[];
  };
  const named = new Map(licenses.map(({ name, text }) => [name, text]));
  const maps = (await readdir(join(root, 'out'), { recursive: true })).filter((file) => file.endsWith('.js.map'));
  const sources = await Promise.all(
    maps.map(async (file) => JSON.parse(await readFile(join(root, 'out', file), 'utf8')).sources as string[]),
  );
  const bundled = sources.flat().flatMap((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? []);
  expect(new Set(bundled).size).toBeGreaterThan(50);
  // What the page alone bundles has no source maps.
  const all = new Set([...bundled, 'react', 'lucide-react', '@fontsource-variable/source-sans-3', 'libsql']);
  expect([...all].filter((name) => !/copyright|permission/i.test(named.get(name) ?? ''))).toEqual([]);

  await run(process.execPath, [join(root, 'scripts/sbom.mjs')]);
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const sbom = JSON.parse(await readFile(join(root, `out/packages/contexture-${version}.cdx.json`), 'utf8')) as {
    components: readonly { name: string; version: string }[];
  };
  const listed = sbom.components.map((each) => `${each.name} ${each.version}`).sort();
  const electron = sbom.components.filter(({ name }) => name === 'electron');
  expect(listed).toEqual([...licenses, ...electron].map((each) => `${each.name} ${each.version}`).sort());
  expect(electron).toHaveLength(1);
});

test('runs no script when packed or installed', async () => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { scripts: object };
  const atPackOrInstall = /^(pre|post)?(install|pack|prepare|publish|publishOnly)$|^prepublishOnly$|^dependencies$/;
  expect(Object.keys(scripts).filter((name) => atPackOrInstall.test(name))).toEqual([]);
});

/** Each is a type error, as long as no type of the library is `any`. */
const wrong = [
  "context.state.set('theme', () => 1);",
  "context.state.sett('theme', 'dark');",
  'context.chat_history.add({ content: 1 });',
  "context.chat_history.get().at(0).role = 'user';",
  "context.memory.learn({ key: 'tea' });",
  "context.memory.learn({ key: 'tea', value: 'green', confidence: 'sure' });",
  "context.memory.get('tea').length;",
  "context.make(Notes).set('tea');",
  "context.make(Notes, ['disk']);",
  'context.getStorage(Notes).get();',
  'small.memory.entries();',
  'context.save().written;',
  'context.clear().gone;',
  "createContext({ workspace: '.' });",
  "createContext({ workspace: '.', agent: 'support', without: ['notes'] });",
  "createContext({ workspace: '.', agent: 'support', on: { ContextMade: () => undefined } });",
  "createContext({ workspace: '.', agent: 'support', on: { ContextSaved: ({ storage }) => storage } });",
  'defineStorage({ prefix: 1, schema: z.string() });',
];

test('compiles in a fresh project with types that reject wrong use', async ({ dataFolder }) => {
  const path = await project(dataFolder);
  await copyPackages(['@types/node'], join(path, 'node_modules'));
  await writeFile(join(path, 'right.ts'), program.replace('[workspace]', "[workspace = '']"));
  const begins = [
    "import { createContext, defineStorage } from 'contexture';",
    "import { z } from 'zod';",
    "const Notes = defineStorage({ prefix: 'notes', schema: z.array(z.string()) });",
    "const context = await createContext({ workspace: '.', agent: 'support' });",
    "const small = await createContext({ workspace: '.', agent: 'support', without: ['memory'] });",
  ];
  await writeFile(join(path, 'wrong.ts'), [...begins, ...wrong, ''].join('\n'));
  for (const skipLibCheck of [true, false]) {
    const compilerOptions = {
      target: 'ES2022',
      module: 'NodeNext',
      strict: true,
      noEmit: true,
      types: ['node'],
      skipLibCheck,
    };
    await writeFile(join(path, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['right.ts', 'wrong.ts'] }));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const told = await run(process.execPath, [tsc, '-p', '.', '--pretty', 'false'], { cwd: path }).catch(
      (error: { stdout: string }) => error,
    );
    const errors = told.stdout.split('\n').filter((line) => line.includes('error TS'));
    const lines = errors.map((line) => Number(/^wrong\.ts\((\d+),/.exec(line)?.[1] ?? 0));
    expect(lines, told.stdout).toEqual(wrong.map((_, at) => begins.length + 1 + at));
  }
});
