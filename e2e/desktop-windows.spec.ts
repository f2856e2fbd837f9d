import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { anotherFolder, choose, openWindows, otherMemory, pageInFront, quit, settled } from './desktop-steps.ts';
import { eventually } from './eventually.ts';
import { contextPath } from './example-context.ts';
import { expect, launchDesktop, test } from './fixtures.ts';
import { entryRow } from './review-page.ts';

test.describe('a path from outside opens in a window of its own:', () => {
  test('from a second start, which ends at once', async ({ desktop, page, workspace }) => {
    await settled(page);
    expect(await desktop.startAgain([await anotherFolder(workspace)])).toBe(0);
    await expect(otherMemory(await pageInFront(desktop, page))).toBeVisible();
    await expect(entryRow(page, 'language')).toBeVisible();
    expect(await openWindows(desktop)).toBe(2);
  });

  test('or in the window that shows it already', async ({ desktop, page, workspace }) => {
    await settled(page);
    await desktop.startAgain([await anotherFolder(workspace)]);
    const beside = await pageInFront(desktop, page);
    await expect(otherMemory(beside)).toBeVisible();
    await desktop.startAgain([workspace.contextFile]);
    expect(await pageInFront(desktop, beside)).toBe(page);
    expect(await openWindows(desktop)).toBe(2);
  });

  test('a second start without a path brings the window to the front', async ({ desktop, page }) => {
    await settled(page);
    await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
    expect(await desktop.startAgain([])).toBe(0);
    await eventually(() =>
      desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized()),
    ).toBe(false);
    await settled(page);
  });

  test('from the system', async ({ desktop, page, workspace }) => {
    await settled(page);
    const prevented = await desktop.evaluate(
      ({ app }, path) => {
        let prevented = false;
        const event = {
          preventDefault: () => {
            prevented = true;
          },
        };
        app.emit('open-file', event as never, path);
        return prevented;
      },
      join(await anotherFolder(workspace), contextPath),
    );
    expect(prevented).toBe(true);
    await expect(otherMemory(await pageInFront(desktop, page))).toBeVisible();
  });

  test('from a file dropped on it', async ({ desktop, page, workspace }) => {
    await settled(page);
    await desktop.drop(page, join(await anotherFolder(workspace), contextPath));
    await expect(otherMemory(page)).toBeVisible();
  });

  test('from a dropped file, or an error says why it can’t be opened', async ({ desktop, page, workspace }) => {
    await settled(page);
    const picture = join(dirname(workspace.folder), 'holiday.jpg');
    await writeFile(picture, Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
    await desktop.drop(page, picture);
    await expect(page.getByText('It could not be opened').first()).toBeVisible();
    await settled(page);
  });
});

test.describe('windows', () => {
  test('each undo in their own memory, and the menu names the change of the one in front', async ({
    desktop,
    page,
    workspace,
  }) => {
    await settled(page);
    await page.keyboard.press('j');
    await page.keyboard.press('Delete');
    const label = () => desktop.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('undo')?.label);
    await eventually(label).toMatch(/^Undo: Deleted “/);
    await desktop.startAgain([await anotherFolder(workspace)]);
    await expect(otherMemory(await pageInFront(desktop, page))).toBeVisible();
    await eventually(label).toBe('Undo');
    await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.focus());
    await eventually(label).toMatch(/^Undo: Deleted “/);
  });

  test('open empty, and beside the one in front, from the menu', async ({ desktop, page, workspace }) => {
    await settled(page);
    const other = await anotherFolder(workspace);
    await choose(desktop, 'new-window');
    const empty = await pageInFront(desktop, page);
    await expect(empty.getByRole('heading', { name: 'See what your assistant knows about you' })).toBeVisible();
    await choose(desktop, `beside ${workspace.folder}`);
    expect(await pageInFront(desktop, empty)).toBe(page);
    // A window that shows nothing takes what is opened beside.
    await desktop.startAgain([other]);
    expect(await pageInFront(desktop, page)).toBe(empty);
    await expect(otherMemory(empty)).toBeVisible();
    expect(await openWindows(desktop)).toBe(2);
  });

  test('come back at the next start, each where it was', async ({ desktop, page, workspace, host, start, context }) => {
    await settled(page);
    const other = await anotherFolder(workspace);
    await desktop.startAgain([other]);
    await expect(otherMemory(await pageInFront(desktop, page))).toBeVisible();
    const places = [
      { x: 10, y: 20, width: 800, height: 600 },
      { x: 300, y: 200, width: 900, height: 700 },
    ];
    await desktop.evaluate(({ BrowserWindow }, bounds) => {
      for (const [at, window] of BrowserWindow.getAllWindows().entries()) {
        window.setBounds(bounds[at] ?? {});
      }
    }, places);
    await quit(desktop);
    expect(await desktop.ended).toBe(0);
    const again = await launchDesktop(host, { ...start, args: [] }, context);
    await eventually(() => openWindows(again)).toBe(2);
    const titles = () => Promise.all(context.pages().map((each) => each.title()));
    await eventually(async () => (await titles()).sort()).toEqual(['assistant — Contexture', 'other — Contexture']);
    const bounds = again.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((each) => each.getBounds()));
    expect(await bounds).toEqual(places);
    await again.stop();
  });

  test('that are closed stay closed, and the app ends with the last', async ({
    desktop,
    page,
    workspace,
    host,
    start,
    context,
  }) => {
    await settled(page);
    await desktop.startAgain([await anotherFolder(workspace)]);
    await expect(otherMemory(await pageInFront(desktop, page))).toBeVisible();
    await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[1]?.close());
    await eventually(() => openWindows(desktop)).toBe(1);
    await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    expect(await desktop.ended).toBe(0);
    const again = await launchDesktop(host, { ...start, args: [] }, context);
    await expect(entryRow(await again.shownPage(), 'language')).toBeVisible();
    expect(await openWindows(again)).toBe(1);
    await again.stop();
  });
});
