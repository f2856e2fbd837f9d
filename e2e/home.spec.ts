import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decoy } from '#shared/scan/testing/decoys.ts';
import { dayFromNow } from './context-text.ts';
import { allowReading } from './conversations-page.ts';
import { contextPath, exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { choices, correct, entryRow, unfoldStrips } from './review-page.ts';
import { storagePath } from './storage-files.ts';
import { goTo } from './view-steps.ts';
import { workInProgress, workQuestion } from './work-files.ts';
import { workspaceFolderAt } from './workspace-folder.ts';

const memory = `${exampleContext.trimEnd()}
- [${dayFromNow()}|tentative|assistant] deploy_key: ${decoy}
- [${dayFromNow(-2)}|tentative|assistant] tea: green
- [${dayFromNow(-2)}|tentative|assistant] tea: black
`;

test.use({
  startWith: { ...workInProgress, [contextPath]: memory, [storagePath('state_cook_ann')]: '{"kit' },
  viewport: { width: 1280, height: 1100 },
});

test('lists everything that needs attention, and resolves it there', async ({ page, workspace }) => {
  await expect(choices(page)).toHaveCount(15);
  await goTo(page, 'home');
  const attention = page.getByRole('region', { name: 'Needs attention' });
  await expect(attention.getByRole('region', { name: /State · cook, for ann is damaged/ })).toBeVisible();
  await expect(attention.getByRole('region', { name: /Waiting for you/ }).first()).toBeVisible();

  const secret = attention.getByRole('region', { name: /key|secret|token/i }).filter({ hasText: 'Erase everywhere' });
  await secret.getByRole('button', { name: 'Mask' }).click();
  await expect(secret).toBeHidden();
  expect(await workspace.read()).not.toContain(decoy);

  const contradiction = attention.getByRole('region', { name: /“Tea” says two things/ });
  await expect(contradiction).toContainText('green');
  await contradiction.getByRole('button', { name: 'Keep only “black”' }).click();
  await expect(contradiction).toBeHidden();
  expect(await workspace.read()).not.toContain('tea: green');

  // Those actions can be undone here.
  await page.getByRole('heading', { name: 'Learned this week' }).click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(contradiction).toBeVisible();
});

test('shows hits from all memories on top, in place of what waits', async ({ page }) => {
  await expect(choices(page)).toHaveCount(15);
  await goTo(page, 'home');
  const attention = page.getByRole('region', { name: 'Needs attention' });
  await expect(attention.getByRole('region').first()).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search all memories' });
  await search.fill('metric');
  await expect(page.getByRole('button', { name: /metric/ }).first()).toBeInViewport();
  await expect(attention).toBeHidden();
  await search.fill('');
  await expect(attention.getByRole('region').first()).toBeVisible();
});

test('answers no other question on an immediate second click', async ({ page, workspace }) => {
  const file = '.aifriday/contexts/active/notes-12/context.json';
  const text = await workspace.read(file);
  await workspace.create(text.replaceAll('notes-12', 'notes-13'), file.replace('notes-12', 'notes-13'));
  await expect(choices(page)).toHaveCount(15);
  await goTo(page, 'home');
  const asked = page.getByRole('group', { name: workQuestion });
  await expect(asked).toHaveCount(2);
  await asked.first().getByRole('button', { name: 'Keep them' }).click();
  await expect(page.getByRole('button', { name: 'Undo: Answered “Keep them”' })).toBeVisible();
  await expect(asked).toHaveCount(1);
  // The other question has moved under the pointer.
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await asked.getByRole('textbox').fill('Let me think');
  await expect(asked).toHaveCount(1);
  await page
    .getByRole('region', { name: /Note processing.*Waiting for you/ })
    .getByRole('button')
    .first()
    .click();
  await expect(page.getByRole('link', { name: /^Work/ })).toHaveAttribute('aria-current', 'page');
  await expect(asked.getByRole('textbox')).toHaveValue('Let me think');
});

test('opens the week’s learned entries in Review, and returns on Esc', async ({ page }) => {
  await expect(choices(page)).toHaveCount(15);
  await goTo(page, 'history');
  await goTo(page, 'home');
  await expect(page.getByRole('region', { name: /^Learned this week/ }).getByRole('button')).toHaveCount(3);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('grid', { name: 'Versions' })).toBeVisible();
  await goTo(page, 'home');
  await page.getByRole('button', { name: /^Tea black/ }).click();
  await expect(page.getByRole('row', { name: /black/ })).toBeFocused();
});

test('reports a memory of another assistant that is not read completely, and opens it', async ({
  page,
  homeFolder,
}) => {
  const lines = Array.from({ length: 201 }, (_, at) => `- line ${at}\n`).join('');
  await workspaceFolderAt(homeFolder).create(lines, join('.claude', 'agent-memory', 'reviewer', 'MEMORY.md'));
  await expect(choices(page)).toHaveCount(15);
  await goTo(page, 'home');
  const card = page.getByRole('region', { name: 'Claude Code · reviewer' });
  await expect(card).toContainText('The rest is never read.');
  await card.getByRole('button', { name: 'Open' }).click();
  await expect(page).toHaveTitle(/Claude Code · reviewer — Contexture$/);
});

test('reports what waits in a recent memory at Home and on the rail, and opens it by a click', async ({
  page,
  workspace,
  homeFolder,
}) => {
  // They appear a little later than the rows, and push them down.
  await expect(page.getByText('Found here: 1 secret.')).toBeVisible();
  await unfoldStrips(page);
  await expect(page.getByText('“Tea” says two things.')).toBeVisible();
  await correct(page, 'language', 'German');
  await expect(entryRow(page, 'Language, German')).toBeFocused();
  const other = workspaceFolderAt(join(homeFolder, 'garden'));
  await other.create('## Facts\n- roses: red\n', contextPath);
  await goTo(page, 'home');
  await page.getByRole('textbox', { name: 'Open a file or folder' }).fill(other.folder);
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle(/garden — Contexture$/);
  await expect(page.getByRole('img', { name: '1 memory needs attention' })).toBeVisible();

  await workspace.edit((text) => text.replace('German', 'Dutch'));
  await goTo(page, 'home');
  const card = page.getByRole('region', { name: 'assistant' });
  await expect(card).toContainText('Something you corrected, confirmed or pinned was overwritten.');
  await expect(card).toContainText('1 file of agent data can’t be read.');
  await card.getByRole('button', { name: 'Open its work' }).click();
  await expect(page).toHaveTitle(/assistant — Contexture$/);
  await expect(page.getByRole('link', { name: /^Work/ })).toHaveAttribute('aria-current', 'page');
  await goTo(page, 'home');
  await expect(page.getByRole('region', { name: 'For you to decide' })).toContainText('Dutch');
  await expect(page.getByRole('button', { name: 'Open its work' })).toBeHidden();
});

test('lists recent and detected memories in the memory’s menu', async ({ page, homeFolder }) => {
  await workspaceFolderAt(homeFolder).create(
    '- Plays chess.\n',
    join('.claude', 'agent-memory', 'reviewer', 'MEMORY.md'),
  );
  const other = workspaceFolderAt(join(homeFolder, 'garden'));
  await other.create('## Facts\n- roses: red\n', contextPath);
  await expect(choices(page)).toHaveCount(15);
  const menu = page.getByRole('button', { name: /^Workspace:/ });
  await goTo(page, 'home');
  await page.getByRole('textbox', { name: 'Open a file or folder' }).fill(other.folder);
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle(/garden — Contexture$/);
  await menu.click();
  await expect(page.getByRole('menu').locator('[aria-current]')).toContainText('garden');
  await expect(page.getByRole('menuitem')).toContainText([
    'assistant',
    'Claude Code · reviewer',
    'All memories…',
    'Open…',
    'Look at the sample',
  ]);
  await page.getByRole('menuitem', { name: 'Claude Code · reviewer' }).click();
  await expect(page).toHaveTitle(/Claude Code · reviewer — Contexture$/);
});

test('opens any other file or folder from the memory’s menu', { tag: '@web' }, async ({ page, homeFolder }) => {
  const other = workspaceFolderAt(join(homeFolder, 'garden'));
  await other.create('## Facts\n- roses: red\n', contextPath);
  await expect(choices(page)).toHaveCount(15);
  await page.getByRole('button', { name: /^Workspace:/ }).click();
  await page.getByRole('menuitem', { name: 'Open…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'garden' }).click();
  await dialog.getByRole('button', { name: /^Open/ }).click();
  await expect(page).toHaveTitle(/garden — Contexture$/);
  await goTo(page, 'home');
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test.describe('with conversations', () => {
  test.use({ homeWith: 'conversations' });
  test('reports a conversation that is about to be deleted on the rail and at Home, and saves it there', async ({
    page,
  }) => {
    await allowReading(page);
    await goTo(page, 'home');
    const mark = page.getByRole('img', { name: '1 conversation is about to be deleted' });
    await expect(mark).toBeVisible();
    const card = page.getByRole('region', { name: /^Order seeds for the spring/ });
    await expect(card).toContainText('Claude Code will delete this conversation on');
    await card.getByRole('button', { name: 'Save a copy' }).click();
    await expect(card).toBeHidden();
    await goTo(page, 'conversations');
    await expect(mark).toBeHidden();
  });
});

test.describe('in a window in which many entries take two lines', () => {
  const sample = readFileSync(join(import.meta.dirname, '..', 'resources', 'sample', contextPath), 'utf8');
  const learned = `- [${dayFromNow()}|likely|conversation] choir: sings alto`;
  test.use({
    startWith: { [contextPath]: sample },
    viewport: { width: 1024, height: 700 },
  });

  test('opens the row of an entry learned this week, and scrolls to it', async ({ page, workspace }) => {
    await expect(choices(page).first()).toBeVisible();
    await workspace.edit((text) =>
      text.replace('\n## Insights', `${learned}\n\n## Insights`).replace('Friday after lunch', 'Thursday'),
    );
    await expect(page.getByText('1 new, 1 changed')).toBeVisible();
    await goTo(page, 'home');
    await page.getByRole('button', { name: /sings alto/ }).click();
    const row = entryRow(page, /^Choir/);
    await expect(row).toBeFocused();
    await expect(page.getByRole('article', { name: 'Details' })).toContainText('sings alto');
    await expect(row).toBeInViewport({ ratio: 1 });
  });
});
