import type { Page } from 'playwright/test';
import { eventually } from './eventually.ts';
import { contextPath } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { connectAssistant } from './mcp-client.ts';

const corrected = '## Preferences (certain)\n- [2026-01-16|certain|user_correction: I moved] language: German\n';

test.use({ startWith: { [contextPath]: corrected } });

async function openSettings(page: Page): Promise<void> {
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await page.keyboard.press('6');
}

type Shown = { readonly title: string; readonly body: string };

/** Puts a browser's notifications in place, since a headless one denies them, and takes the focus from the page. */
async function allowNotifications(page: Page): Promise<() => Promise<readonly Shown[]>> {
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
  return () => page.evaluate<Shown[]>('shown.map(({ title, body }) => ({ title, body }))');
}

async function contradict(folder: string, dataFolder: string): Promise<void> {
  const assistant = await connectAssistant(folder, dataFolder);
  const update = { category: 'preference', key: 'language', value: 'only French', confidence: 'likely' };
  await assistant.call('apply_updates', { updates: [update] });
  await assistant.close();
}

test('counts what waits in the title, and notifies if the browser may @web', async ({
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
  await page.getByRole('checkbox', { name: 'A decision waits for you' }).uncheck();
  await expect(page).toHaveTitle('assistant — Contexture');
});

test('says that the browser blocks notifications, and asks only when told to @web', async ({ page }) => {
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
