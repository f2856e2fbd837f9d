import type * as Electron from 'electron';
import { expect, test } from './fixtures.ts';

type StandIn = {
  readonly windowOptions: readonly Electron.BrowserWindowConstructorOptions[];
  readonly declaredSchemes: readonly Electron.CustomScheme[];
  readonly sandbox: { readonly isEnabled: boolean };
  readonly mayRequest: (url: string) => Promise<boolean>;
};

/** Values available on the stand-in alone. */
test('makes the window with every unneeded feature off', async ({ desktop, page }) => {
  await expect(page.locator('[data-row]').first()).toBeVisible();
  const [options] = await desktop.evaluate(
    (modules) => (modules as unknown as { standIn: StandIn }).standIn.windowOptions,
  );
  const { preload, ...rest } = options?.webPreferences ?? {};
  expect(preload).toMatch(/preload\.cjs$/);
  expect(rest).toEqual({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    webviewTag: false,
    plugins: false,
    experimentalFeatures: false,
    navigateOnDragDrop: false,
    safeDialogs: true,
    spellcheck: false,
  });
  expect(options?.show).toBe(false);
});

test('gives the scheme an origin and no further rights', async ({ desktop, page }) => {
  await expect(page.locator('[data-row]').first()).toBeVisible();
  const schemes = await desktop.evaluate(
    (modules) => (modules as unknown as { standIn: StandIn }).standIn.declaredSchemes,
  );
  expect(schemes).toEqual([{ scheme: 'app', privileges: { standard: true, secure: true } }]);
});

test('puts every page in the sandbox, whatever its window asks for', async ({ desktop, page }) => {
  await expect(page.locator('[data-row]').first()).toBeVisible();
  const { isEnabled } = await desktop.evaluate(
    (modules) => (modules as unknown as { standIn: StandIn }).standIn.sandbox,
  );
  expect(isEnabled).toBe(true);
});

test('refuses requests of pages to anything outside the app', async ({ desktop, page }) => {
  await expect(page.locator('[data-row]').first()).toBeVisible();
  const may = (url: string) =>
    desktop.evaluate((modules, asked) => (modules as unknown as { standIn: StandIn }).standIn.mayRequest(asked), url);
  const outside = ['http://127.0.0.1:9/', 'https://example.com/a.png', 'ws://example.com/', 'file:///etc/hostname'];
  const refused = [...outside, 'devtools://devtools/', 'ftp://example.com/', ''];
  for (const url of refused) {
    expect([url, await may(url)]).toEqual([url, false]);
  }
  for (const url of ['app://contexture/', 'app://contexture/assets/a.js', 'data:image/png;base64,AA==']) {
    expect([url, await may(url)]).toEqual([url, true]);
  }
});

test('throws when a missing part of Electron is used', async ({ desktop, page }) => {
  await expect(page.locator('[data-row]').first()).toBeVisible();
  for (const use of [
    ({ app }: typeof Electron) => app.getLocale(),
    ({ BrowserWindow }: typeof Electron) => BrowserWindow.getAllWindows()[0]?.setFullScreen(true),
    ({ ipcMain }: typeof Electron) => ipcMain.handle('x', () => {}),
    ({ session }: typeof Electron) => session.defaultSession.clearCache(),
  ]) {
    await expect(desktop.evaluate(use as (modules: typeof Electron) => unknown)).rejects.toThrow('has no');
  }
});
