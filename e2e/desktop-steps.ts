import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright/test';
import type { DesktopApp } from './desktop-app.ts';
import { contextPath } from './example-context.ts';
import { expect } from './fixtures.ts';
import type { WorkspaceFolder } from './workspace-folder.ts';

/** Resolves once the page shows entries. */
export const settled = async (page: Page): Promise<void> => {
  await expect(page.locator('[data-row]').first()).toBeVisible();
};

/** A second memory beside the open one. */
export async function anotherFolder(workspace: WorkspaceFolder, name = 'other'): Promise<string> {
  const folder = join(dirname(workspace.folder), name);
  await mkdir(dirname(join(folder, contextPath)), { recursive: true });
  await writeFile(join(folder, contextPath), '## Facts (certain)\n- found_here: the other memory\n');
  return folder;
}

export const choose = (desktop: DesktopApp, id: string) =>
  desktop.evaluate(({ Menu }, item) => Menu.getApplicationMenu()?.getMenuItemById(item)?.click(), id);
export const quit = (desktop: DesktopApp) => desktop.evaluate(({ app }) => app.quit());
export const openWindows = (desktop: DesktopApp) =>
  desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
export const otherMemory = (page: Page) => page.getByText('the other memory').first();

/** Page of the window that opens beside the others, or comes to the front. */
export async function pageInFront(desktop: DesktopApp, before: Page): Promise<Page> {
  await expect(() => desktop.shownPage().then((page) => expect(page).not.toBe(before))).toPass();
  return desktop.shownPage();
}
