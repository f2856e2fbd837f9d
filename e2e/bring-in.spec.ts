import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decoy } from '../shared/scan/testing/decoys.ts';
import { eventually } from './eventually.ts';
import { expect, test } from './fixtures.ts';
import { contexture } from './mcp-client.ts';

const memory = ['Name: Maren', 'Likes tea.'].join('\n§\n');

test.describe('a list that is not a memory', () => {
  test.use({ startWith: { '.hermes/memories/MEMORY.md': memory } });

  test('is imported into any memory on the command line, without known entries', async ({ workspace, dataFolder }) => {
    const path = join(workspace.folder, '.hermes/memories/MEMORY.md');
    const list = join(workspace.folder, 'list.json');
    await writeFile(
      list,
      JSON.stringify({ results: [{ memory: 'likes tea' }, { memory: 'Sails' }, { memory: 'Name: Mary' }] }),
    );
    const shown = await contexture(path, dataFolder, 'import', list, '--list');
    expect(shown).toContain('known     likes tea');
    expect(shown).toContain('differs   Name: Mary (now: Name: Maren)');
    expect(await contexture(path, dataFolder, 'import', list)).toContain('Added “Sails”.');
    expect(await workspace.read('.hermes/memories/MEMORY.md')).toBe(`${memory}\n§\nSails`);
    expect(await contexture(path, dataFolder, 'import', list)).toContain('Nothing in that list is new.');
  });
});

test('imports a pasted list in one step after preview and selection', async ({ page, workspace }) => {
  const before = await workspace.read();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Import a list…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import a list' });
  const list = dialog.getByRole('textbox', { name: 'The list' });
  await list.fill(`- the token is ${decoy}\n`);
  await expect(dialog.getByText('Holds what looks like a GitHub token')).toBeVisible();
  await list.fill('- language: English\n- Sails at weekends\n- Has two cats\n- Has two cats\n');
  const rows = dialog.getByRole('list', { name: 'The list' }).getByRole('checkbox');
  await expect(rows).toHaveCount(4);
  await expect(dialog.getByText('Known already: language: English')).toBeVisible();
  await expect(dialog.getByText('Already in the list above')).toBeVisible();
  await dialog.getByLabel('Has two cats').first().uncheck();
  await expect(dialog.getByText(/Holds what looks like/)).toBeHidden();
  await dialog.getByRole('button', { name: 'Import 1 entry' }).click();
  await expect(dialog).toBeHidden();
  await eventually(() => workspace.read()).toMatch(
    /^- \[\d{4}-\d\d-\d\d\|certain\|user_correction\] Sails at weekends$/m,
  );
  expect(await workspace.read()).not.toContain('cats');
  await page.keyboard.press('Control+z');
  const uncounted = (text: string): string => text.replace(/^(?:last_updated|version|token_estimate):.*\n/gm, '');
  await eventually(async () => uncounted(await workspace.read())).toBe(uncounted(before));
});
