import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { eventually } from './eventually.ts';
import { contextPath } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { connectAssistant } from './mcp-client.ts';
import { workspaceFolderAt } from './workspace-folder.ts';

const corrected = '## Preferences (certain)\n- [2026-01-16|certain|user_correction: I moved] language: German\n';

test.use({ startWith: { [contextPath]: corrected } });

async function openSettings(page: Page): Promise<void> {
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await page.keyboard.press('6');
}

type ShownNotification = { readonly title: string; readonly body: string };

/** Puts a browser's notifications in place, since a headless one denies them, and takes the focus from the page. */
async function allowNotifications(page: Page): Promise<() => Promise<readonly ShownNotification[]>> {
  await page.addInitScript(() => {
    const shown: { title: string; body: string; onclick: (() => void) | null }[] = [];
    class ShownNotification {
      static permission: NotificationPermission = 'granted';
      onclick: (() => void) | null = null;
      readonly title: string;
      readonly body: string;
      constructor(title: string, { body = '' }: NotificationOptions = {}) {
        this.title = title;
        this.body = body;
        shown.push(this);
      }
      close(): void {}
    }
    document.hasFocus = () => false;
    Object.assign(window, { shown, Notification: ShownNotification });
  });
  await page.reload();
  return () => page.evaluate<ShownNotification[]>('shown.map(({ title, body }) => ({ title, body }))');
}

async function contradict(folder: string, dataFolder: string): Promise<void> {
  const assistant = await connectAssistant(folder, dataFolder);
  const update = { category: 'preference', key: 'language', value: 'only French', confidence: 'likely' };
  await assistant.call('apply_updates', { updates: [update] });
  await assistant.close();
}

test('counts what waits in the title, and notifies if the browser may', { tag: '@web' }, async ({
  page,
  workspace,
  dataFolder,
}) => {
  const shown = await allowNotifications(page);
  await openSettings(page);
  await expect(page.getByRole('checkbox', { name: 'A decision waits for you' })).toBeChecked();
  await contradict(workspace.folder, dataFolder);
  await expect(page).toHaveTitle('(1) assistant — Contexture');
  await eventually(shown).toEqual([{ title: 'A decision waits for you', body: 'By Claude Code, in assistant' }]);

  await page.evaluate('shown[0].onclick()');
  await expect(page.getByRole('region', { name: 'For you to decide' })).toContainText('only French');

  await openSettings(page);
  await page.getByRole('button', { name: 'Pause for an hour' }).click();
  await expect(page.getByText('Paused until')).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('checkbox', { name: 'A decision waits for you' }).uncheck();
  await expect(page).toHaveTitle('assistant — Contexture');
});

test('says that the browser blocks notifications, and asks only when told to', { tag: '@web' }, async ({ page }) => {
  await page.addInitScript(() => {
    let permission: NotificationPermission = 'default';
    Object.defineProperty(window.Notification, 'permission', { get: () => permission });
    window.Notification.requestPermission = async () => {
      permission = 'denied';
      return permission;
    };
  });
  await page.reload();
  await openSettings(page);
  await expect(page.getByText('blocks notifications')).toBeHidden();
  await page.getByRole('button', { name: 'Turn on notifications' }).click();
  await expect(page.getByText('Your browser blocks notifications from Contexture.')).toBeVisible();
});

test('shows at Home that a memory was changed that isn’t open, without opening it', { tag: '@web' }, async ({
  page,
  homeFolder,
  crash,
}) => {
  const other = workspaceFolderAt(join(homeFolder, 'garden'));
  await other.create('## Facts\n- roses: red\n', contextPath);
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await page.keyboard.press('o');
  await page.getByRole('textbox', { name: 'Open a file or folder' }).fill(other.folder);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-row]', { hasText: 'Roses' })).toBeVisible();
  await page.evaluate('sessionStorage.clear()');
  const after = await crash();
  await expect(after.locator('[data-row]', { hasText: 'German' })).toBeVisible();
  await after.keyboard.press('o');
  const listed = after.getByRole('listitem').filter({ hasText: 'garden' });
  await expect(listed).toBeVisible();
  await expect(listed).not.toContainText('Changed since you last looked');
  // It is watched a moment after the page is there.
  await eventually(async () => {
    await other.append('- lilac: white\n', contextPath);
    return after.title();
  }).toBe('(1) assistant — Contexture');
  await expect(listed).toContainText('Changed since you last looked');
});
