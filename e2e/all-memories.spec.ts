import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { written } from '#testing/assistants-homes.ts';
import { expectAccessible } from './accessibility.ts';
import { exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { choices, entryRow } from './review-page.ts';
import { workspaceFolderAt } from './workspace-folder.ts';

test.use({ startOn: 'nothing', startWith: 'nothing', homeWith: 'four assistants' });

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search all memories' });
const memories = (page: Page, assistant: string) => page.getByRole('region', { name: assistant });

test('lists every memory on this computer by its owner, and opens it', async ({ page, homeFolder }) => {
  const ofClaude = memories(page, 'Claude Code').getByRole('button');
  await expect(ofClaude).toHaveCount(4);
  await expect(ofClaude.filter({ hasText: 'my-app' })).toContainText(
    'Project memory2 entries and 2 more files4 of 200 lines',
  );
  await expect(ofClaude.filter({ hasText: 'thing' })).toContainText('Folder missing');
  await expect(memories(page, 'Hermes').getByRole('button')).toHaveCount(2);
  await expect(memories(page, 'OpenClaw').getByRole('button')).toHaveCount(1);
  await expect(memories(page, 'Codex').getByRole('button')).toHaveCount(2);
  await ofClaude.filter({ hasText: 'Instructions' }).click();
  await expect(entryRow(page, 'answer in short sentences')).toBeVisible();
  await expect(page).toHaveTitle(/Claude Code · Instructions — Contexture$/);
  expect(await workspaceFolderAt(homeFolder).read('.claude/CLAUDE.md')).toBe(
    '# Rules\n\n- answer in short sentences\n',
  );
});

test('searches all memories, opens a hit, and keeps the search on the way back', async ({ page }) => {
  await expect(search(page)).toBeVisible();
  await page.keyboard.press('/');
  await expect(search(page)).toBeFocused();
  await page.keyboard.type('green');
  await expect(page.getByText('3 entries in 2 memories')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeHidden();
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'likes green tea' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(entryRow(page, 'drinks green tea at four')).toBeFocused();
  await expect(page).toHaveTitle(/OpenClaw · Memory — Contexture$/);

  await page.getByRole('button', { name: /^Workspace:/ }).click();
  await page.getByRole('menuitem', { name: 'All memories…' }).click();
  await expect(search(page)).toHaveValue('green');
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible();
  await expect(page.getByRole('button', { name: /bought green paint/ })).toContainText('20 Nov 2026');
  await search(page).fill('nobody wrote this');
  await expect(page.getByText('No memory has all of these words.')).toBeVisible();
  await search(page).fill('grene');
  await page.getByRole('button', { name: 'green', exact: true }).click();
  await expect(page.getByText('3 entries in 2 memories')).toBeVisible();
  await search(page).press('Escape');
  await expect(memories(page, 'Codex')).toBeVisible();
});

test('opens the entry that names a found topic file, or the file itself if no entry names it', async ({
  page,
  homeFolder,
}) => {
  const folder = `.claude/projects/${written(homeFolder)}-code-my-app/memory`;
  await workspaceFolderAt(homeFolder).create('---\nname: lonely\n---\n\nNo line leads to me.\n', `${folder}/lonely.md`);
  await search(page).fill('at noon');
  await page.getByRole('button', { name: /Fridays at noon/ }).click();
  await expect(page).toHaveTitle(/Claude Code · my-app — Contexture$/);
  await expect(entryRow(page, 'Deploys')).toBeFocused();
  await expect(page.getByRole('complementary')).toContainText('Deploys go out on Fridays at noon.');

  await page.getByRole('button', { name: /^Workspace:/ }).click();
  await page.getByRole('menuitem', { name: 'All memories…' }).click();
  await search(page).fill('leads to me');
  await page.getByRole('button', { name: /No line leads to me/ }).click();
  await expect(page).toHaveTitle(/lonely\.md — Contexture$/);
  await expect(entryRow(page, 'No line leads to me.')).toBeVisible();
});

test('scrolls to an entry found far down in a memory, even after another position was open in it', async ({
  page,
  homeFolder,
}) => {
  const lines = Array.from({ length: 700 }, (_, at) => `- line ${at} of many\n`).join('');
  await workspaceFolderAt(homeFolder).replace(lines, '.claude/CLAUDE.md');
  for (const at of [640, 320]) {
    await search(page).fill(`line ${at}`);
    await page.getByRole('button', { name: `line ${at} of many` }).click();
    const row = entryRow(page, `line ${at} of many`);
    await expect(row).toBeFocused();
    await expect(row).toBeInViewport();
    await page.keyboard.press('m');
    await page.getByRole('menuitem', { name: 'All memories…' }).click();
    await expect(search(page)).toBeVisible();
  }
});

test('shows more hits on request', async ({ page, homeFolder }) => {
  await workspaceFolderAt(homeFolder).replace('- many of these\n'.repeat(120), '.claude/CLAUDE.md');
  await search(page).fill('many of these');
  const found = page.getByRole('button', { name: 'many of these' });
  await expect(found).toHaveCount(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(found).toHaveCount(100);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(found).toHaveCount(120);
  await expect(page.getByText('120 entries in 1 memory')).toBeVisible();
});

test('moves through the rows by keys, beginning with focus on the first', async ({ page, homeFolder }) => {
  const rows = page.getByRole('listitem').getByRole('button');
  await expect(memories(page, 'Codex')).toBeVisible();
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('j');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(rows.last()).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('Home');
  await expect(rows.first()).toBeFocused();
  expect(await rows.first().getAttribute('title'), 'its path, on demand').toContain(homeFolder);
});

test('shows beside each memory what needs attention', async ({ page, homeFolder }) => {
  const home = workspaceFolderAt(homeFolder);
  await home.replace(Buffer.from([0xff, 0xfe, 0x00]), '.hermes/memories/MEMORY.md');
  const project = join('.claude', 'projects', `${written(homeFolder)}-code-my-app`, 'memory', 'MEMORY.md');
  await home.replace('- one more\n'.repeat(230), project);
  await page.reload();
  const full = memories(page, 'Claude Code').getByRole('button', { name: /my-app/ });
  await expect(full).toContainText('Over its limit: 230 of 200 lines.');
  await expect(memories(page, 'Hermes').getByRole('button', { name: /is not UTF-8 text/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Those that need attention 2' }).click();
  await expect(page.getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Those that need attention 2' }).click();

  // A memory that was opened once shows later changes by others.
  await memories(page, 'OpenClaw').getByRole('button').click();
  await expect(entryRow(page, 'drinks green tea at four')).toBeVisible();
  await page.getByRole('button', { name: /^Workspace:/ }).click();
  await page.getByRole('menuitem', { name: 'All memories…' }).click();
  await expect(memories(page, 'OpenClaw')).not.toContainText('Changed since you last looked');
});

test('keeps a deleted memory on the list, with the reason', async ({ page, homeFolder }) => {
  const notes = workspaceFolderAt(join(homeFolder, 'notes'));
  await notes.create(exampleContext);
  await page.getByRole('textbox', { name: 'Open a file or folder' }).fill(notes.folder);
  await page.keyboard.press('Enter');
  await expect(choices(page)).toHaveCount(12);
  await rm(notes.folder, { recursive: true });
  await page.getByRole('button', { name: 'Workspace: notes' }).click();
  await page.getByRole('menuitem', { name: 'All memories…' }).click();
  await expect(memories(page, 'Contexture').getByRole('button', { name: /There is nothing at/ })).toBeVisible();
});
