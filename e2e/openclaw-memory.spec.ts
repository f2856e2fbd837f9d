import { join } from 'node:path';
import { expectAccessible } from './accessibility.ts';
import { archivedDetails, archivedRow, goToArchive } from './archive-page.ts';
import { expectFile } from './context-text.ts';
import { test as base, expect } from './fixtures.ts';
import { contexture } from './mcp-client.ts';
import { correct, details, entryRow, undoButton } from './review-page.ts';

/** A memory of OpenClaw, with its promoted entries and daily notes. */
const folder = join('.openclaw', 'workspace');
const name = join(folder, 'MEMORY.md');
const noteName = join(folder, 'memory', '2026-05-02.md');
const memory = `# Long-Term Memory

## Facts
- Name: Ann

## Promoted From Short-Term Memory (2026-05-06)

<!-- openclaw-memory-promotion:memory:memory/2026-05-01.md:3:4 -->
- Drink: tea [score=0.878 recalls=0 avg=0.620 source=memory/2026-05-01.md:3-4]
`;
const note = '# Saturday\n- walked to the harbour\n';

const test = base.extend({
  start: async ({ workspace, start }, use) => use({ ...start, args: [workspace.path(name)] }),
});

test.use({ startWith: { [name]: memory, [noteName]: note } });

test('corrects a promoted entry together with OpenClaw’s note on it, and undoes that to the byte', async ({
  page,
  workspace,
}) => {
  await entryRow(page, /tea.*Drink|Drink.*tea/).click();
  await expect(details(page)).toContainText('memory/2026-05-01.md:3-4');
  await expectAccessible(page);
  await correct(page, 'Drink', 'cocoa');
  await expectFile(workspace, memory.replace('tea', 'cocoa'), name);
  await undoButton(page, 'Corrected “Drink”').click();
  await expect(page.getByText('Undone: Corrected “Drink”').first()).toBeVisible();
  await expectFile(workspace, memory, name);
});

test('adds a line of a day to the memory from the command line', async ({ workspace, dataFolder }) => {
  const said = await contexture(workspace.path(name), dataFolder, 'restore', 'harbour');
  expect(said).toBe('Added “walked to the harbour”.\n');
  expect(await workspace.read(name)).toBe(`${memory}- walked to the harbour\n`);
  expect(await workspace.read(noteName)).toBe(note);
});

test('adds a line of a day to the memory in one step, and leaves the day as it is', async ({ page, workspace }) => {
  await goToArchive(page);
  await archivedRow(page, 'walked to the harbour').click();
  await expect(archivedDetails(page).getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await expectAccessible(page);
  await archivedDetails(page).getByRole('button', { name: 'Keep in memory' }).click();
  await expectFile(workspace, `${memory}- walked to the harbour\n`, name);
  await expectFile(workspace, note, noteName);
  await undoButton(page, 'Added “walked to the harbour”').click();
  await expect(page.getByText('Undone: Added').first()).toBeVisible();
  await expectFile(workspace, memory, name);
});
