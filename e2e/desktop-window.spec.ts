import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from './eventually.ts';
import { expect, test } from './fixtures.ts';

test('opens on its workspace, in a page with the bridge and nothing of Node', async ({ page }) => {
  await expect(page.getByText('Unit preference', { exact: true })).toBeVisible();
  await expect(page).toHaveTitle(/assistant — Contexture$/);
  const given = await page.evaluate(() => {
    const world = window as unknown as Record<string, Record<string, unknown>>;
    return {
      bridge: Object.entries(world['contexture'] ?? {}).map(([name, part]) => `${name}: ${typeof part}`),
      node: ['require', 'process', 'module', 'exports', 'Buffer', 'global', 'ipcRenderer', 'electron'].filter(
        (name) => name in world,
      ),
    };
  });
  expect(given.bridge.sort()).toEqual(['close: function', 'open: function', 'pathOf: function', 'send: function']);
  expect(given.node).toEqual([]);
});

test('keeps a minimum size that fits its page', async ({ desktop, page }) => {
  await expect(page.locator('[data-row]').first()).toBeVisible();
  expect(await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getMinimumSize())).toEqual([
    640, 480,
  ]);
});

test('passes a chosen theme on to the system’s parts', async ({ desktop, page }) => {
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await page.keyboard.press('6');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await eventually(() => desktop.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark');
});

test('remembers its position', async ({ desktop, page, dataFolder, workspace }) => {
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await desktop.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 40, y: 60, width: 900, height: 700 });
  });
  expect(await desktop.stop()).toBe(0);
  const place = { bounds: { x: 40, y: 60, width: 900, height: 700 }, maximized: false };
  expect(JSON.parse(await readFile(join(dataFolder, 'window.json'), 'utf8'))).toEqual({
    last: place,
    memories: [{ path: workspace.folder, place }],
    open: [workspace.folder],
  });
});

test.describe('without a signal that it is ready to show', () => {
  test.use({ appEnvironment: { STAND_IN_NEVER_READY: '1' } });
  test('is shown anyway', async ({ page }) => {
    await expect(page.locator('[data-row]').first()).toBeVisible();
  });
});

/** Writes a window file into the data folder before the app starts. */
const withWindowFile = (content: string) =>
  test.extend<{ windowFile: string }>({
    windowFile: async ({}, use) => use(content),
    dataFolder: async ({ dataFolder, windowFile }, use) => {
      await writeFile(join(dataFolder, 'window.json'), windowFile);
      await use(dataFolder);
    },
  });

const bounds = { x: 50, y: 70, width: 800, height: 600 };
withWindowFile(JSON.stringify({ bounds, maximized: false }))(
  'opens at its last position',
  async ({ desktop, page }) => {
    await expect(page.locator('[data-row]').first()).toBeVisible();
    const shown = await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds());
    expect(shown).toEqual(bounds);
  },
);

const damaged = '{"bounds":{"x":1,';
withWindowFile(damaged)('moves a damaged file of its position aside, and says so', async ({ page, dataFolder }) => {
  await expect(page.getByText('Unit preference', { exact: true })).toBeVisible();
  await expect(page.getByText('Where the windows were could not be read', { exact: false }).first()).toBeVisible();
  const aside = (await readdir(dataFolder)).find((name) => name.startsWith('window.json.damaged-'));
  expect(await readFile(join(dataFolder, aside ?? ''), 'utf8')).toBe(damaged);
});
