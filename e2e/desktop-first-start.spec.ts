import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DesktopApp } from './desktop-app.ts';
import { eventually } from './eventually.ts';
import { expect, launchDesktop, test } from './fixtures.ts';

test.use({ startOn: 'nothing', startWith: 'example' });

/** Answers the system's dialog with a path, and collects its options. */
async function answerDialog(desktop: DesktopApp, path: string): Promise<() => Promise<string[]>> {
  await desktop.evaluate(({ dialog }, answer) => {
    dialog.showOpenDialog = (async (_window: unknown, options: { properties: string[] }) => {
      (globalThis as unknown as { asked: string[] }).asked = options.properties;
      return { canceled: false, filePaths: [answer] };
    }) as unknown as typeof dialog.showOpenDialog;
  }, path);
  return () => desktop.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
}

test('opens a memory chosen in the system’s own dialog', async ({ desktop, page, workspace }) => {
  await expect(page.getByRole('heading', { name: 'See what your assistant knows about you' })).toBeVisible();
  const asked = await answerDialog(desktop, workspace.contextFile);
  await page.getByRole('button', { name: 'Choose a file…' }).click();
  await expect(page.getByText('Unit preference', { exact: true })).toBeVisible();
  expect(await asked()).toEqual(['openFile', 'showHiddenFiles']);
});

test('writes nothing on an empty start', async ({ desktop, page, workspace }) => {
  const folder = join(dirname(workspace.folder), 'fresh');
  await mkdir(folder);
  const asked = await answerDialog(desktop, folder);
  await page.getByRole('button', { name: 'Start empty…' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing learned yet' })).toBeVisible();
  expect(await asked()).toEqual(['openDirectory', 'createDirectory', 'showHiddenFiles']);
  expect(existsSync(join(folder, 'logs'))).toBe(false);
});

test('refuses to open a folder without a memory, and says why', async ({ desktop, page, workspace }) => {
  const folder = join(dirname(workspace.folder), 'pictures');
  await mkdir(folder);
  await answerDialog(desktop, folder);
  await page.getByRole('button', { name: 'Choose a folder…' }).click();
  await expect(page.getByText(folder, { exact: false }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose a folder…' })).toBeVisible();
});

test('opens the pages of the help menu before any memory is open', async ({ desktop, page }) => {
  await expect(page.getByRole('button', { name: 'Choose a folder…' })).toBeVisible();
  await desktop.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('help-using')?.click());
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Using Contexture' }).first()).toBeVisible();
});

test('lists opened memories in the menu', async ({ desktop, page, workspace }) => {
  await desktop.startAgain([workspace.folder]);
  await expect(page.getByText('Unit preference', { exact: true })).toBeVisible();
  await eventually(() =>
    desktop.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('open-recent')?.enabled),
  ).toBe(true);
});

test('opens the last memory on a start without arguments', async ({
  desktop,
  page,
  host,
  start,
  context,
  workspace,
}) => {
  await desktop.startAgain([workspace.folder]);
  await expect(page.getByText('Unit preference', { exact: true })).toBeVisible();
  expect(await desktop.stop()).toBe(0);
  const again = await launchDesktop(host, start, context);
  await expect((await again.shownPage()).getByText('Unit preference', { exact: true })).toBeVisible();
  expect(await again.stop()).toBe(0);
});
