import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from './eventually.ts';
import { expect, test } from './fixtures.ts';
import { details, entryRow } from './review-page.ts';

const memory = ['Name: Maren', 'works on a boat'].join('\n§\n');

test('gives no warning about a limit for a memory without one', async ({ page, homeFolder }) => {
  const rules = join(homeFolder, '.claude/CLAUDE.md');
  await mkdir(join(homeFolder, '.claude'), { recursive: true });
  await writeFile(rules, '# Rules\n\n'.concat('- answer in short sentences and say why it is so\n'.repeat(300)));
  await page.locator('[data-row]').filter({ hasText: 'English' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy to another memory…' }).click();
  const copying = page.getByRole('dialog', { name: 'Copy this entry to another memory' });
  await expect(copying.getByText(/It loses .*how sure it is.* there/)).toBeVisible();
  await expect(copying.getByText(/over its limit/)).toBeHidden();
});

test('copies an entry to another assistant’s memory, and corrects it in both at once', async ({
  page,
  homeFolder,
  workspace,
}) => {
  const path = join(homeFolder, '.hermes/memories/MEMORY.md');
  await mkdir(join(homeFolder, '.hermes/memories'), { recursive: true });
  await writeFile(path, memory);
  const text = (): Promise<string> => readFile(path, 'utf8');
  const row = page.locator('[data-row]').filter({ hasText: 'English' });
  const pick = async (name: string): Promise<void> => {
    await row.click({ button: 'right' });
    await page.getByRole('menuitem', { name }).click();
  };

  await pick('Copy to another memory…');
  const copying = page.getByRole('dialog', { name: 'Copy this entry to another memory' });
  await expect(copying.getByRole('radio', { name: 'Hermes · Memory' })).toBeChecked();
  await expect(copying.getByText(/It loses .*how sure it is.* there/)).toBeVisible();
  await copying.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(copying).toBeHidden();
  await eventually(text).toBe(`${memory}\n§\nlanguage: English`);

  await pick('Correct in all memories…');
  const alike = page.getByRole('dialog', { name: 'The same in other memories' });
  await expect(alike.getByRole('checkbox')).toBeChecked();
  await alike.getByLabel('What all of them should say').fill('German');
  await alike.getByRole('button', { name: 'Correct in 2 memories' }).click();
  const done = page.getByRole('dialog', { name: 'Corrected' });
  await expect(done.getByRole('listitem')).toHaveText([/: corrected$/, /: corrected$/]);
  await done.getByRole('button', { name: 'Close' }).last().click();
  await eventually(text).toBe(`${memory}\n§\nlanguage: German`);
  expect(await workspace.read()).toContain('] language: German');
});

test('moves an entry from its details to another memory, shows it there, and undoes the move in one step', async ({
  page,
  homeFolder,
  workspace,
}) => {
  const path = join(homeFolder, '.hermes/memories/MEMORY.md');
  await mkdir(join(homeFolder, '.hermes/memories'), { recursive: true });
  await writeFile(path, memory);
  const text = (): Promise<string> => readFile(path, 'utf8');
  const moving = page.getByRole('dialog', { name: 'Move this entry to another memory' });
  const move = async (): Promise<void> => {
    await entryRow(page, 'Language, English').click();
    await details(page).getByRole('button', { name: 'Move to another memory…' }).click();
    await expect(moving.getByRole('radio', { name: 'Hermes · Memory' })).toBeChecked();
    await moving.getByRole('button', { name: 'Move', exact: true }).click();
    await expect(moving).toBeHidden();
    await eventually(text).toBe(`${memory}\n§\nlanguage: English`);
  };
  await move();
  await expect(entryRow(page, 'Language, English')).toBeHidden();
  await page.getByRole('button', { name: 'Undo: Moved 1 entry to Hermes · Memory.' }).click();
  await eventually(text).toBe(memory);
  await expect(entryRow(page, 'Language, English')).toBeVisible();
  expect(await workspace.read()).toContain('language: English');

  await move();
  await page.getByRole('button', { name: 'Open: Moved 1 entry to Hermes · Memory.' }).click();
  await expect(page).toHaveTitle(/Hermes · Memory — Contexture$/);
  await expect(entryRow(page, 'English')).toBeFocused();
});

test('preselects none of several memories', async ({ page, homeFolder }) => {
  await mkdir(join(homeFolder, '.hermes/memories'), { recursive: true });
  await writeFile(join(homeFolder, '.hermes/memories/MEMORY.md'), memory);
  await writeFile(join(homeFolder, '.hermes/memories/USER.md'), 'Name: Maren');
  await entryRow(page, 'Language, English').click();
  await details(page).getByRole('button', { name: 'Move to another memory…' }).click();
  const moving = page.getByRole('dialog', { name: 'Move this entry to another memory' });
  const go = moving.getByRole('button', { name: 'Move', exact: true });
  await expect(moving.getByRole('radio')).toHaveCount(2);
  await expect(moving.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(go).toBeDisabled();
  await moving.getByRole('radio', { name: 'Hermes · About you' }).check();
  await go.click();
  await expect(moving).toBeHidden();
  await eventually(() => readFile(join(homeFolder, '.hermes/memories/USER.md'), 'utf8')).toBe(
    'Name: Maren\n§\nlanguage: English',
  );
});
