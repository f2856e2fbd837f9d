import type { Page } from 'playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { choices } from './review-page.ts';
import { agentStorages } from './storage-files.ts';
import { goTo } from './view-steps.ts';
import { workInProgress } from './work-files.ts';
import { workspaceFolderAt } from './workspace-folder.ts';

const rail = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const names = (page: Page): Promise<string[]> =>
  rail(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.querySelector('span')?.textContent ?? ''));
const always = ['Home', 'Review', 'Archive', 'File', 'History', 'What it reads', 'Assistants', 'Settings'];

test('hides unused areas beside a single memory, and still opens them by keys', async ({ page }) => {
  await expect(choices(page)).toHaveCount(12);
  expect(await names(page)).toEqual(always);
  await expect(rail(page).getByRole('group', { name: 'Memory' }).getByRole('link')).toHaveCount(5);
  await goTo(page, 'work');
  await expect(rail(page).getByRole('link', { name: 'Work' })).toHaveAttribute('aria-current', 'page');
  await goTo(page, 'review');
  await expect(rail(page).getByRole('link', { name: 'Work' })).toBeHidden();
});

test('adds Agent data when agents first store something, and marks it as new once', async ({ page, workspace }) => {
  await expect(choices(page)).toHaveCount(12);
  const kept = rail(page).getByRole('link', { name: /^Agent data/ });
  await expect(kept).toBeHidden();
  await workspace.create('{"kitchen": "small"}\n', 'logs/storages/state_cook_default.json');
  await expect(kept).toContainText('new');
  await kept.click();
  await expect(kept).not.toContainText('new');
  await page.reload();
  await expect(kept).toBeVisible();
  await expect(kept).not.toContainText('new');
});

test.describe('with all areas', () => {
  test.use({ startWith: { ...agentStorages, ...workInProgress }, homeWith: 'conversations' });
  test('shows each area below the memory', async ({ page }) => {
    for (const name of ['Conversations', 'Agent data', 'Work']) {
      await expect(rail(page).getByRole('link', { name: new RegExp(`^${name}`) })).toBeVisible();
    }
  });

  test('shows agents’ data and work beside another memory, and leads back to the one they are in', async ({
    page,
    homeFolder,
  }) => {
    await workspaceFolderAt(homeFolder).create('- reads tests first\n', '.claude/agent-memory/reviewer/MEMORY.md');
    const link = (name: string) => rail(page).getByRole('link', { name: new RegExp(`^${name}`) });
    await expect(link('Work')).toBeVisible();
    await expect(link('Agent data')).toBeVisible();
    await page.getByRole('button', { name: /^Workspace:/ }).click();
    await page.getByRole('menuitem', { name: /reviewer/ }).click();
    await expect(choices(page)).toHaveCount(1);
    await expect(link('Work')).toBeVisible();
    await link('Agent data').click();
    await expect(page.getByRole('heading', { name: 'No agent data here' })).toBeVisible();
    await page.getByRole('button', { name: 'Open assistant' }).click();
    await expect(page.getByRole('row', { name: /^State of coach for ann/ })).toBeVisible();
  });

  test('keeps all of them while the window becomes small', async ({ page }) => {
    await expect(rail(page).getByRole('link', { name: /^Conversations/ })).toBeVisible();
    await page.setViewportSize({ width: 640, height: 480 });
    await rail(page).getByRole('button', { name: 'More' }).waitFor();
    expect(await names(page)).toEqual(['Home', 'Review', 'Archive', 'Conversations']);
  });

  test.describe('in a small window', () => {
    test.use({ viewport: { width: 640, height: 480 } });
    test('shows five tabs, with the rest behind the last', async ({ page }) => {
      await expect(rail(page).getByRole('link', { name: /^Conversations/ })).toBeVisible();
      expect(await names(page)).toEqual(['Home', 'Review', 'Archive', 'Conversations']);
      const more = rail(page).getByRole('button', { name: 'More' });
      await more.click();
      await page.getByRole('menuitem', { name: /^Work/ }).click();
      await expect(page.getByRole('heading', { name: 'Work', level: 1 })).toBeVisible();
      await expect(more).toBeInViewport({ ratio: 1 });
      await more.click();
      await expect(page.getByRole('menuitem')).toHaveText([
        'File',
        'History',
        'What it reads',
        /^Agent data/,
        /^Work/,
        'Assistants',
        'Settings',
        'Shortcuts',
        'Help',
      ]);
    });
  });
});

test.describe('in a small window without conversations', () => {
  test.use({ startWith: workInProgress, viewport: { width: 640, height: 480 } });

  test('names and switches the memory, and leads by a tab to an area in use', async ({ page, homeFolder }) => {
    await workspaceFolderAt(homeFolder).create('- reads tests first\n', '.claude/agent-memory/reviewer/MEMORY.md');
    await expect(rail(page).getByRole('link', { name: /^Work/ })).toBeVisible();
    expect(await names(page)).toEqual(['Home', 'Review', 'Archive', 'Work']);
    await page.getByRole('button', { name: 'Workspace: assistant' }).click();
    await page.getByRole('menuitem', { name: /reviewer/ }).click();
    await expect(choices(page)).toHaveCount(1);
    await expect(page.getByRole('button', { name: /^Workspace: .*reviewer/ })).toBeVisible();
    await expect(page.getByRole('menu')).toHaveCount(0);
    await goTo(page, 'history');
    await expect(page.getByRole('group', { name: 'Memory' }).getByText('History')).toBeVisible();
    await goTo(page, 'connections');
    await expect(page.getByRole('group', { name: 'Memory' })).toBeHidden();
  });
});

test('opens the pages of the documents from the help, with working links between them', async ({ page }) => {
  await expect(choices(page)).toHaveCount(12);
  await rail(page).getByRole('button', { name: 'Help' }).click();
  await page.getByRole('menuitem', { name: 'Twins and contradictions' }).click();
  const help = page.getByRole('dialog', { name: 'Help' });
  await expect(help.getByRole('heading', { name: /Twins/ }).first()).toBeVisible();
  await help.getByRole('combobox', { name: 'Page' }).selectOption('Using Contexture');
  await expect(help.getByRole('heading', { name: 'Using Contexture' })).toBeVisible();
  await help.getByRole('button', { name: 'Agent data' }).first().click();
  await expect(help.getByRole('heading', { name: 'Agent data' }).first()).toBeVisible();
  // The link names a section of that page.
  await expect(help.getByRole('heading', { name: 'What you see of it' })).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
});

test('names the version and the license of each library, from the help and the palette', async ({ page }) => {
  await expect(choices(page)).toHaveCount(12);
  await rail(page).getByRole('button', { name: 'Help' }).click();
  await page.getByRole('menuitem', { name: 'About Contexture' }).click();
  const about = page.getByRole('dialog', { name: /^Contexture \d+\.\d+\.\d+$/ });
  const zod = about.getByRole('listitem').filter({ hasText: /^zod \d/ });
  await zod.locator('summary').click();
  await expect(zod.getByText('Permission is hereby granted')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(about).toBeHidden();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByPlaceholder('Do something, or find an entry').fill('licenses');
  await page.keyboard.press('Enter');
  await expect(about).toBeVisible();
});

test('says so if the licenses could not be loaded', async ({ page, watch }) => {
  watch.allow(/licenses\.js|Failed to load resource/);
  await page.route('**/licenses.js', (route) => route.abort());
  await rail(page).getByRole('button', { name: 'Help' }).click();
  await page.getByRole('menuitem', { name: 'About Contexture' }).click();
  await expect(page.getByRole('alert')).toContainText('The licenses could not be loaded');
});
