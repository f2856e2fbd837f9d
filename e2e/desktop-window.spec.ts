import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from './eventually.ts';
import { expect, test } from './fixtures.ts';

test('opens on its workspace, in a page that has the bridge and nothing of Node', async ({ page }) => {
  await expect(page.getByText('Unit preference', { exact: true })).toBeVisible();
  await expect(page).toHaveTitle('assistant — Contexture');
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

test('can be made no smaller than its page can take', async ({ desktop, page }) => {
  await expect(page.locator('[data-row]').first()).toBeVisible();
  expect(await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getMinimumSize())).toEqual([
    640, 480,
  ]);
});

test('shows the theme a person chose in the system’s parts as well', async ({ desktop, page }) => {
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await page.keyboard.press('6');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await eventually(() => desktop.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark');
});

test('remembers where it was', async ({ desktop, page, dataFolder }) => {
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await desktop.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 40, y: 60, width: 900, height: 700 });
  });
  expect(await desktop.stop()).toBe(0);
  expect(JSON.parse(await readFile(join(dataFolder, 'window.json'), 'utf8'))).toEqual({
    bounds: { x: 40, y: 60, width: 900, height: 700 },
    maximized: false,
  });
});

test.describe('of which the system never says that it is ready', () => {
  test.use({ appEnvironment: { STAND_IN_NEVER_READY: '1' } });
  test('is shown all the same', async ({ page }) => {
    await expect(page.locator('[data-row]').first()).toBeVisible();
  });
});

/** With something in the data folder before the app starts. */
const withWindowFile = (content: string) =>
  test.extend<{ windowFile: string }>({
    windowFile: async ({}, use) => use(content),
    dataFolder: async ({ dataFolder, windowFile }, use) => {
      await writeFile(join(dataFolder, 'window.json'), windowFile);
      await use(dataFolder);
    },
  });

const bounds = { x: 50, y: 70, width: 800, height: 600 };
withWindowFile(JSON.stringify({ bounds, maximized: false }))('comes up where it was', async ({ desktop, page }) => {
  await expect(page.locator('[data-row]').first()).toBeVisible();
  const shown = await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds());
  expect(shown).toEqual(bounds);
});

const damaged = '{"bounds":{"x":1,';
withWindowFile(damaged)('sets a damaged file of its place aside, and says so', async ({ page, dataFolder }) => {
  await expect(page.getByText('Unit preference', { exact: true })).toBeVisible();
  await expect(page.getByText('Where the window was could not be read', { exact: false }).first()).toBeVisible();
  const aside = (await readdir(dataFolder)).find((name) => name.startsWith('window.json.damaged-'));
  expect(await readFile(join(dataFolder, aside ?? ''), 'utf8')).toBe(damaged);
});
