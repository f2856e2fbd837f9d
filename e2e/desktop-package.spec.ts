import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { extractFile, listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { resourcesOf } from '../scripts/package-contents.mjs';
import { allowReading, list } from './conversations-page.ts';
import { pageInFront } from './desktop-steps.ts';
import { openEditor, retypeIn, saveButton, unsavedMark } from './editor-page.ts';
import { eventually } from './eventually.ts';
import { expect, type Host, launchDesktop, test } from './fixtures.ts';
import { type PackedApp, packApp } from './packed-app.ts';
import { correct, entryRow } from './review-page.ts';
import { createWorkspaceFolder, removeFolder, removeWorkspaceFolder } from './workspace-folder.ts';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);

// One package for all tests.
test.describe.configure({ mode: 'serial' });
test.use({ homeWith: 'conversations' });

let folder = '';
let packing: Promise<PackedApp> | null = null;
const packedFor = (host: Host): Promise<PackedApp> => (packing ??= packApp(host !== 'electron', folder));

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contexture-package-'));
});
test.afterAll(() => removeFolder(folder));
// biome-ignore lint/suspicious/noSkippedTests: the report says why.
test.skip(
  ({ host }) => host !== 'electron' && process.platform !== 'linux',
  'NOT RUN: the runtime of this system is laid out in another way.',
);

/**
 * The ten steps of docs/desktop.md, which `npm run check:desktop` takes with Electron’s runtime. On the stand-in for
 * Electron the app runs from a copy of what the archive and the folder beside it hold, in which it refuses what Electron
 * doesn't do in an archive. That shows that nothing is missing from them and that nothing outside is needed, not that
 * Electron reads the archive.
 */
test('starts, saves, searches and comes back, from the package alone', async ({ host, start, context, workspace }) => {
  test.slow();
  const packed = await packedFor(host);
  const app = await launchDesktop(host, start, context, packed);
  const page = await app.shownPage();

  await test.step('1. It starts, and shows the memory', async () => {
    await expect(entryRow(page, 'language')).toContainText('English');
  });
  if (host !== 'electron') {
    const within = join(packed.unpacked, 'out');
    const refused = app.evaluate((_, path) => process.getBuiltinModule('node:fs').opendirSync(path).path, within);
    await expect(refused, 'the stand-in does no more than Electron does in an archive').rejects.toThrow('ENOTDIR');
  }
  await test.step('2. A correction is saved to the file', async () => {
    await correct(page, 'language', 'German');
    await eventually(() => workspace.read()).toContain('language: German\n');
  });
  await test.step('3. A change by another program is shown', async () => {
    await workspace.edit((text) => text.replace('unit_preference: metric', 'unit_preference: imperial'));
    await expect(entryRow(page, 'unit_preference')).toContainText('imperial');
  });
  await test.step('4. Conversations are found and searched', async () => {
    await allowReading(page);
    await page.getByRole('searchbox', { name: 'Search what was said' }).fill('tin 17');
    await expect(list(page).getByRole('row', { name: /Question 17:/ })).toBeVisible();
  });
  await test.step('5. Help names its version and the licenses', async () => {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('menuitem', { name: 'About Contexture' }).click();
    const about = page.getByRole('dialog', { name: `Contexture ${version}` });
    const react = about.getByRole('listitem').filter({ hasText: /^react \d/ });
    await react.locator('summary').click();
    await expect(react.getByText('Copyright (c) Meta Platforms')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(about).toBeHidden();
  });
  const beside = await test.step('6. A second start opens another memory beside it', async () => {
    const other = await createWorkspaceFolder({ 'logs/context/global.md': '## Facts (certain)\n- found_here: tea\n' });
    expect(await app.startAgain([other.folder])).toBe(0);
    const opened = await pageInFront(app, page);
    await expect(entryRow(opened, 'found_here')).toBeVisible();
    await removeWorkspaceFolder(other);
    return opened;
  });
  await test.step('7. The sample opens', async () => {
    expect(await app.startAgain(['--sample'])).toBe(0);
    const sample = await pageInFront(app, beside);
    await expect(sample.getByRole('button', { name: 'Workspace: Sample' })).toBeVisible();
    expect(await app.startAgain([workspace.folder])).toBe(0);
    await expect(page.getByRole('button', { name: 'Workspace: assistant' })).toBeVisible();
  });
  await test.step('8. It ends, and keeps text that isn’t saved', async () => {
    await openEditor(page);
    await retypeIn(page, 'language: German', 'German', 'Frisian');
    await expect(unsavedMark(page)).toBeVisible();
    expect(await app.stop()).toBe(0);
    expect(await workspace.read()).toContain('language: German\n');
  });

  const again = await launchDesktop(host, { ...start, args: [] }, context, packed);
  const next = await again.shownPage();
  await test.step('9. It starts where it was, with that text', async () => {
    await expect(unsavedMark(next)).toBeVisible();
  });
  await test.step('10. It saves it, and ends', async () => {
    await openEditor(next);
    await saveButton(next).click();
    await eventually(() => workspace.read()).toContain('language: Frisian\n');
    expect(await again.stop()).toBe(0);
  });
});

test('sets fuses and languages, and names nothing of this checkout', async ({ host }) => {
  const { folder: app, program } = await packedFor(host);
  const archive = join(resourcesOf(app), 'app.asar');
  const texts = listPackage(archive, { isPack: false }).filter((path) => /\.(js|cjs|json|html|css)$/.test(path));
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.filter((path) => extractFile(archive, path.slice(1)).includes(root))).toEqual([]);
  if (process.platform === 'linux') {
    expect(await readdir(join(app, 'locales'))).toEqual(['en-GB.pak', 'en-US.pak']);
  }
  const fuses = await getCurrentFuseWire(process.platform === 'darwin' ? dirname(dirname(dirname(program))) : program);
  const states = Object.keys(FuseV1Options).filter((name) => Number.isNaN(Number(name)));
  const isOn = (name: string) => fuses[FuseV1Options[name as keyof typeof FuseV1Options]] === '1'.charCodeAt(0);
  expect(states.filter(isOn)).toEqual([
    'RunAsNode',
    'EnableCookieEncryption',
    'EnableEmbeddedAsarIntegrityValidation',
    'OnlyLoadAppFromAsar',
  ]);
});

/**
 * The tools that electron-builder would download are replaced by scripts that keep what they are given. That shows what
 * is in an AppImage and in a Debian package, not that one starts or installs.
 */
test('gives the tools for AppImage and deb all that they need', async ({ host, dataFolder }) => {
  // biome-ignore lint/suspicious/noSkippedTests: the report says why.
  test.skip(host === 'electron', 'NOT RUN: the packages of this system are made in a release.');
  const { folder: app } = await packedFor(host);
  const [tools, made] = [join(dataFolder, 'tools'), join(dataFolder, 'made')];
  await mkdir(join(tools, 'runtimes'), { recursive: true });
  await mkdir(join(tools, 'lib/x64'), { recursive: true });
  await writeFile(join(tools, 'runtimes/runtime-x64'), 'runtime');
  for (const [name, script] of Object.entries({
    'desktop-file-validate': 'true',
    mksquashfs: `cp -a "$1" '${dataFolder}/image' && echo image > "$2"`,
    fpm: `printf '%s\\n' "$@" > '${dataFolder}/fpm'`,
  })) {
    await writeFile(join(tools, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  const options = [
    '--prepackaged',
    app,
    `-c.directories.output=${made}`,
    '-c.extraMetadata.homepage=https://example.org',
  ];
  await run(process.execPath, [join(root, 'scripts/package.mjs'), '--linux', 'AppImage', 'deb', ...options], {
    cwd: root,
    env: { ...process.env, APPIMAGE_TOOLS_PATH: tools, CUSTOM_FPM_PATH: join(tools, 'fpm') },
  });

  const image = await readdir(join(dataFolder, 'image'));
  expect(image).toEqual(expect.arrayContaining(['AppRun', '.DirIcon', 'contexture', 'resources', 'locales']));
  const entry = await readFile(join(dataFolder, 'image/contexture.desktop'), 'utf8');
  expect(entry.split('\n')).toEqual(
    expect.arrayContaining(['Name=Contexture', 'Exec=AppRun %U', 'StartupWMClass=contexture', 'Categories=Utility;']),
  );
  const given = await readFile(join(dataFolder, 'fpm'), 'utf8');
  expect(given).toContain('--maintainer\nThe Contexture authors\n');
  expect(given).toContain('/=/opt/Contexture\n');
  expect(given).toContain('.desktop=/usr/share/applications/contexture.desktop\n');
  expect(given.match(/icons\/hicolor\/\d+x\d+/g)?.length).toBeGreaterThan(5);
});
