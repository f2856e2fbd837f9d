import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { choices } from './review-page.ts';
import { keptByAgents } from './storage-files.ts';
import { goTo } from './view-steps.ts';
import { workInProgress } from './work-files.ts';
import { workspaceFolderAt } from './workspace-folder.ts';

const rail = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const names = (page: Page): Promise<string[]> =>
  rail(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.querySelector('span')?.textContent ?? ''));
const always = ['Home', 'Review', 'Archive', 'File', 'History', 'What it reads', 'Assistants', 'Settings'];

test('who has one memory sees nothing they have no use for, and keys lead there all the same', async ({ page }) => {
  await expect(choices(page)).toHaveCount(12);
  expect(await names(page)).toEqual(always);
  await expect(rail(page).getByRole('group', { name: 'Memory' }).getByRole('link')).toHaveCount(5);
  await goTo(page, 'work');
  await expect(rail(page).getByRole('link', { name: 'Work' })).toHaveAttribute('aria-current', 'page');
  await goTo(page, 'review');
  await expect(rail(page).getByRole('link', { name: 'Work' })).toBeHidden();
});

test('what agents begin to keep gets its place on the rail, and is new there once', async ({ page, workspace }) => {
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
  test.use({ startWith: { ...keptByAgents, ...workInProgress }, homeWith: 'conversations' });
  test('each has its place below the memory', async ({ page }) => {
    for (const name of ['Conversations', 'Agent data', 'Work']) {
      await expect(rail(page).getByRole('link', { name: new RegExp(`^${name}`) })).toBeVisible();
    }
  });

  test('what agents do beside one memory is found from another, which leads back to it', async ({
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

  test('a window that becomes small loses none of them on the way', async ({ page }) => {
    await expect(rail(page).getByRole('link', { name: /^Conversations/ })).toBeVisible();
    await page.setViewportSize({ width: 640, height: 480 });
    await rail(page).getByRole('button', { name: 'More' }).waitFor();
    expect(await names(page)).toEqual(['Home', 'Review', 'Archive', 'Conversations']);
  });

  test.describe('in a small window', () => {
    test.use({ viewport: { width: 640, height: 480 } });
    test('five tabs, the rest behind the last', async ({ page }) => {
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

  test('the memory is named, and switched for another, and a tab leads to what there is', async ({
    page,
    homeFolder,
  }) => {
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

test('the help has the pages of the documents, which lead to each other', async ({ page }) => {
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
