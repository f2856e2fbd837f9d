import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { expectAccessible } from './accessibility.ts';
import { archivedDetails, archivedRow, goToArchive, restoreArchived } from './archive-page.ts';
import { expectFile } from './context-text.ts';
import { eventually } from './eventually.ts';
import { test as base, expect } from './fixtures.ts';
import { contexture } from './mcp-client.ts';
import { details, editField, entryRow, strip, undoButton, unfoldStrips } from './review-page.ts';

/** A memory of Claude Code: an index with more lines than are read, and a topic file for each. */
const folder = join('.claude', 'projects', '-home-ann-tea', 'memory');
const index = join(folder, 'MEMORY.md');
const topicFile = (file: string): string => join(folder, file);
const count = 220;
const lineOf = (n: number): string => `- [Topic ${n}](topic-${n}.md) — hook of ${n}\n`;
const types = ['user', 'feedback', 'project', 'reference'];
const topic = (n: number): string =>
  `---\nname: Topic ${n}\ndescription: hook of ${n}\nmetadata:\n  node_type: memory\n  type: ${types[n % 4]}\n  originSessionId: session-${n}\n  modified: 2026-05-01T08:00:00Z\n---\n\nSaid on day ${n}.\n\nSee [[Topic ${n + 1}]] and [[nowhere]].\n`;
const numbers = Array.from({ length: count }, (_, at) => at + 1);
const memory = numbers.map(lineOf).join('');
const unlisted = '---\nname: Unlisted\ndescription: nobody leads here\ntype: user\n---\n\nHello.\n';

const files = {
  [index]: memory,
  ...Object.fromEntries(
    numbers.map((n) => [topicFile(`topic-${n}.md`), n === 1 ? topic(n) : topic(n).replace(' and [[nowhere]]', '')]),
  ),
  [topicFile('unlisted.md')]: unlisted,
};
const lastTopic = topic(count).replace(' and [[nowhere]]', '');

const test = base.extend({
  startWith: async ({}, use) => use(files),
  start: async ({ workspace, start }, use) => use({ ...start, args: [workspace.path(folder)] }),
  page: async ({ page }, use) => {
    // Problems appear a moment after the rows and push them down: an earlier click would hit another row.
    await unfoldStrips(page);
    await expect(problems(page)).toBeVisible();
    await use(page);
  },
});

const problems = (page: Page) => strip(page, 'Lines and their files');
const dialog = (page: Page) => page.getByRole('dialog');

test('says how much is read, where reading stops, and what is never read', async ({ page }) => {
  await expect(page.getByRole('meter', { name: 'Read by your assistant' })).toHaveAttribute(
    'aria-valuetext',
    '220 of 200 lines · 110% · 20 entries are never read',
  );
  await page.getByRole('button', { name: 'How this is estimated' }).click();
  await expect(dialog(page)).toContainText('Claude Code reads the first 200 lines or 25 KB of this file');
  await page.keyboard.press('Escape');
  await strip(page, 'Never read').getByRole('button', { name: 'Show them' }).click();
  await expect(
    entryRow(page, /Topic 201, hook of 201, user.*never read|Topic 201, hook of 201, feedback, never read/),
  ).toBeFocused();
  await expect(page.getByRole('row', { name: 'Claude Code stops reading here (line 200)' })).toBeInViewport();
  await expect(entryRow(page, /Topic 200, hook of 200, user$/)).toBeVisible();
  await expect(details(page)).toContainText('Never read: Claude Code stops above it.');
  await expectAccessible(page);
});

test('shows on the command line where reading stops and which lines and files don’t match', async ({
  workspace,
  dataFolder,
}) => {
  const said = await contexture(workspace.path(folder), dataFolder, 'show');
  expect(said).toContain('Claude Code stops reading here (line 200)');
  expect(said).toContain('No line leads to unlisted.md, so Claude Code never learns of it.\n');
  expect(said).toContain('topic-1.md mentions [[nowhere]], which isn’t a topic.\n');
});

test('shows both days beside a line and a text that disagree, until one of them is corrected', async ({
  page,
  workspace,
}) => {
  await workspace.replace(topic(2).replace('Said on day 2.', 'Told on Thursdays.'), topicFile('topic-2.md'));
  await workspace.replace(memory.replace('hook of 2\n', 'told on Fridays\n'), index);
  await problems(page)
    .getByRole('button', { name: /problems? between lines and the files they name/ })
    .click();
  await expect(problems(page)).toContainText('“Topic 2” says “Fridays”, and its text “Thursdays”.');
  await problems(page).getByRole('button', { name: 'Show both' }).click();
  await expect(details(page)).toContainText(
    'The line says “Fridays”, the text “Thursdays”. Edit the one that is wrong.',
  );
  await details(page).getByRole('button', { name: 'Edit summary' }).click();
  await editField(page, 'Topic 2').fill('told on Thursdays');
  await page.keyboard.press('Enter');
  await expect(details(page)).not.toContainText('Edit the one that is wrong');
});

test('renders bold text and code in a topic', async ({ page, workspace }) => {
  await workspace.replace(topic(3).replace('Said on day 3.', '**Why:** see `notes.md`.'), topicFile('topic-3.md'));
  await entryRow(page, /Topic 3,/).click();
  await expect(details(page)).toContainText('Why: see notes.md.');
});

test('filters topics by type', async ({ page }) => {
  const chips = page.getByRole('group', { name: 'Types' });
  await chips.getByRole('button', { name: 'Feedback 55' }).click();
  await expect(page.getByRole('search')).toContainText('55 of 220');
  await expect(entryRow(page, /Topic 1,/)).toBeVisible();
  await expect(entryRow(page, /Topic 2,/)).toHaveCount(0);
  await expectAccessible(page);
  await chips.getByRole('button', { name: 'Feedback 55', pressed: true }).click();
  await expect(entryRow(page, /Topic 2,/)).toBeVisible();
});

test('treats a topic of type project as about a project, lets others be marked, and leaves the index unchanged', async ({
  page,
  workspace,
}) => {
  const about = page.getByRole('combobox', { name: 'About' });
  await about.selectOption({ label: 'Topic 2 (1)' });
  await expect(page.getByRole('search')).toContainText('1 of 220');
  await entryRow(page, /Topic 2,/).click();
  await expect(details(page)).toContainText('Topic 2 · a project');
  await details(page).getByRole('button', { name: 'Edit who or what it’s about' }).click();
  // The name follows the type, so it is changed there.
  await expect(dialog(page).getByRole('button', { name: 'About me after all' })).toHaveCount(0);
  await dialog(page).getByRole('combobox', { name: 'Name' }).fill('Acme');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await about.selectOption({ label: 'Acme (1)' });
  await expect(entryRow(page, /Topic 2,.*about Acme/)).toBeVisible();
  await undoButton(page, 'About “Acme”: “Topic 2”').click();
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  await about.selectOption({ label: 'Topic 2 (1)' });
  await entryRow(page, /Topic 2,/).click();
  await details(page).getByRole('combobox', { name: 'Type' }).selectOption({ label: 'User' });
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  await expectFile(workspace, memory, index);
});

test('moves an entry up into the part that is read, and undoes that to the byte', async ({ page, workspace }) => {
  await strip(page, 'Never read').getByRole('button', { name: 'Show them' }).click();
  await details(page).getByRole('button', { name: 'Move up…' }).click();
  await expect(dialog(page)).toContainText('20 entries are never read, as many as now.');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await page.keyboard.press('h');
  await expect(dialog(page)).toContainText('20 entries are never read, as many as now.');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Move up' }).click();
  await expectFile(workspace, lineOf(201) + memory.replace(lineOf(201), ''), index);
  await expect(entryRow(page, /hook of 201/)).not.toHaveAccessibleName(/never read/);
  await undoButton(page, 'Moved up “Topic 201”').click();
  await expectFile(workspace, memory, index);
});

test('corrects a hook in the line and in its topic, and undoes both in one step', async ({ page, workspace }) => {
  await entryRow(page, 'hook of 2,').dblclick();
  const field = editField(page, 'Topic 2');
  await field.fill('another hook');
  await field.press('Enter');
  await expectFile(workspace, memory.replace('— hook of 2\n', '— another hook\n'), index);
  const before = topic(2).replace(' and [[nowhere]]', '');
  await expectFile(
    workspace,
    before.replace('description: hook of 2', 'description: another hook'),
    topicFile('topic-2.md'),
  );
  await undoButton(page, 'Corrected “Topic 2”').click();
  await expectFile(workspace, memory, index);
  await expectFile(workspace, before, topicFile('topic-2.md'));
});

test('shows a topic’s text and links, edits it, and resolves a simultaneous change', async ({ page, workspace }) => {
  await entryRow(page, /Topic 1,/).click();
  const text = details(page).getByRole('region', { name: 'Text of “Topic 1”' });
  await expect(text).toContainText('Said on day 1.');
  await expect(details(page)).toContainText('session-1');
  await details(page).getByRole('combobox', { name: 'Type' }).selectOption('Reference');
  const retyped = topic(1).replace('type: feedback', 'type: reference');
  await expectFile(workspace, retyped, topicFile('topic-1.md'));
  await text.getByRole('button', { name: 'Edit text' }).click();
  const field = text.getByRole('textbox', { name: 'Text of “Topic 1”' });
  await expect(field).toBeFocused();
  await field.fill('Mine.');
  await workspace.replace(retyped.replace('Said on day 1.', 'Theirs.'), topicFile('topic-1.md'));
  await expectFile(workspace, retyped.replace('Said on day 1.', 'Theirs.'), topicFile('topic-1.md'));
  await text.getByRole('button', { name: 'Save' }).click();
  const both = text.getByRole('alert', { name: 'Two versions of this text' });
  await expect(both).toContainText('Theirs.');
  await expectAccessible(page);
  await both.getByRole('button', { name: 'Keep mine' }).click();
  await expectFile(workspace, retyped.replace(/Said on day 1[\s\S]*$/, 'Mine.\n'), topicFile('topic-1.md'));
  await expect(text.getByRole('button', { name: 'Edit text' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expectFile(workspace, retyped.replace('Said on day 1.', 'Theirs.'), topicFile('topic-1.md'));
  await text.getByRole('button', { name: 'Topic 2' }).click();
  await expect(entryRow(page, /Topic 2,/)).toBeFocused();
});

test('renames a topic’s file with its line and the links to it, and undoes that in one step', async ({
  page,
  workspace,
}) => {
  const before = await workspace.read(topicFile('topic-1.md'));
  await entryRow(page, /Topic 2,/).click();
  const file = () => details(page).getByRole('textbox', { name: 'File' });
  await details(page).getByText('In the file').click();
  await details(page).getByRole('button', { name: 'Edit file' }).click();
  await file().fill('topic-1.md');
  await file().press('Enter');
  await expect(details(page).getByRole('alert')).toContainText('There is a file topic-1.md already.');
  await file().fill('tides');
  await file().press('Enter');
  await expect(undoButton(page, 'Renamed “topic-2.md” to “tides.md”')).toBeVisible();
  await expect(details(page)).toContainText('tides.md');
  await expectFile(workspace, memory.replace('(topic-2.md)', '(tides.md)'), index);
  await eventually(() => workspace.exists(topicFile('topic-2.md'))).toBe(false);
  expect(await workspace.read(topicFile('tides.md'))).toContain('day 2');
  await expect.soft(details(page).getByRole('region', { name: 'Text of “Topic 2”' })).toContainText('day 2');
  await undoButton(page, 'Renamed “topic-2.md” to “tides.md”').click();
  await expectFile(workspace, memory, index);
  await expectFile(workspace, before, topicFile('topic-1.md'));
  await eventually(() => workspace.exists(topicFile('tides.md'))).toBe(false);
});

test('deletes and archives a topic with its line, and restores both unchanged', async ({ page, workspace }) => {
  await entryRow(page, /Topic 2,/).click();
  await page.keyboard.press('Delete');
  await expectFile(workspace, memory.replace(lineOf(2), ''), index);
  await eventually(() => workspace.exists(topicFile('topic-2.md'))).toBe(false);
  await undoButton(page, 'Deleted “Topic 2”').click();
  await expectFile(workspace, memory, index);
  const before = topic(2).replace(' and [[nowhere]]', '');
  await expectFile(workspace, before, topicFile('topic-2.md'));
  await entryRow(page, /Topic 2,/).click();
  await page.keyboard.press('a');
  await expectFile(workspace, memory.replace(lineOf(2), ''), index);
  await eventually(() => workspace.exists(topicFile('topic-2.md'))).toBe(false);
  await goToArchive(page);
  await archivedRow(page, 'hook of 2').click();
  await expect(archivedDetails(page)).toContainText('Said on day 2.');
  await restoreArchived(page, 'hook of 2');
  await expectFile(workspace, before, topicFile('topic-2.md'));
  await eventually(async () => (await workspace.read(index)).includes(lineOf(2))).toBe(true);
});

test('lists mismatches between lines and topic files, and mends each in one step', async ({ page, workspace }) => {
  await problems(page)
    .getByRole('button', { name: /between lines and the files they name/ })
    .click();
  const list = problems(page).getByRole('list');
  await expect(list).toContainText('No line leads to unlisted.md, so Claude Code never learns of it.');
  await expect(list).toContainText('topic-1.md mentions [[nowhere]], which isn’t a topic.');
  await expectAccessible(page);
  await list.getByRole('button', { name: 'Add a line' }).click();
  await eventually(async () =>
    (await workspace.read(index)).split('\n').indexOf('- [Unlisted](unlisted.md) — nobody leads here'),
  ).toBe(199);
  await expect(list).not.toContainText('unlisted.md');
  await undoButton(page, 'Added a line for “Unlisted”').click();
  await expectFile(workspace, memory, index);
  await list.getByRole('button', { name: 'Delete the file…' }).click();
  await dialog(page).getByRole('button', { name: 'Delete the file' }).click();
  await eventually(() => workspace.exists(topicFile('unlisted.md'))).toBe(false);
  await undoButton(page, 'Deleted “unlisted.md”').click();
  await expectFile(workspace, unlisted, topicFile('unlisted.md'));

  await workspace.remove(topicFile(`topic-${count}.md`));
  await expect(list).toContainText(`“Topic ${count}” leads to topic-${count}.md, which is not there.`);
  await list.getByRole('button', { name: 'Restore the file' }).click();
  await expectFile(workspace, lastTopic, topicFile(`topic-${count}.md`));

  await workspace.append(lineOf(3), index);
  await expect(list).toContainText('2 lines lead to topic-3.md.');
  await list.getByRole('button', { name: 'Delete “Topic 3”' }).last().click();
  await expectFile(workspace, memory, index);
  expect(workspace.exists(topicFile('topic-3.md'))).toBe(true);
});
