import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Page } from 'playwright/test';
import { createLock } from '../electron/node/lock.ts';
import { expectAccessible } from './accessibility.ts';
import { eventually } from './eventually.ts';
import { expect, test } from './fixtures.ts';
import { agentStorages, storagePath } from './storage-files.ts';
import { goTo, review } from './view-steps.ts';
import type { WorkspaceFolder } from './workspace-folder.ts';

const built = join(import.meta.dirname, '..', 'out', 'cli');
const builtApp = join(built, 'contexture.js');
const library = pathToFileURL(join(built, 'library.js')).href;

/** Runs an agent that stores something, in a separate process. */
async function runAgent(workspace: WorkspaceFolder, dataFolder: string, work: string): Promise<void> {
  const program = `
    import { createContext } from ${JSON.stringify(library)};
    const context = await createContext({ workspace: ${JSON.stringify(workspace.folder)}, agent: 'support', identity: { user: 'ann' } });
    ${work}
    await context.save();
    await context.close();`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, CONTEXTURE_DATA_DIR: dataFolder },
  });
}

const list = (page: Page) => page.getByRole('grid', { name: 'Agent data' });
const row = (page: Page, name: RegExp) => list(page).getByRole('row', { name });
const details = (page: Page) => page.getByRole('article', { name: 'Details' });
const undo = (page: Page, name: RegExp) => page.getByRole('button', { name }).click();
const contents = async (workspace: WorkspaceFolder, names: readonly string[]) =>
  Object.fromEntries(
    await Promise.all(
      names.map(async (name) => [
        name,
        workspace.exists(name) ? (await workspace.readBytes(name)).toString('hex') : null,
      ]),
    ),
  );
const showAgentData = async (page: Page): Promise<void> => {
  await review(page);
  await goTo(page, 'kept');
  await expect(list(page).or(page.getByRole('heading', { name: 'No agent data here' }))).toBeVisible();
};
/** Replaces the text of an editor. */
const write = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
};

test.describe('an agent that begins to store data', () => {
  test('shows it at once, marks it as new until seen, and reads the person’s corrections', async ({
    page,
    workspace,
    dataFolder,
  }) => {
    await showAgentData(page);
    await expect(page.getByRole('heading', { name: 'No agent data here' })).toBeVisible();
    await runAgent(workspace, dataFolder, `context.state.set('theme', 'dark');`);
    await expect(row(page, /^State of support for ann, New/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Since you last looked' })).toContainText('new or changed');
    await expect(page.getByRole('img', { name: 'Changed since you last looked' })).toBeVisible();

    await row(page, /^State/).click();
    await page.keyboard.press('Enter');
    const tree = page.getByRole('tree', { name: 'State of support for ann' });
    await expect(tree.getByRole('treeitem', { name: /theme/ })).toContainText('dark');
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    const editor = page.getByRole('textbox', { name: 'Text of “State of support for ann”' });
    await expect(editor).toBeFocused();
    await expect(editor).toContainText('"theme": "dark"');
    await write(page, '{ "theme": "light", "by": "ann" }\n');
    await page.keyboard.press('ControlOrMeta+s');
    await eventually(() => workspace.read(storagePath('state_support_ann'))).toBe(
      '{ "theme": "light", "by": "ann" }\n',
    );

    await runAgent(
      workspace,
      dataFolder,
      `context.state.set('seen', context.state.get('theme')); context.state.delete('by');`,
    );
    await expect(editor).toContainText('"seen": "light"');
    const inside = page.getByRole('region', { name: '2 values changed since you last looked' });
    await expect(inside.getByRole('listitem')).toHaveText(['by"ann"', 'seen"light"']);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(row(page, /^State of support for ann, today/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Since you last looked' })).toBeHidden();

    await runAgent(workspace, dataFolder, `context.state.set('theme', 'dark');`);
    await row(page, /^State of support for ann, Changed/).dblclick();
    const changed = page.getByRole('region', { name: '1 value changed since you last looked' });
    await expect(changed.getByRole('listitem')).toHaveText('theme"light""dark"');
    await page.getByRole('button', { name: 'Back' }).click();
    await row(page, /^State of support for ann, today/).dblclick();
    await expect(page.getByRole('tree')).toBeVisible();
    await expect(changed).toBeHidden();
  });
});

test('shows data stored by an agent program’s tools at once, too', { tag: '@further' }, async ({
  page,
  workspace,
  dataFolder,
}) => {
  await showAgentData(page);
  const client = new Client({ name: 'shop', version: '1.0.0' });
  const env = { ...(process.env as Record<string, string>), CONTEXTURE_DATA_DIR: dataFolder };
  const args = [builtApp, 'mcp', workspace.folder, '--agent'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'pipe' }));
  await client.callTool({ name: 'state_set', arguments: { agent: 'shop', user: 'ann', values: { cart: 2 } } });
  await expect(row(page, /^State of shop for ann, New/)).toBeVisible();
  await client.callTool({ name: 'state_set', arguments: { agent: 'shop', user: 'ann', values: { cart: null } } });
  await expect(row(page, /^State of shop for ann, Empty, New/)).toBeVisible();
  await client.close();
});

test.describe('data of two agents', () => {
  test.use({ startWith: agentStorages });

  test('loses one item of a list, and stays otherwise as written', async ({ page, workspace }) => {
    await showAgentData(page);
    const path = storagePath('state_coach_ann');
    const before = await workspace.read(path);
    await expect(row(page, /^State of coach for ann/)).toContainText(
      'Theme dark · Units metric · Goals › squat 140 · Bench › now 84',
    );
    await row(page, /^State of coach for ann/).dblclick();
    const tree = page.getByRole('tree', { name: 'State of coach for ann' });
    await tree.getByRole('treeitem', { name: /pull/ }).click();
    await expect(details(page).getByRole('heading', { name: 'Item 2' })).toBeVisible();
    await expect(details(page).getByRole('heading', { name: 'All of “State”' })).toBeVisible();
    await details(page).getByRole('button', { name: 'Remove item 2' }).click();
    await eventually(() => workspace.read(path)).toBe(before.replace(/"pull",\s*/, ''));
    await expect(tree.getByRole('treeitem', { name: /pull/ })).toHaveCount(0);
    await undo(page, /^Undo: Corrected “State of coach for ann”/);
    await eventually(() => workspace.read(path)).toBe(before);
    // The key applies to the selected item, and not to the whole storage.
    await expect(tree.getByRole('treeitem', { name: /pull/ })).toBeVisible();
    await tree.getByRole('treeitem', { name: /legs/ }).click();
    await page.keyboard.press('Delete');
    await eventually(() => workspace.read(path)).toBe(before.replace(/,\s*"legs"/, ''));
    await undo(page, /^Undo: Corrected “State of coach for ann”/);
    await eventually(() => workspace.read(path)).toBe(before);
    await page.setViewportSize({ width: 640, height: 480 });
    await tree.getByRole('treeitem', { name: /push/ }).click();
    await page.getByRole('button', { name: 'Details' }).click();
    await expect(details(page).getByRole('button', { name: 'Remove item 1' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('link', { name: /^Agent data/ }).click();
    await expect(list(page)).toBeVisible();
  });

  test('keeps the selection when an agent changes the list, and clears it when the item is gone', {
    tag: '@further',
  }, async ({ page, workspace }) => {
    await showAgentData(page);
    const path = storagePath('state_coach_ann');
    const before = await workspace.read(path);
    await row(page, /^State of coach for ann/).dblclick();
    const tree = page.getByRole('tree', { name: 'State of coach for ann' });
    await tree.getByRole('treeitem', { name: /legs/ }).click();
    const withOneMore = before.replace('"push"', '"rest",\n      "push"');
    await workspace.replace(withOneMore, path);
    await expect(tree.getByRole('treeitem', { name: /rest/ })).toBeVisible();
    await expect(tree.getByRole('treeitem', { name: /legs/, selected: true })).toBeFocused();
    await page.keyboard.press('Delete');
    const withoutLegs = withOneMore.replace(/,\s*"legs"/, '');
    await eventually(() => workspace.read(path)).toBe(withoutLegs);
    await expect(tree.getByRole('treeitem', { name: /legs/ })).toHaveCount(0);
    await tree.getByRole('treeitem', { name: /push/ }).click();
    await workspace.replace(withoutLegs.replace(/"push",\s*/, ''), path);
    await expect(tree.getByRole('treeitem', { name: /push/ })).toHaveCount(0);
    await expect(tree.getByRole('treeitem', { selected: true })).toHaveCount(0);
    await expect(details(page).getByRole('button', { name: /^Remove item/ })).toHaveCount(0);
    // The first press selects the item that took its place.
    await page.keyboard.press('Delete');
    await expect(tree.getByRole('treeitem', { name: /pull/, selected: true })).toBeFocused();
    await expect(details(page)).toContainText('Item 2');
    expect(await workspace.read(path)).toBe(withoutLegs.replace(/"push",\s*/, ''));
  });

  test('is grouped by agent and person, with problems in words, and filtered by them', async ({ page }) => {
    await showAgentData(page);
    await expect(list(page).getByRole('heading')).toHaveText([
      'coach',
      'For ann',
      'For bob',
      'cook',
      'For ann',
      'For anyone',
      'Owner unknown',
    ]);
    await expect(row(page, /^State of coach for bob, Empty/)).toBeVisible();
    await expect(row(page, /^Notes of cook for ann, Damaged/)).toBeVisible();
    // A storage without data is listed under its own filter.
    const missing = row(page, /^Notes of coach for bob, Nothing saved yet/);
    await expect(missing).toHaveCount(0);
    await page.getByRole('button', { name: /^Nothing saved yet/ }).click();
    await expect(missing).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Damaged/ }).click();
    await expect(list(page).locator('[role=row][aria-selected]')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox', { name: 'Search agent data' }).fill('cook ann');
    await expect(list(page).locator('[role=row][aria-selected]')).toHaveCount(1);
    await row(page, /^Notes/).click();
    await expect(details(page)).toContainText('It is damaged, so its agent can’t read it. Mend its text');
  });

  test('opens a conversation for reading, and the memory for correcting', async ({ page }) => {
    await showAgentData(page);
    await row(page, /^Conversation/).dblclick();
    await expect(page.getByRole('feed').getByText('What comes after squats?')).toBeVisible();
    await goTo(page, 'kept');
    await row(page, /^Memory/).dblclick();
    await expect(page.locator('[data-row]').first()).toBeVisible();
  });

  for (const act of ['Clear', 'Remove'] as const) {
    test(`${act}: previews what goes and what stays tracked, and is undone to the byte`, async ({
      page,
      workspace,
    }) => {
      const file = storagePath('state_coach_ann');
      const before = await workspace.read(file);
      await showAgentData(page);
      await expect(row(page, /^State of coach for ann/)).toContainText('Theme dark');
      await row(page, /^State of coach for ann/).click();
      await page.keyboard.press(act === 'Clear' ? 'c' : 'Delete');
      const question = page.getByRole('alertdialog', { name: `${act} “State”?` });
      await expect(question.getByRole('listitem').first()).toHaveText('State of coach for ann');
      await expect(question).toContainText('may save something there again');
      await expectAccessible(page);
      await question.getByRole('button', { name: act }).click();
      await expect(question).toBeHidden();
      const cleared = row(page, /^State of coach for ann, Empty/);
      await expect(cleared).toHaveCount(act === 'Clear' ? 1 : 0);
      await expect(row(page, /^State of coach for ann, today/)).toHaveCount(0);
      await expect(cleared.getByText('Theme')).toHaveCount(0);
      await expect(list(page).locator(':focus-within')).not.toHaveCount(0);
      expect(workspace.exists(file)).toBe(act === 'Clear');
      await undo(page, act === 'Clear' ? /^Undo: Cleared/ : /^Undo: Removed/);
      await eventually(async () => workspace.exists(file) && (await workspace.read(file))).toBe(before);
      await expect(row(page, /^State of coach for ann, today/)).toBeVisible();
    });
  }

  test('is removed for one person once a word is typed, with a report; the memory stays', async ({
    page,
    workspace,
  }) => {
    const names = Object.keys(agentStorages);
    const before = await contents(workspace, names);
    await showAgentData(page);
    await list(page).getByRole('button', { name: 'Remove what coach stores for ann…' }).click();
    const question = page.getByRole('alertdialog', { name: 'Remove what coach stores for ann?' });
    await expect(question.getByRole('region', { name: 'Removed' }).getByRole('listitem')).toHaveCount(3);
    await expect(question.getByRole('region', { name: 'Stays' })).toContainText('The memory, with 12 entries');
    await expect(question.getByRole('button', { name: 'Remove' })).toBeDisabled();
    await page.keyboard.type('remove');
    await page.keyboard.press('Enter');
    const report = page.getByRole('dialog', { name: '3 things removed' });
    await expect(report.getByRole('region', { name: 'Removed' }).getByRole('listitem')).toHaveCount(3);
    await expectAccessible(page);
    await report.getByRole('button', { name: 'Done' }).click();
    const after = await contents(workspace, names);
    expect(names.filter((name) => after[name] !== before[name]).sort()).toEqual([
      'logs/conversations/chat_history_coach_ann.jsonl',
      storagePath('context_coach_default'),
      storagePath('plans_coach_ann'),
      storagePath('state_coach_ann'),
    ]);
    await expect(row(page, /coach for ann/)).toHaveCount(0);
    await undo(page, /^Undo: Removed all/);
    await eventually(() => contents(workspace, names)).toEqual(before);
  });

  test('is removed completely from the palette', { tag: '@further' }, async ({ page, workspace }) => {
    const names = Object.keys(agentStorages);
    const before = await contents(workspace, names);
    await showAgentData(page);
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('all agent data');
    await page.getByRole('option', { name: 'Remove all agent data…' }).click();
    const question = page.getByRole('alertdialog', { name: 'Remove all agent data?' });
    await expect(question).toContainText('1 damaged file, set aside earlier');
    await page.keyboard.type('remove');
    await page.keyboard.press('Enter');
    const report = page.getByRole('dialog', { name: /things removed$/ });
    await expect(report.getByRole('button', { name: 'Done' })).toBeFocused();
    const left = names.filter((name) => workspace.exists(name));
    expect(left.sort()).toEqual([
      'logs/context/global.md',
      storagePath('context_coach_default'),
      storagePath('context_cook_default'),
    ]);
    await report.getByRole('button', { name: 'Undo' }).click();
    await expect(report).toBeHidden();
    await eventually(() => contents(workspace, names)).toEqual(before);
  });

  test('shows where a text is damaged while it is mended', { tag: '@further' }, async ({ page, workspace }) => {
    await workspace.replace('["Likes tea.", "No coriander.', storagePath('notes_cook_ann'));
    await showAgentData(page);
    await row(page, /^Notes of cook for ann, Damaged/).dblclick();
    await expect(page.getByText('Line 1: This text has no closing quotation mark.')).toBeVisible();
    await page.getByRole('textbox', { name: /^Text of/ }).focus();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('"]');
    await expect(page.getByText('Line 1:')).toBeHidden();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await eventually(() => workspace.read(storagePath('notes_cook_ann'))).toBe('["Likes tea.", "No coriander."]');
  });

  test('gives untracked data an owner, drops the key of missing data, and sets damaged data aside', {
    tag: '@further',
  }, async ({ page, workspace }) => {
    await showAgentData(page);
    await row(page, /^Notes · tutor, for ann, Owner unknown/).click();
    await page.getByRole('button', { name: 'Choose its owner…' }).click();
    const question = page.getByRole('dialog', { name: 'Choose its owner' });
    await expect(question.getByRole('combobox', { name: 'Agent' })).toHaveValue('tutor');
    await question.getByRole('combobox', { name: 'Agent' }).fill('coach');
    await question.getByRole('button', { name: 'Save' }).click();
    await expect(question.getByRole('alert')).toContainText('its name says someone else');
    await question.getByRole('combobox', { name: 'Agent' }).fill('tutor');
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    await expect(list(page).getByRole('heading', { name: 'tutor' })).toBeVisible();
    expect(await workspace.read(storagePath('context_tutor_default'))).toContain('notes_tutor_ann');

    await page.getByRole('button', { name: /^Nothing saved yet/ }).click();
    await row(page, /^Notes of coach for bob, Nothing saved yet/).click();
    await page.getByRole('button', { name: 'Take it off the list' }).click();
    await expect(row(page, /^Notes of coach for bob/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Show all' }).click();

    await row(page, /^Notes of cook for ann, Damaged/).click();
    await page.getByRole('button', { name: 'Set aside' }).click();
    await expect(row(page, /^Notes of cook for ann/)).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Set aside' }).getByRole('listitem')).toHaveCount(2);
  });

  test('keeps typing during a save, and saves it afterwards', { tag: '@further' }, async ({ page, workspace }) => {
    const file = storagePath('plans_coach_ann');
    await showAgentData(page);
    await row(page, /^Plans/).dblclick();
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await expect(page.getByRole('textbox', { name: /^Text of/ })).toBeFocused();
    await mkdir(workspace.path('.contexture'), { recursive: true });
    // Another program holds the lock, so the save has to wait for it.
    await createLock().hold(workspace.path(join('.contexture', 'lock')), async () => {
      await write(page, '{"monday": "Swim"}');
      await page.keyboard.press('ControlOrMeta+s');
      await expect(page.getByRole('status').filter({ hasText: 'Saving' })).toBeVisible();
      await write(page, '{"monday": "Swim", "friday": "Rest"}');
    });
    await eventually(() => workspace.read(file)).toBe('{"monday": "Swim"}');
    await expect(page.getByRole('textbox', { name: /^Text of/ })).toContainText('"friday": "Rest"');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await eventually(() => workspace.read(file)).toBe('{"monday": "Swim", "friday": "Rest"}');
  });

  test('overwrites no text saved elsewhere in the meantime before the person chooses', {
    tag: '@further',
  }, async ({ page, workspace }) => {
    const file = storagePath('plans_coach_ann');
    await showAgentData(page);
    await row(page, /^Plans/).dblclick();
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    const editor = page.getByRole('textbox', { name: /^Text of/ });
    await expect(editor).toBeFocused();
    await write(page, '{"monday": "Swim"}');
    await workspace.replace('{"monday": "Run"}\n', file);
    const meeting = page.getByRole('alert', { name: 'Two versions of this text' });
    await expect(meeting).toContainText('Run');
    await expectAccessible(page);
    // The typed text stays while another view is open.
    await page.getByRole('link', { name: 'Review' }).click();
    await review(page);
    await goTo(page, 'kept');
    expect(await workspace.read(file)).toBe('{"monday": "Run"}\n');
    await meeting.getByRole('button', { name: 'Keep mine' }).click();
    await eventually(() => workspace.read(file)).toBe('{"monday": "Swim"}');
    await editor.focus();
    await write(page, '{"monday": ');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('be valid JSON');
    expect(await workspace.read(file)).toBe('{"monday": "Swim"}');
  });

  test('is reached by keys: the list, a tree, its search hits, and the way back', {
    tag: '@further',
  }, async ({ page }) => {
    await showAgentData(page);
    await page.keyboard.press('/');
    await page.keyboard.type('state_coach_ann');
    await expect(list(page).locator('[role=row][aria-selected]')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(row(page, /^State of coach for ann/)).toBeFocused();
    await page.keyboard.press('Enter');
    const tree = page.getByRole('tree');
    await expect(tree).toBeVisible();
    await page.keyboard.press('/');
    await page.keyboard.type('aim');
    await page.keyboard.press('Enter');
    await expect(tree.getByRole('treeitem', { name: /aim/ })).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(tree.getByRole('treeitem', { name: /bench/ })).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(tree.getByRole('treeitem', { name: /bench/ })).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(tree.getByRole('treeitem', { name: /now/ })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(row(page, /^State of coach for ann/)).toBeFocused();
  });
});
