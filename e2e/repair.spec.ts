import { join } from 'node:path';
import { expectAccessible } from './accessibility.ts';
import { expectFile } from './context-text.ts';
import { test as base, expect } from './fixtures.ts';
import { entryGrid, repairBy, strip } from './review-page.ts';

/** A memory of Hermes as a person left it: a repeated item, an empty one, and white space. */
const name = join('.hermes', 'memories', 'MEMORY.md');
const untidy = 'Name: Maren Holm\n§\nLikes tea.  \n§\n\n§\nName: Maren Holm\n§\nWorks on a boat.\n';
const asHermesWrites = 'Name: Maren Holm\n§\nLikes tea.\n§\nWorks on a boat.';

const test = base.extend({
  startWith: async ({}, use) => use({ [name]: untidy }),
  start: async ({ workspace, start }, use) => use({ ...start, args: [workspace.path(name)] }),
});

test('previews a repair, and undoes it in one step', async ({ page, workspace }) => {
  const problems = strip(page, 'Problems in the file');
  const rows = entryGrid(page).getByRole('row');
  await expect(rows).toHaveCount(4);
  await problems.getByRole('button', { name: 'Write it as Hermes does…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Write it as Hermes does?' });
  await expect(dialog).toContainText('1 entry removed');
  await expect(dialog.getByRole('region', { name: 'Second copies, removed' }).getByRole('listitem')).toHaveText([
    'Name Maren Holm',
  ]);
  const lines = dialog.getByRole('region', { name: 'Lines that change' });
  await expect(lines).toContainText('Likes tea.··↵');
  await expect(lines).toContainText('Works on a boat.↵');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expectFile(workspace, untidy, name);

  await repairBy(page, 'Write it as Hermes does');
  await expect(problems).toBeHidden();
  await expectFile(workspace, asHermesWrites, name);
  await expect(rows).toHaveCount(3);
  await page.keyboard.press('ControlOrMeta+z');
  await expectFile(workspace, untidy, name);
});
