import { mkdir, readFile, rename, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expectAccessible } from './accessibility.ts';
import { contextPath, exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { contexture } from './mcp-client.ts';
import { agreeTo } from './person.ts';

test.use({ startWith: { [contextPath]: exampleContext } });

test('shows a memory that is a link to another place, and lets the person allow it', async ({
  page,
  workspace,
  dataFolder,
  running,
}) => {
  const place = join(dirname(workspace.folder), 'dotfiles', 'memory.md');
  await mkdir(dirname(place));
  await rename(workspace.path(contextPath), place);
  await symlink(place, workspace.path(contextPath));
  const strip = page.getByRole('region', { name: `${contextPath} leads outside` });
  await expect(strip).toContainText(place);
  await expect(page.getByText('Best workouts on Wednesday evenings')).toBeVisible();
  await expectAccessible(page);
  const person = (...args: string[]) => contexture(workspace.folder, dataFolder, ...args);
  await expect(person('prompt')).rejects.toThrow(`${contextPath} leads to ${place}`);
  await agreeTo(running, () => strip.getByRole('button', { name: `Allow ${contextPath}` }).click());
  await expect(strip).toBeHidden();
  expect(await person('prompt')).toContain('Best workouts on Wednesday evenings');
  await person('add', 'shoe: 42 wide');
  expect(await readFile(place, 'utf8')).toContain('shoe: 42 wide');
  await expect(page.getByText('42 wide')).toBeVisible();
});
