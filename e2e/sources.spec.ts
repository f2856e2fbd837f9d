import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { expectAccessible } from './accessibility.ts';
import { assistantOn, learned } from './assistant.ts';
import { eventually } from './eventually.ts';
import { contextPath, exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { contexture } from './mcp-client.ts';
import { agreeTo } from './person.ts';

/** The exact text an assistant starts with, and the choice of files in it. */
const settings = '# mine\nmemory_files:\n  - ./AGENTS.md # first\n  - ./PROJECT.md\n';

test.use({
  startWith: {
    [contextPath]: exampleContext,
    '.contexture/settings.yaml': settings,
    'AGENTS.md': '# For agents\n\nBe brief.\n',
    'tools.toml': '[tool]\nname = "saw"\n',
    'ids.json': '{"id": 9007199254740993}\n',
  },
});

const text = (page: Page) => page.getByRole('region', { name: 'What your assistant reads' });
const files = (page: Page) => page.getByRole('list', { name: 'Files in reading order' }).getByRole('listitem');
const file = (page: Page, name: string) => files(page).filter({ hasText: name });
const tab = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function goToAssistant(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'What it reads' }).click();
  await page.getByRole('button', { name: 'Show the exact text' }).click();
  await expect(text(page)).toContainText('0-- ');
}

const template = (page: Page) => page.getByRole('textbox', { name: 'Template' });

/** The copied text, pasted into a field: pages may not read the clipboard themselves. */
async function pasted(page: Page): Promise<string> {
  await template(page).fill('');
  await template(page).press('ControlOrMeta+v');
  await expect(template(page)).not.toHaveValue('');
  return template(page).inputValue();
}

test.beforeEach(async ({ page }) => goToAssistant(page));

test('shows the exact text in order, follows every writer, and copies all of it', async ({
  page,
  workspace,
  dataFolder,
  homeFolder,
}) => {
  const parts = ['AGENTS.md', 'What the memory is for', 'The memory'];
  await expect(text(page).getByRole('heading')).toHaveText(parts);
  await expect(page.getByRole('region', { name: 'Not all files are read' })).toContainText('PROJECT.md (missing)');
  await expect(text(page)).toContainText('[Context from AGENTS.md]');
  await expect(text(page)).toContainText(/\d+-- Best workouts on Wednesday evenings/);
  await expectAccessible(page);
  await assistantOn(workspace.folder, dataFolder, homeFolder).learns(learned('fact', 'coffee', 'two cups'));
  await expect(text(page)).toContainText('coffee: two cups');
  await workspace.replace('Be very brief.\n', 'AGENTS.md');
  await expect(text(page)).toContainText('Be very brief.');
  await tab(page, 'Copy all').click();
  await expect(page.getByText('Copied, exactly as your assistant reads it.')).toBeVisible();
  await tab(page, 'Prompt').click();
  const whole = await pasted(page);
  expect(whole).toMatch(/^\[Context from AGENTS\.md\]\n\nBe very brief\.\n\n# What you know[\s\S]*<\/global-context>$/);
  expect(JSON.parse(await contexture(workspace.folder, dataFolder, 'prompt', '--json'))).toMatchObject({ text: whole });
});

test('shows sentences until the exact text is chosen, and remembers that', async ({ page }) => {
  await page.getByRole('button', { name: 'Show as sentences' }).click();
  await expect(text(page).getByRole('heading', { name: 'Insights' })).toBeVisible();
  await expect(text(page)).toContainText('Best workouts on Wednesday evenings');
  await expect(text(page)).not.toContainText(/\d-- |global-context|\[Context from/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show the exact text' }).click();
  await page.reload();
  await expect(text(page)).toContainText('0-- ');
});

test('lists files with their state, moves them by key, adds and removes them, and keeps comments in the settings', async ({
  page,
  workspace,
}) => {
  await tab(page, 'Sources').click();
  await expect(file(page, 'AGENTS.md')).toContainText('Read');
  await expect(file(page, 'PROJECT.md')).toContainText('Missing');
  await expectAccessible(page);
  await file(page, 'PROJECT.md').getByRole('button', { name: 'Move PROJECT.md up' }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(files(page).first()).toContainText('PROJECT.md');
  // At the end of the list the focus stays too, on a button that does nothing more.
  const up = file(page, 'PROJECT.md').getByRole('button', { name: 'Move PROJECT.md up' });
  await expect(up).toBeFocused();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(files(page).last()).toContainText('PROJECT.md');
  await expect(up).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(files(page).first()).toContainText('PROJECT.md');
  await eventually(() => workspace.read('.contexture/settings.yaml')).toBe(
    '# mine\nmemory_files:\n  - ./PROJECT.md\n  - ./AGENTS.md # first\n',
  );
  await page.getByRole('textbox', { name: 'Add a file' }).fill('./tools.toml');
  await page.keyboard.press('Enter');
  await file(page, 'tools.toml').getByRole('button', { name: 'Look into tools.toml' }).click();
  await expect(page.getByRole('dialog', { name: 'tools.toml' })).toContainText('saw');
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Add a file' }).fill('./ids.json');
  await page.keyboard.press('Enter');
  await file(page, 'ids.json').getByRole('button', { name: 'Look into ids.json' }).click();
  await expect(page.getByRole('dialog', { name: 'ids.json' })).toContainText('9007199254740993');
  await page.keyboard.press('Escape');
  await file(page, 'ids.json').getByRole('button', { name: 'Remove ids.json from the list' }).click();
  await page.getByRole('button', { name: 'Undo: Removed ids.json from the list' }).click();
  await expect(files(page)).toHaveCount(4);
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(files(page)).toHaveCount(3);
  await file(page, 'tools.toml').dragTo(files(page).first());
  await expect(files(page).first()).toContainText('tools.toml');
  // Every press counts, even before the page shows the effect of the one before.
  await file(page, 'tools.toml').getByRole('button', { name: 'Move tools.toml down' }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(files(page).last()).toContainText('tools.toml');
  await file(page, 'PROJECT.md').getByRole('button', { name: 'Remove PROJECT.md from the list' }).click();
  await expect(files(page)).toHaveCount(2);
  await workspace.create('the project\n', 'PROJECT.md');
  await expect(files(page)).toHaveCount(2);
});

test('reads a file outside the workspace only while it is approved', async ({ page, workspace, running }) => {
  await workspace.create('- whatever\n', join('..', 'elsewhere.md'));
  await tab(page, 'Sources').click();
  await page.getByRole('textbox', { name: 'Add a file' }).fill(join(workspace.folder, '..', 'elsewhere.md'));
  await page.keyboard.press('Enter');
  const row = file(page, 'elsewhere.md');
  await expect(row).toContainText('Needs your approval');
  await tab(page, 'What it reads').click();
  await expect(text(page)).not.toContainText('whatever');
  await tab(page, 'Sources').click();
  await agreeTo(running, () => row.getByRole('button', { name: 'Approve elsewhere.md' }).click());
  await expect(row).toContainText('6 tokens');
  await tab(page, 'What it reads').click();
  await expect(text(page)).toContainText('whatever');
  await tab(page, 'Sources').click();
  await row.getByRole('button', { name: 'Withdraw the approval of elsewhere.md' }).click();
  await expect(row).toContainText('Needs your approval');
});

test('reports a list item that is not a path, and keeps it when a file is added', async ({ page, workspace }) => {
  await workspace.replace('memory_files:\n  - ./AGENTS.md\n  - 5\n', '.contexture/settings.yaml');
  const said = page.getByRole('region', { name: 'Not all files are read' });
  await expect(said).toContainText('lists “5”, which is not a path');
  await tab(page, 'Sources').click();
  await expect(files(page)).toHaveCount(1);
  await expect(said).toContainText('lists “5”');
  await page.getByRole('textbox', { name: 'Add a file' }).fill('./tools.toml');
  await page.keyboard.press('Enter');
  await expect(files(page)).toHaveCount(2);
  expect(await workspace.read('.contexture/settings.yaml')).toBe(
    'memory_files:\n  - ./AGENTS.md\n  - 5\n  - ./tools.toml\n',
  );
  await workspace.replace('memory_files: [./AGENTS.md\n', '.contexture/settings.yaml');
  await expect(said).toContainText('settings.yaml can’t be read');
  await expect(page.getByText('No files yet')).toBeHidden();
});

test('greys out text past the limit, with a way to fix it', async ({ page, workspace }) => {
  await workspace.replace(`${settings}max_tokens: 100\n`, '.contexture/settings.yaml');
  await workspace.replace('many words on one line\n'.repeat(100), 'AGENTS.md');
  const over = page.getByRole('region', { name: 'Over the limit' });
  await expect(over).toContainText('over the limit');
  await expect(text(page)).toContainText('The limit is reached here.');
  await expectAccessible(page);
  await over.getByRole('button', { name: 'Look at the sources' }).click();
  await expect(page.getByRole('region', { name: 'Over the limit' })).toContainText('The largest is AGENTS.md');
});

test('fills in a person’s template, saves it and copies the result', async ({ page }) => {
  await tab(page, 'Prompt').click();
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result).toContainText('0-- unit_preference: metric');
  await template(page).fill('Today {{today}}.\n{{global_context}}\nGo.');
  await expect(result).toContainText(
    /Today \d{4}-\d{2}-\d{2}\.\s*<global-context>\s*0-- unit_preference: metric[\s\S]*<\/global-context>\s*Go\./,
  );
  await expectAccessible(page);
  await tab(page, 'Copy the result').click();
  await expect(page.getByText('Copied, with the memory filled in.')).toBeVisible();
  // Files come first here, too.
  expect(await pasted(page)).toMatch(/^\[Context from AGENTS\.md\][\s\S]*\n\nToday \d{4}/);
  await tab(page, 'What it reads').click();
  await tab(page, 'Prompt').click();
  await expect(template(page)).toHaveValue(/\n\nToday/);
  await tab(page, 'Use the usual template').click();
  await expect(template(page)).toHaveValue(/\{\{global_context\}\}/);
});
