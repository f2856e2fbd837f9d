import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { decoy } from '../shared/scan/testing/decoys.ts';
import { expectAccessible } from './accessibility.ts';
import { createSession, questions, teaShop } from './conversations-home.ts';
import {
  allowReading,
  conversation,
  find,
  goToConversations,
  items,
  list,
  openTeaShop,
  said,
} from './conversations-page.ts';
import { eventually } from './eventually.ts';
import { expect, test } from './fixtures.ts';
import { goTo } from './view-steps.ts';
import { workspaceFolderAt } from './workspace-folder.ts';

test.use({ homeWith: 'conversations' });

/** Names, sizes and times of all files below a folder. */
async function everything(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const told = files.map(async (path) => {
    const { size, mtimeMs } = await stat(path);
    return `${path} ${size} ${mtimeMs}`;
  });
  return (await Promise.all(told)).sort();
}

test('reads nothing before the person allows it, and stops once they disallow it', async ({ page, homeFolder }) => {
  const before = await everything(homeFolder);
  await goToConversations(page);
  const asked = page.getByRole('region', { name: 'Conversations found on this computer' });
  await expect(asked).toContainText('nothing is changed or sent');
  await expect(asked).toContainText(join(homeFolder, '.claude', 'projects'));
  await expectAccessible(page);
  await asked.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByRole('heading', { name: 'No conversations are read' })).toBeVisible();

  await page.getByRole('button', { name: 'Where conversations are read…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Read these' }).click();
  await page.keyboard.press('Escape');
  await expect(list(page).getByRole('row', { name: /Claude Code/ })).toHaveCount(4);
  await page.getByRole('button', { name: 'Where conversations are read' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop reading' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'No conversations are read' })).toBeVisible();
  expect(await everything(homeFolder)).toEqual(before);
});

test('lists conversations by day, and filters them by project', async ({ page }) => {
  await allowReading(page);
  // Just after midnight, the latest message is from the day before.
  await expect(list(page).getByRole('heading').first()).toHaveText(/^(Today|Yesterday)$/);
  await page.getByRole('combobox', { name: 'Project' }).selectOption('garden');
  await expect(conversation(page, /^Which beds get sun/)).toBeVisible();
  await expect(conversation(page, /^Weigh tea/)).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(list(page).getByRole('row', { name: /Claude Code/ })).toHaveCount(4);
  await page.keyboard.press('Home');
  await page.keyboard.press('i');
  await expect(page.getByRole('complementary', { name: 'Conversation' })).toContainText('/home/ann/code/tea-shop');
  await expectAccessible(page);
});

test('adds new conversations and new messages to the list', { tag: '@further' }, async ({ page, homeFolder }) => {
  await allowReading(page);
  const labels = conversation(page, /^Print the labels/);
  await expect(labels).not.toContainText('Going on');
  const session = createSession('new', { startedAt: Date.now(), cwd: '/home/ann/code/tea-shop' });
  session.person('Is there any white tea?');
  const home = workspaceFolderAt(homeFolder);
  await home.create(session.text(), '.claude/projects/-home-ann-code-tea-shop/new.jsonl');
  await expect(conversation(page, /^Is there any white tea/)).toBeVisible();
  session.person(`A long answer ${'and so on '.repeat(200)}`);
  await home.append(session.lastLine(), '.claude/projects/-home-ann-code-tea-shop/7a22-labels.jsonl');
  await expect(labels).toContainText('Going on');
  await expect(list(page).getByRole('heading').first()).toHaveText('Today');
});

test('types into the requested field, even before the list or the conversation has loaded', {
  tag: '@further',
}, async ({ page }) => {
  await allowReading(page);
  await page.keyboard.press('1');
  await expect(page.locator('[data-row]').first()).toBeVisible();
  for (const key of ['7', '/', ...'garden']) {
    await page.keyboard.press(key);
  }
  await expect(page.getByRole('searchbox', { name: 'Search what was said' })).toHaveValue('garden');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  for (const key of ['Home', 'Enter', '/', ...'tin 17?']) {
    await page.keyboard.press(key);
  }
  await expect(find(page)).toHaveValue('tin 17?');
  await expect(items(page).first()).toBeVisible();
  await expect(find(page)).toBeFocused();
});

test('searches all conversations, and opens a hit at its message', async ({ page }) => {
  await allowReading(page);
  await page.keyboard.press('/');
  await page.keyboard.type('ounces');
  const passage = list(page).getByRole('row', { name: /^Claude Code: .*One test still expects/ });
  await expect(passage.locator('mark')).toHaveText('ounces');
  await expect(conversation(page, /^Which beds/)).toBeHidden();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(conversation(page, /^Weigh tea in grams/)).toBeFocused();
  await passage.click();
  await expect(items(page).filter({ hasText: 'One test still expects' })).toBeFocused();
  await expect(said(page).locator('strong mark')).toHaveText('ounces');
  await expect(find(page)).toHaveValue('ounces');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(passage).toBeFocused();

  await page.keyboard.press('/');
  await page.keyboard.type('wall');
  await expect(list(page).getByRole('row', { name: /^Claude Code: The two along the wall/ })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search what was said' }).fill('unces');
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  await page.getByRole('button', { name: 'Also match parts of words' }).click();
  await expect(passage).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search what was said' }).fill('nobody said this');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(conversation(page, /^Which beds/)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search what was said' }).fill('nobody said this');
  await page.getByRole('button', { name: 'Search all memories' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search all memories' })).toHaveValue('nobody said this');
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeHidden();
});

test('opens a conversation at its end, as formatted text, and loads nothing', async ({ page }) => {
  await openTeaShop(page);
  await expect(items(page).last()).toBeFocused();
  await expect(items(page).last()).toContainText('<b>Nothing</b> else has changed');
  await expect(page.getByRole('cell', { name: '340' })).toBeVisible();
  await expect(
    said(page).getByText('Shortened here automatically: everything above was replaced by a summary'),
  ).toBeAttached();
  await expectAccessible(page);
});

test('shows a tool call as one line until unfolded, and an edit as removed and added text', async ({ page }) => {
  await openTeaShop(page);
  await page.getByRole('button', { name: /^Edit .*tea\.ts/ }).click();
  const edit = items(page).filter({ hasText: 'gramsIn(tin) {' });
  await expect(edit.locator('[data-sign="-"]')).toContainText(['export function weight(tin)', 'return tin.ounces']);
  await expect(edit.locator('[data-sign="+"]')).toContainText(['export function gramsIn(tin)', 'return tin.grams']);
  const failed = page.getByRole('button', { name: /^Error from Bash/ });
  await failed.focus();
  await page.keyboard.press('Enter');
  // The line no longer repeats the text below it.
  await expect(failed).toHaveText('Error from Bash');
  await expect(said(page).getByText('expected 12 to be 340')).toHaveCount(1);
  await expect(page.getByRole('button', { name: /^Thought The function/ })).toHaveAttribute('aria-expanded', 'false');
});

test('moves by keys from message to message, to both ends, and back to the list', async ({ page }) => {
  await openTeaShop(page);
  await page.keyboard.press('Shift+ArrowUp');
  await expect(items(page).filter({ hasText: 'rename the function that weighs tea' })).toBeFocused();
  await page.keyboard.press('Shift+ArrowUp');
  await expect(items(page).filter({ hasText: `Question ${questions}:` })).toBeFocused();
  await page.keyboard.press('Home');
  await expect(items(page).filter({ hasText: 'Question 1:' })).toBeFocused();
  await expect(items(page).filter({ hasText: 'Question 1:' })).toBeInViewport();
  await page.keyboard.press('j');
  await expect(items(page).filter({ hasText: 'There are 1 grams' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(items(page).last()).toContainText('I will use metric units');
  await expect(items(page).last()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(conversation(page, /^Weigh tea in grams/)).toBeFocused();
});

test('reads on in both directions while scrolling, without a jump', { tag: '@further' }, async ({ page }) => {
  await openTeaShop(page);
  await said(page).hover();
  for (let turn = 1; turn <= 60; turn++) {
    await page.mouse.wheel(0, -1200);
  }
  await eventually(async () => {
    await page.mouse.wheel(0, -3000);
    return items(page).filter({ hasText: 'Question 1:' }).isVisible();
  }).toBe(true);
  await eventually(async () => {
    await page.mouse.wheel(0, 3000);
    return page.getByRole('table').isVisible();
  }).toBe(true);
});

test('reports unreadable and unknown lines, and shows them as they are', {
  tag: '@further',
}, async ({ page, homeFolder }) => {
  const torn = '{"type":"user","message":{"conte\n';
  const unknown = `${JSON.stringify({ type: 'hologram', of: 'tea' })}\n`;
  await workspaceFolderAt(homeFolder).append(torn + unknown, teaShop);
  await openTeaShop(page);
  await expect(page.getByText('1 line couldn’t be read, 1 of an unknown kind')).toBeVisible();
  await page.getByRole('button', { name: 'Show as written' }).click();
  const dialog = page.getByRole('dialog', { name: 'Lines that are not shown' });
  await expect(dialog.getByRole('region', { name: 'Couldn’t be read' })).toContainText(torn.trimEnd());
  await expect(dialog.getByRole('region', { name: 'Of an unknown kind' })).toContainText('hologram');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Show as written' })).toBeFocused();
});

test('remembers marked messages with their origin, and leads back to it', async ({ page, workspace }) => {
  await openTeaShop(page);
  await page.keyboard.press('Shift+ArrowUp');
  const asked = items(page).filter({ hasText: 'always use metric units' });
  await expect(asked).toBeFocused();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Remember this' });
  const text = dialog.getByRole('textbox', { name: 'What it should know' });
  await expect(text).toHaveValue(/^Please rename the function/);
  await text.fill('Use metric units in the tea shop');
  await expect(dialog.getByRole('status')).toContainText('more');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Remember' }).click();
  await expect(dialog).toBeHidden();
  await eventually(() => workspace.read()).toContain('Use metric units in the tea shop');
  expect(await workspace.read()).toContain('user_correction: Claude Code, Weigh tea in grams');
  const learned = page.getByRole('region', { name: 'Learned here' });
  await expect(learned).toContainText('Use metric units in the tea shop');

  await learned.getByRole('button', { name: 'Show in Review' }).click();
  const row = page.getByRole('row', { name: /^Use metric units in the tea shop/ });
  await expect(row).toBeFocused();
  await page.getByRole('button', { name: 'Weigh tea in grams' }).click();
  await expect(asked).toBeFocused();
});

test('remembers marked messages in a chosen memory, and reports the result', {
  tag: '@further',
}, async ({ page, homeFolder }) => {
  const hermes = '.hermes/memories/MEMORY.md';
  await workspaceFolderAt(homeFolder).create('Likes green tea\n§\nUse metric units, always', hermes);
  await openTeaShop(page);
  await page.keyboard.press('Shift+ArrowUp');
  const asked = items(page).filter({ hasText: 'always use metric units' });
  await expect(asked).toBeFocused();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Remember this' });
  const text = dialog.getByRole('textbox', { name: 'What it should know' });
  await dialog.getByRole('radio', { name: 'Hermes · Memory' }).click();
  await text.fill('Likes green tea.');
  await expect(dialog.getByRole('list', { name: 'Known already' })).toContainText('Known already: Likes green tea');
  await expect(dialog.getByRole('button', { name: 'Remember' })).toBeDisabled();
  await text.fill(`The tea shop’s token is ${decoy}`);
  await expect(dialog.getByText('Holds what looks like a GitHub token')).toBeVisible();
  await text.fill('Weighs tea in grams');
  await expect(dialog.getByRole('status')).toContainText('of 2,200 after');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Remember' }).click();
  await expect(page.getByText('Remembered in')).toBeVisible();
  await eventually(() => workspaceFolderAt(homeFolder).read(hermes)).toContain('\n§\nWeighs tea in grams');
  const learned = page.getByRole('region', { name: 'Learned here' });
  await expect(learned).toContainText('Still there');

  await learned.getByRole('button', { name: 'Show in Review' }).click();
  await expect(page.getByRole('row', { name: /^Weighs tea in grams/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Uses scales that show grams');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Weigh tea in grams' }).click();
  await expect(asked).toBeFocused();
  await expect(learned).toContainText('Corrected since: Uses scales that show grams');
});

test('remembers the selected text', { tag: '@further' }, async ({ page }) => {
  await openTeaShop(page);
  await page.getByText('I will use metric units from now on').click({ clickCount: 3 });
  await page.getByRole('button', { name: 'Remember…' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue('I will use metric units from now on');
});

test('shows for each message whether a compaction removes it, as recorded and by rules', { tag: '@further' }, async ({
  page,
}) => {
  await openTeaShop(page);
  const panel = page.getByRole('region', { name: 'What it still sees' });
  await panel.getByRole('button', { name: 'Show what it still sees' }).click();
  await expect(panel.getByRole('status')).toContainText(`It no longer sees ${2 * questions} messages.`);
  await expect(items(page).filter({ hasText: 'always use metric units' })).not.toHaveAttribute('data-fate', 'dropped');
  await page.getByText(`Your ${questions + 1} messages`).click();
  const about = page.getByRole('article', { name: 'Details' });
  expect(await about.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.getByRole('button', { name: /^Question 3:/ }).click();
  const old = items(page).filter({ hasText: 'Question 3:' });
  await expect(old).toBeFocused();
  await expect(old).toHaveAccessibleName(/No longer seen/);
  await expectAccessible(page);

  await panel.getByRole('combobox', { name: 'Shown as seen' }).selectOption('What careful rules would leave');
  await expect(panel.getByRole('status')).toContainText('It would not see 1 message.');
  await panel.getByRole('combobox', { name: 'Window of the model' }).selectOption('A number of my own');
  await panel.getByRole('textbox', { name: 'Tokens for all messages' }).fill('1000');
  await expect(old).toContainText('Too old');
  await expect(items(page).filter({ hasText: 'Question 1:' })).not.toContainText('Too old');
  await panel.getByRole('textbox', { name: 'Tokens for all messages' }).fill('many');
  await expect(panel.getByText('Write a whole number.')).toBeVisible();
  await panel.getByRole('button', { name: 'Show everything as usual' }).click();
  await expect(old).not.toContainText('Too old');
});

test('shows the use of the context as a table and a chart that leads to its messages', async ({ page }) => {
  await openTeaShop(page);
  const chart = page.getByRole('region', { name: 'Use of the context', exact: true });
  await expect(chart.getByRole('button', { name: /shortened/ })).toHaveCount(1);
  await chart
    .getByRole('button', { name: /tokens/ })
    .last()
    .focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(items(page).filter({ hasText: 'There are 1 grams' })).toBeFocused();
  await chart.getByRole('button', { name: 'Show as a table' }).click();
  await expect(chart.getByRole('table')).toContainText('shortened');
  await expectAccessible(page);
});

test('exports a whole conversation as Markdown and as JSON', { tag: '@further' }, async ({ page }) => {
  await openTeaShop(page);
  const details = page.getByRole('complementary', { name: 'Conversation' });
  const saved = async (form: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      details.getByRole('button', { name: `Save as ${form}` }).click(),
    ]);
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
  };
  const markdown = await saved('Markdown');
  expect(markdown.name).toBe('Weigh tea in grams.md');
  expect(markdown.text).toMatch(/^# Weigh tea in grams\n\n- Assistant: Claude Code\n/);
  expect(markdown.text).toContain('Question 1: how much green tea is left in tin 1?');
  expect(markdown.text).toContain('I will use metric units from now on');
  const json = await saved('JSON');
  expect(json.name).toBe('Weigh tea in grams.json');
  const { conversation: about, items: all } = JSON.parse(json.text);
  expect(about.title).toBe('Weigh tea in grams');
  expect(all.filter(({ author }: { author: string }) => author === 'person').length).toBe(questions + 1);
});

test('saves a conversation that its program is about to delete, and all of its project', async ({
  page,
  dataFolder,
}) => {
  await allowReading(page);
  const seeds = conversation(page, /^Order seeds for the spring/);
  await expect(seeds).toContainText('Will be deleted in 3 days');
  await seeds.click();
  const keeping = page.getByRole('region', { name: 'Saved copy' });
  await keeping.getByRole('button', { name: 'Save a copy' }).click();
  await expect(keeping).toContainText('Saved on');
  await expect(seeds).toContainText('Saved');
  await expectAccessible(page);
  await keeping.getByRole('checkbox', { name: 'Save all from Claude Code in garden' }).check();
  await conversation(page, /^Which beds get sun/).click();
  await expect(keeping.getByRole('checkbox', { name: 'Save all from Claude Code in garden' })).toBeChecked();
  await expect(keeping).toContainText('Saved on');
  expect((await everything(dataFolder)).filter((file) => file.includes('5c00-seeds')).length).toBeGreaterThan(0);
  await seeds.click();
  await keeping.getByRole('button', { name: 'Remove the copy' }).click();
  await expect(keeping.getByRole('button', { name: 'Save a copy' })).toBeVisible();
  await expect(keeping).toContainText(/Claude Code will delete this on .* A saved copy stays\./);
  await expect(keeping).toContainText('You removed its copy, so it isn’t saved automatically.');

  await page.getByRole('button', { name: '1 saved' }).click();
  const dialog = page.getByRole('dialog', { name: 'Saved conversations' });
  await expect(dialog.getByRole('region', { name: 'Copies' })).toContainText('Which beds get sun');
  await dialog.getByRole('button', { name: 'Stop' }).click();
  const rules = dialog.getByRole('region', { name: 'Saved automatically' });
  await expect(rules).toContainText('To save one project only');
  await expect(rules.getByRole('checkbox', { name: 'Save all from Claude Code' })).not.toBeChecked();
  const limit = dialog.getByRole('textbox', { name: /^Limit/ });
  await limit.fill('none');
  await expect(dialog).toContainText('Write a number from 0 to 1,000.');
  await limit.fill('1');
  await limit.press('Enter');
  await expect(dialog).toContainText('of 1 GB');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog).toContainText('None yet.');
});

test('saves all conversations of an assistant from the settings, by keys alone', { tag: '@further' }, async ({
  page,
}) => {
  await allowReading(page);
  await goTo(page, 'settings');
  await page.getByRole('button', { name: 'Saved conversations' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Saved conversations' });
  const all = dialog.getByRole('checkbox', { name: 'Save all from Claude Code' });
  await all.press('Space');
  await expect(all).toBeChecked();
  await expect(dialog.getByRole('region', { name: 'Copies' })).toContainText('Order seeds for the spring');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^\d saved$/ })).toBeVisible();
});
