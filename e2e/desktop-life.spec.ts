import { appendFile, mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { createLock } from '../electron/node/lock.ts';
import type { DesktopApp } from './desktop-app.ts';
import { anotherFolder, choose, openWindows, otherMemory, quit, settled } from './desktop-steps.ts';
import { editorLine, openEditor, retypeIn, unsavedMark } from './editor-page.ts';
import { eventually } from './eventually.ts';
import { exampleContext } from './example-context.ts';
import { expect, launchDesktop, test } from './fixtures.ts';
import { details, editField, entryRow, retype, strip } from './review-page.ts';

/** Opens the first entry for editing and types into it. */
async function typeCorrection(page: Page, text: string): Promise<void> {
  await settled(page);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.locator('[data-row] textarea').fill(text);
}

test('opens the shortcuts and the pages of the documents from the help menu', async ({ desktop, page }) => {
  await settled(page);
  await choose(desktop, 'help-scan');
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'What is looked for' }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await choose(desktop, 'help');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

test.describe('the menu', () => {
  test('leads to the views, and shows the shortcuts', async ({ desktop, page }) => {
    await settled(page);
    await choose(desktop, 'go-archive');
    await expect(page.getByRole('heading', { name: 'Archive', level: 1 })).toBeVisible();
    await choose(desktop, 'go-settings');
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
    await choose(desktop, 'go-review');
    await settled(page);
    await choose(desktop, 'help');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  });

  test('undoes the latest change', async ({ desktop, page, workspace }) => {
    await settled(page);
    const before = (await workspace.read()).split('\n').filter((line) => line.startsWith('- '));
    const entries = async () => (await workspace.read()).split('\n').filter((line) => line.startsWith('- '));
    await page.keyboard.press('j');
    await page.keyboard.press('Delete');
    await eventually(async () => (await entries()).length).toBe(before.length - 1);
    await expect(page.getByRole('button', { name: 'Undo' }).first()).toBeVisible();
    const label = (id: string) =>
      desktop.evaluate(({ Menu }, wanted) => Menu.getApplicationMenu()?.getMenuItemById(wanted)?.label, id);
    await eventually(() => label('undo')).toMatch(/^Undo: Deleted “/);
    await choose(desktop, 'undo');
    await eventually(entries).toEqual(before);
    await eventually(() => label('undo')).toBe('Undo');
    await eventually(() => label('redo')).toMatch(/^Redo: Deleted “/);
    await choose(desktop, 'redo');
    await eventually(async () => (await entries()).length).toBe(before.length - 1);
  });

  test('opens the choice from the system’s dialog, and keeps it among the recent ones', async ({
    desktop,
    page,
    workspace,
  }) => {
    await settled(page);
    const other = await anotherFolder(workspace);
    await desktop.evaluate(({ dialog }, path) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
    }, other);
    await choose(desktop, 'open-folder');
    await expect(otherMemory(page)).toBeVisible();
    await choose(desktop, `recent ${workspace.folder}`);
    await expect(page.getByText('Unit preference', { exact: true })).toBeVisible();
    await eventually(() =>
      desktop.evaluate(({ Menu }, id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.label, `recent ${other}`),
    ).toBe(`other — ${other}`);
  });

  test('opens nothing if the dialog is cancelled', async ({ desktop, page }) => {
    await settled(page);
    await desktop.evaluate(({ dialog }) => {
      dialog.showOpenDialog = async () => ({ canceled: true, filePaths: [] });
    });
    await choose(desktop, 'open-file');
    await choose(desktop, 'go-archive');
    await expect(page.getByRole('heading', { name: 'Archive', level: 1 })).toBeVisible();
  });

  test('opens the sample', async ({ desktop, page }) => {
    await settled(page);
    await choose(desktop, 'open-sample');
    await expect(page.getByRole('button', { name: 'Workspace: Sample' })).toBeVisible();
  });

  test('shows the file in the file manager', async ({ desktop, page, workspace }) => {
    await settled(page);
    await desktop.evaluate(({ shell }) => {
      shell.showItemInFolder = (path: string) => {
        (globalThis as unknown as { shown: string }).shown = path;
      };
    });
    await choose(desktop, 'reveal');
    const shown = () => desktop.evaluate(() => (globalThis as unknown as { shown?: string }).shown ?? null);
    await eventually(shown).toBe(workspace.contextFile);
  });
});

test.describe('a page whose process ends', () => {
  const crash = async (desktop: DesktopApp, page: Page): Promise<Page> => {
    const session = await page.context().newCDPSession(page);
    session.send('Page.crash').catch(() => undefined);
    await page.waitForEvent('crash');
    let next = page;
    await eventually(async () => {
      next = await desktop.shownPage();
      return next === page;
    }).toBe(false);
    return next;
  };

  test('is loaded again, where it was', async ({ desktop, page, watch }) => {
    watch.allow(/the page crashed/);
    await settled(page);
    await page.keyboard.press('2');
    await expect(page.getByRole('heading', { name: 'Archive', level: 1 })).toBeVisible();
    const again = await crash(desktop, page);
    await expect(again.getByRole('heading', { name: 'Archive', level: 1 })).toBeVisible();
    await expect(again.getByText('had stopped working and was loaded again')).toBeVisible();
  });

  test('is loaded again at the entry that was selected', async ({ desktop, page, watch }) => {
    watch.allow(/the page crashed/);
    await entryRow(page, 'current_routine').click();
    const again = await crash(desktop, page);
    await expect(details(again).getByText('push-pull-legs', { exact: true })).toBeVisible();
    await expect(entryRow(again, 'current_routine')).toBeFocused();
  });

  test('is loaded again with what was typed', async ({ desktop, page, watch, workspace }) => {
    watch.allow(/the page crashed/);
    const before = await workspace.read();
    await settled(page);
    const field = await retype(page, 'language', 'half a thought');
    await field.press('Enter');
    await eventually(() => workspace.read()).not.toBe(before);
    await retype(page, 'language', 'another half');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    const again = await crash(desktop, page);
    await expect(editField(again, 'language')).toHaveValue('another half');
    // Unsaved text would keep the window open at the end.
    await again.keyboard.press('Escape');
  });

  test('is loaded again on request if it does not answer', async ({ desktop, page, watch }) => {
    watch.allow(/the page crashed/);
    await settled(page);
    await desktop.evaluate(({ dialog, BrowserWindow }) => {
      dialog.showMessageBox = async () => ({ response: 1, checkboxChecked: false });
      BrowserWindow.getAllWindows()[0]?.emit('unresponsive');
    });
    await expect(() => desktop.shownPage().then((next) => expect(next).not.toBe(page))).toPass();
    await settled(await desktop.shownPage());
  });

  test('is loaded without its memory, if the person wants, when that happens twice', async ({
    desktop,
    page,
    watch,
  }) => {
    watch.allow(/the page crashed/);
    await settled(page);
    await desktop.evaluate(({ dialog }) => {
      dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false });
    });
    const again = await crash(desktop, page);
    await settled(again);
    const without = await crash(desktop, again);
    await expect(without.getByRole('heading', { name: 'See what your assistant knows about you' })).toBeVisible();
  });
});

test('opens the log from the menu, and saves a report that the person has seen', async ({
  desktop,
  page,
  dataFolder,
}) => {
  await settled(page);
  await desktop.evaluate(({ shell }) => {
    shell.openPath = async (path: string) => {
      (globalThis as unknown as { opened: string }).opened = path;
      return '';
    };
  });
  await appendFile(
    join(dataFolder, 'logs', 'contexture.log'),
    '2026-11-28 10:00:00.000 info x.y failed with internal: hunter2\n',
  );
  await choose(desktop, 'open-log');
  const opened = () => desktop.evaluate(() => (globalThis as unknown as { opened?: string }).opened ?? null);
  await eventually(opened).toBe(join(dataFolder, 'logs', 'contexture.log'));
  await choose(desktop, 'report');
  const report = page.getByRole('dialog', { name: 'Report a problem' });
  await expect(report.getByRole('textbox', { name: 'The report' })).toHaveValue(
    /Entries: 12[\s\S]*failed with internal …/,
  );
  const saving = page.waitForEvent('download');
  await report.getByRole('button', { name: 'Save…' }).click();
  expect((await saving).suggestedFilename()).toBe('contexture-report.txt');
});

test('reports a mistake inside the app without the text it concerns', async ({ desktop, page, dataFolder }) => {
  await settled(page);
  await desktop.evaluate(() => {
    setTimeout(() => {
      throw new Error('hunter2');
    });
  });
  await expect(page.getByText('Something went wrong inside Contexture')).toBeVisible();
  await eventually(() => readFile(join(dataFolder, 'logs', 'contexture.log'), 'utf8')).toContain('A mistake inside');
  expect(await readFile(join(dataFolder, 'logs', 'contexture.log'), 'utf8')).not.toContain('hunter2');
});

test.describe('the end of a Windows session', () => {
  /** Asks the window as Windows does; true if it asks the system to wait. */
  const mayEnd = (desktop: DesktopApp): Promise<boolean> =>
    desktop.evaluate(({ BrowserWindow }) => {
      let prevented = false;
      const event = {
        preventDefault: () => {
          prevented = true;
        },
      };
      BrowserWindow.getAllWindows()[0]?.emit('query-session-end', event);
      return prevented;
    });

  test('waits only while text is unsaved, which the window then asks about', async ({ desktop, page }) => {
    await typeCorrection(page, 'half a thought');
    await eventually(() => mayEnd(desktop)).toBe(true);
    await page
      .getByRole('dialog', { name: 'Close without saving?' })
      .getByRole('button', { name: 'Keep open' })
      .click();
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-row] textarea')).toHaveCount(0);
    await eventually(() => mayEnd(desktop)).toBe(false);
  });

  test('ends the app in order', async ({ desktop, page }) => {
    await settled(page);
    await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.emit('session-end', {}));
    expect(await desktop.ended).toBe(0);
  });
});

test('says that a disk went away, and follows it again once it is back', async ({ page, workspace }) => {
  await settled(page);
  await rename(workspace.folder, `${workspace.folder}-unplugged`);
  await expect(strip(page, 'The folder is gone')).toBeVisible();
  await rename(`${workspace.folder}-unplugged`, workspace.folder);
  await expect(strip(page, 'The folder is gone')).toBeHidden();
  await workspace.replace(exampleContext.replace('language: English', 'language: Dutch'));
  await expect(entryRow(page, 'Dutch')).toBeVisible();
});

test.describe('quitting', () => {
  test('goes before the end of the system', async ({ desktop, page }) => {
    await settled(page);
    await desktop.evaluate(({ powerMonitor }) => powerMonitor.emit('shutdown', { preventDefault: () => undefined }));
    expect(await desktop.ended).toBe(0);
  });

  test('ends at once if nothing would be lost', async ({ desktop, page }) => {
    await settled(page);
    await quit(desktop).catch(() => undefined);
    expect(await desktop.ended).toBe(0);
  });

  test('asks about unsaved text, stays open on request, and then closes on request', async ({
    desktop,
    page,
    workspace,
    host,
    start,
    context,
  }) => {
    const before = await workspace.read();
    await typeCorrection(page, 'half a thought');
    await quit(desktop);
    const question = page.getByRole('dialog', { name: 'Close without saving?' });
    await expect(question).toContainText('The correction of');
    await question.getByRole('button', { name: 'Keep open' }).click();
    await expect(page.locator('[data-row] textarea')).toHaveValue('half a thought');
    expect(await openWindows(desktop)).toBe(1);

    await quit(desktop);
    await question.getByRole('button', { name: 'Close without saving' }).click();
    expect(await desktop.ended).toBe(0);
    expect(await workspace.read()).toBe(before);

    const again = await launchDesktop(host, start, context);
    const next = await again.shownPage();
    await settled(next);
    await expect(next.locator('[data-row] textarea')).toHaveCount(0);
    await again.stop();
  });

  test('keeps unsaved text of the editor, and restores it at the next start', async ({
    desktop,
    page,
    workspace,
    host,
    start,
    context,
  }) => {
    const before = await workspace.read();
    await openEditor(page);
    await retypeIn(page, '- language: English', 'English', 'German');
    await quit(desktop);
    expect(await desktop.ended).toBe(0);
    expect(await workspace.read()).toBe(before);
    const again = await launchDesktop(host, start, context);
    const next = await again.shownPage();
    await expect(unsavedMark(next)).toBeVisible();
    await openEditor(next);
    await expect(editorLine(next, '- language: German')).toBeVisible();
    await again.stop();
  });

  test('asks by a dialog if the page does not answer', async ({ desktop, page }) => {
    await settled(page);
    await desktop.evaluate(({ dialog }) => {
      dialog.showMessageBox = async () => ({ response: 1, checkboxChecked: false });
    });
    const hangs = page.waitForEvent('console', (message) => message.text() === 'The page hangs.');
    void page
      .evaluate(() => {
        console.info('The page hangs.');
        for (const until = Date.now() + 15_000; Date.now() < until; ) {
          // The page hangs.
        }
      })
      .catch(() => undefined);
    await hangs;
    await quit(desktop);
    expect(await desktop.ended).toBe(0);
  });

  test('waits for a write under way', async ({ desktop, page, workspace }) => {
    await page.keyboard.press('j');
    await typeCorrection(page, 'written to the end');
    await mkdir(workspace.path('.contexture'), { recursive: true });
    let ended = false;
    void desktop.ended.then(() => {
      ended = true;
    });
    // Another program holds the lock, so the write has to wait for it.
    await createLock().hold(workspace.path(join('.contexture', 'lock')), async () => {
      await page.locator('[data-row] textarea').press('Enter');
      await expect(page.getByText('Saving…', { exact: true })).toBeVisible();
      await quit(desktop);
      await page.getByRole('button', { name: 'Close without saving' }).click();
      await eventually(() => page.isClosed()).toBe(true);
      expect(ended).toBe(false);
      expect(await workspace.read()).not.toContain('written to the end');
    });
    expect(await desktop.ended).toBe(0);
    expect(await workspace.read()).toContain('written to the end');
  });
});
