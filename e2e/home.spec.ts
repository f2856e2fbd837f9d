import { join } from 'node:path';
import { decoy } from '#shared/scan/testing/decoys.ts';
import { dayFromNow } from './context-text.ts';
import { contextPath, exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { storagePath } from './kept-files.ts';
import { choices } from './review-page.ts';
import { goTo } from './view-steps.ts';
import { workInProgress } from './work-files.ts';
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

test('what needs attention is one list, and is answered there', async ({ page, workspace }) => {
  await expect(choices(page)).toHaveCount(15);
  await goTo(page, 'home');
  const attention = page.getByRole('region', { name: 'Needs attention' });
  await expect(attention.getByRole('region', { name: /state_cook_ann is damaged/ })).toBeVisible();
  await expect(attention.getByRole('region', { name: /Waits for you/ }).first()).toBeVisible();

  const secret = attention
    .getByRole('region', { name: /key|secret|token/i })
    .filter({ hasText: 'Erase it everywhere' });
  await secret.getByRole('button', { name: 'Mask' }).click();
  await expect(secret).toBeHidden();
  expect(await workspace.read()).not.toContain(decoy);

  const contradiction = attention.getByRole('region', { name: /“tea” says two things/ });
  await expect(contradiction).toContainText('green');
  await contradiction.getByRole('button', { name: 'Keep only “black”' }).click();
  await expect(contradiction).toBeHidden();
  expect(await workspace.read()).not.toContain('tea: green');

  // What was done there is undone there.
  await page.getByRole('heading', { name: 'Learned this week' }).click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(contradiction).toBeVisible();
});

test('what was learned this week leads to Review, and Esc back to where one was', async ({ page }) => {
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

test('a memory of another assistant that is not read whole is told of, and opened', async ({ page, homeFolder }) => {
  const lines = Array.from({ length: 201 }, (_, at) => `- line ${at}\n`).join('');
  await workspaceFolderAt(homeFolder).create(lines, join('.claude', 'agent-memory', 'reviewer', 'MEMORY.md'));
  await expect(choices(page)).toHaveCount(15);
  await goTo(page, 'home');
  const card = page.getByRole('region', { name: 'Claude Code · reviewer' });
  await expect(card).toContainText('The rest is never read.');
  await card.getByRole('button', { name: 'Open' }).click();
  await expect(page).toHaveTitle('Claude Code · reviewer — Contexture');
});
