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
import { keptByAgents, storagePath } from './kept-files.ts';
import { goTo, review } from './view-steps.ts';
import type { WorkspaceFolder } from './workspace-folder.ts';

const built = join(import.meta.dirname, '..', 'out', 'cli');
const builtApp = join(built, 'contexture.js');
const library = pathToFileURL(join(built, 'library.js')).href;

/** Runs an agent that keeps something, in a process of its own. */
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

const list = (page: Page) => page.getByRole('grid', { name: 'What agents keep' });
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
const showKept = async (page: Page): Promise<void> => {
  await review(page);
  await goTo(page, 'kept');
  await expect(list(page).or(page.getByRole('heading', { name: 'No agent keeps anything here' }))).toBeVisible();
};
/** Puts a text in the place of what stands in an editor. */
const write = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
};

test.describe('an agent that begins to keep something', () => {
  test('shows at once, is news until it is seen, and reads what the person corrected', async ({
    page,
    workspace,
    dataFolder,
  }) => {
    await showKept(page);
    await expect(page.getByRole('heading', { name: 'No agent keeps anything here' })).toBeVisible();
    await runAgent(workspace, dataFolder, `context.state.set('theme', 'dark');`);
    await expect(row(page, /^State, state_support_ann, New/)).toBeVisible();
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
    await expect(row(page, /^State, state_support_ann, today/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Since you last looked' })).toBeHidden();

    await runAgent(workspace, dataFolder, `context.state.set('theme', 'dark');`);
    await row(page, /^State, state_support_ann, Changed/).dblclick();
    const changed = page.getByRole('region', { name: '1 value changed since you last looked' });
    await expect(changed.getByRole('listitem')).toHaveText('theme"light""dark"');
    await page.getByRole('button', { name: 'Back' }).click();
    await row(page, /^State, state_support_ann, today/).dblclick();
    await expect(page.getByRole('tree')).toBeVisible();
    await expect(changed).toBeHidden();
  });
});

test('what an agent program keeps by its tools shows at once, too', async ({ page, workspace, dataFolder }) => {
  await showKept(page);
  const client = new Client({ name: 'shop', version: '1.0.0' });
  const env = { ...(process.env as Record<string, string>), CONTEXTURE_DATA_DIR: dataFolder };
  const args = [builtApp, 'mcp', workspace.folder, '--agent'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'pipe' }));
  await client.callTool({ name: 'state_set', arguments: { agent: 'shop', user: 'ann', values: { cart: 2 } } });
  await expect(row(page, /^State, state_shop_ann, New/)).toBeVisible();
  await client.callTool({ name: 'state_set', arguments: { agent: 'shop', user: 'ann', values: { cart: null } } });
  await expect(row(page, /^State, state_shop_ann, Empty, New/)).toBeVisible();
  await client.close();
});

test.describe('what two agents keep', () => {
  test.use({ startWith: keptByAgents });

  test('is told by agent and whom it is for, in words for what is amiss, and narrowed to that', async ({ page }) => {
    await showKept(page);
    await expect(list(page).getByRole('heading')).toHaveText([
      'coach',
      'For ann',
      'For bob',
      'cook',
      'For ann',
      'For no one in particular',
      'Not tracked by any agent',
    ]);
    await expect(row(page, /^Notes, notes_coach_bob, Nothing there/)).toBeVisible();
    await expect(row(page, /^State, state_coach_bob, Empty/)).toBeVisible();
    await expect(row(page, /^Notes, notes_cook_ann, Damaged/)).toBeVisible();
    await page.getByRole('button', { name: /^Damaged/ }).click();
    await expect(list(page).locator('[data-storage]')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox', { name: 'Search what agents keep' }).fill('cook ann');
    await expect(list(page).locator('[data-storage]')).toHaveCount(1);
    await row(page, /^Notes/).click();
    await expect(details(page)).toContainText('It isn’t valid JSON');
  });

  test('a conversation opens where it is read, and the memory where it is corrected', async ({ page }) => {
    await showKept(page);
    await row(page, /^Conversation/).dblclick();
    await expect(page.getByRole('feed').getByText('What comes after squats?')).toBeVisible();
    await goTo(page, 'kept');
    await row(page, /^Memory/).dblclick();
    await expect(page.locator('[data-row]').first()).toBeVisible();
  });

  for (const act of ['Clear', 'Remove'] as const) {
    test(`${act}: what goes and what stays tracked is shown first, and it comes back to the byte`, async ({
      page,
      workspace,
    }) => {
      const file = storagePath('state_coach_ann');
      const before = await workspace.read(file);
      await showKept(page);
      await row(page, /^State, state_coach_ann/).click();
      await page.keyboard.press(act === 'Clear' ? 'c' : 'Delete');
      const question = page.getByRole('alertdialog', { name: `${act} “State”?` });
      await expect(question.getByRole('listitem').first()).toContainText('state_coach_ann');
      await expect(question).toContainText('Its name stays in the list');
      await expectAccessible(page);
      await question.getByRole('button', { name: act }).click();
      await expect(question).toBeHidden();
      await expect(
        row(page, new RegExp(`^State, state_coach_ann, ${act === 'Clear' ? 'Empty' : 'Nothing there'}`)),
      ).toBeVisible();
      expect(workspace.exists(file)).toBe(act === 'Clear');
      await undo(page, act === 'Clear' ? /^Undo: Cleared/ : /^Undo: Removed/);
      await eventually(async () => workspace.exists(file) && (await workspace.read(file))).toBe(before);
      await expect(row(page, /^State, state_coach_ann, today/)).toBeVisible();
    });
  }

  test('all that an agent keeps for one goes once a word is typed, and is reported; the memory stays', async ({
    page,
    workspace,
  }) => {
    const names = Object.keys(keptByAgents);
    const before = await contents(workspace, names);
    await showKept(page);
    await list(page).getByRole('button', { name: 'Remove everything coach keeps for ann…' }).click();
    const question = page.getByRole('alertdialog', { name: 'Remove everything coach keeps for ann?' });
    await expect(question.getByRole('region', { name: 'What goes' }).getByRole('listitem')).toHaveCount(3);
    await expect(question.getByRole('region', { name: 'What stays' })).toContainText('The memory, with 12 entries');
    await expect(question.getByRole('button', { name: 'Remove' })).toBeDisabled();
    await page.keyboard.type('remove');
    await page.keyboard.press('Enter');
    const report = page.getByRole('dialog', { name: 'Removed' });
    await expect(report.getByRole('region', { name: 'What went' }).getByRole('listitem')).toHaveCount(3);
    await expectAccessible(page);
    await report.getByRole('button', { name: 'Done' }).click();
    const after = await contents(workspace, names);
    expect(names.filter((name) => after[name] !== before[name]).sort()).toEqual([
      'logs/conversations/chat_history_coach_ann.jsonl',
      storagePath('context_coach_default'),
      storagePath('plans_coach_ann'),
      storagePath('state_coach_ann'),
    ]);
    await expect(row(page, /coach_ann/)).toHaveCount(0);
    await undo(page, /^Undo: Removed all/);
    await eventually(() => contents(workspace, names)).toEqual(before);
  });

  test('all that all agents keep goes by way of the palette', async ({ page, workspace }) => {
    const names = Object.keys(keptByAgents);
    const before = await contents(workspace, names);
    await showKept(page);
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('all agents keep');
    await page.getByRole('option', { name: 'Remove everything all agents keep…' }).click();
    const question = page.getByRole('alertdialog', { name: 'Remove everything all agents keep?' });
    await expect(question).toContainText('1 file set aside as damaged');
    await page.keyboard.type('remove');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Removed' }).getByRole('button', { name: 'Done' }).click();
    const left = names.filter((name) => workspace.exists(name));
    expect(left.sort()).toEqual([
      'logs/context/global.md',
      storagePath('context_coach_default'),
      storagePath('context_cook_default'),
    ]);
    await undo(page, /^Undo: Removed all/);
    await eventually(() => contents(workspace, names)).toEqual(before);
  });

  test('what nobody tracks gets an owner, what is gone loses its key, what is damaged is set aside', async ({
    page,
    workspace,
  }) => {
    await showKept(page);
    await row(page, /notes_tutor_ann, Not tracked/).click();
    await page.getByRole('button', { name: 'Say whose it is…' }).click();
    const question = page.getByRole('dialog', { name: 'Whose is it?' });
    await expect(question.getByRole('textbox', { name: 'Kept by the agent' })).toHaveValue('tutor');
    await question.getByRole('textbox', { name: 'Kept by the agent' }).fill('coach');
    await question.getByRole('button', { name: 'Track it' }).click();
    await expect(question.getByRole('alert')).toContainText('its name says someone else');
    await question.getByRole('textbox', { name: 'Kept by the agent' }).fill('tutor');
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    await expect(list(page).getByRole('heading', { name: 'tutor' })).toBeVisible();
    expect(await workspace.read(storagePath('context_tutor_default'))).toContain('notes_tutor_ann');

    await row(page, /notes_coach_bob, Nothing there/).click();
    await page.getByRole('button', { name: 'Stop tracking' }).click();
    await expect(row(page, /notes_coach_bob/)).toHaveCount(0);

    await row(page, /notes_cook_ann, Damaged/).click();
    await page.getByRole('button', { name: 'Set aside' }).click();
    await expect(row(page, /notes_cook_ann, Nothing there/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Set aside' }).getByRole('listitem')).toHaveCount(2);
  });

  test('what is typed while a text is being saved stays, and is saved after it', async ({ page, workspace }) => {
    const file = storagePath('plans_coach_ann');
    await showKept(page);
    await row(page, /^Plans/).dblclick();
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await expect(page.getByRole('textbox', { name: /^Text of/ })).toBeFocused();
    await mkdir(workspace.path('.contexture'), { recursive: true });
    // Another program holds the lock, so that the saving has to wait for it.
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

  test('a text that was saved elsewhere while it was typed is not written over until one chooses', async ({
    page,
    workspace,
  }) => {
    const file = storagePath('plans_coach_ann');
    await showKept(page);
    await row(page, /^Plans/).dblclick();
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    const editor = page.getByRole('textbox', { name: /^Text of/ });
    await expect(editor).toBeFocused();
    await write(page, '{"monday": "Swim"}');
    await workspace.replace('{"monday": "Run"}\n', file);
    const meeting = page.getByRole('alert', { name: 'Two versions of this text' });
    await expect(meeting).toContainText('Run');
    await expectAccessible(page);
    // What was typed stays, wherever one goes meanwhile.
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

  test('everything is reached by keys: the list, a tree, what is found in it, and the way back', async ({ page }) => {
    await showKept(page);
    await page.keyboard.press('/');
    await page.keyboard.type('state_coach_ann');
    await expect(list(page).locator('[data-storage]')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(row(page, /^State, state_coach_ann/)).toBeFocused();
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
    await expect(row(page, /^State, state_coach_ann/)).toBeFocused();
  });
});
