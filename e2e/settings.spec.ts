import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { startApp } from './app-process.ts';
import { expectFile, tokensOf } from './context-text.ts';
import { eventually } from './eventually.ts';
import { contextPath, exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { contexture } from './mcp-client.ts';
import { entryRow, strip } from './review-page.ts';

const settingsFile = '.contexture/settings.yaml';
const settings = '# mine, kept\ntoken_limit: 2000 # usual\nlanguage_of_tests: klingon\n';

const deleteEntry = async (page: Page, name: string): Promise<void> => {
  await entryRow(page, name).click();
  await page.keyboard.press('Delete');
  await expect(entryRow(page, name)).toBeHidden();
};

test.use({ startWith: { [contextPath]: exampleContext, [settingsFile]: settings } });

async function goToSettings(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
}

const limitField = (page: Page) => page.getByRole('textbox', { name: 'Token limit' });
const saveButton = (page: Page) => strip(page, 'Budget').getByRole('button', { name: 'Save' });

test('shows the effect of a new token limit before and after saving it', async ({ page, workspace }) => {
  const used = tokensOf(exampleContext);
  await goToSettings(page);
  await expect(limitField(page)).toHaveValue('2000');
  await expect(saveButton(page)).toBeDisabled();
  await limitField(page).fill('1,000');
  const effect = strip(page, 'Budget').getByRole('status');
  await expect(effect).toHaveText(`Uses ${used} of 1,000, ${Math.round(used / 10)}%.`);
  await limitField(page).fill('100');
  await expect(effect).toContainText(`Uses ${used} of 100, ${used}%.`);
  await expect(effect).toContainText(
    '1 entry would be archived: “Performance tends to drop when sleep is below 7…”. You are asked before',
  );
  expect(await workspace.read(settingsFile)).toBe(settings);
  await saveButton(page).click();
  await expect(page.getByText('The limit is 100 tokens.')).toBeVisible();
  await expectFile(workspace, settings.replace('2000', '100'), settingsFile);
  await page.getByRole('link', { name: 'Review' }).click();
  await expect(page.getByRole('meter', { name: 'Tokens used' })).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`^${used} of 100 tokens, .*${used - 100} tokens over the limit$`),
  );
  await expect(strip(page, 'Over the limit')).toContainText('To be archived: “Performance tends to drop');
  expect(await workspace.read()).toBe(exampleContext);
});

test('edits by name what agent programs’ conversations start with, their limit and when they are compacted', async ({
  page,
  workspace,
}) => {
  await goToSettings(page);
  const starts = strip(page, 'What an assistant starts with');
  await expect(starts.getByRole('textbox', { name: 'Limit for everything (tokens)' })).toHaveValue('200000');
  const files = starts.getByRole('textbox', { name: 'Files it reads first' });
  await expect(files).toHaveValue('');
  await files.fill('./AGENTS.md\n\n ~/.amplifier/AGENTS.md ');
  await starts.getByRole('button', { name: 'Save: Files it reads first' }).click();
  const threshold = page.getByRole('textbox', { name: 'Compact once this full (%)' });
  await expect(threshold).toHaveValue('92');
  const save = page.getByRole('button', { name: 'Save: Compact once this full (%)' });
  for (const value of ['', '0', '101', '-1', 'most']) {
    await threshold.fill(value);
    await save.click();
    await expect(threshold).toHaveAccessibleDescription(/Type a number over 0, up to 100\.$/);
  }
  await threshold.fill('62,5 %');
  await save.click();
  await expect(threshold).toHaveValue('62.5');
  const added = 'memory_files:\n  - ./AGENTS.md\n  - ~/.amplifier/AGENTS.md\ncompact_threshold: 0.625\n';
  await expectFile(workspace, `${settings}${added}`, settingsFile);
  await starts.getByRole('button', { name: 'Show them under Sources' }).click();
  await expect(page.getByRole('button', { name: 'Sources', pressed: true })).toBeVisible();
  await expect(page.getByText('~/.amplifier/AGENTS.md', { exact: true })).toBeVisible();
});

test('leaves the focus on the next field when a save finishes late', async ({ page, workspace }) => {
  await goToSettings(page);
  await expect(limitField(page)).toHaveValue('2000');
  await page.evaluate(() => {
    const { send } = WebSocket.prototype;
    const held: (() => void)[] = [];
    WebSocket.prototype.send = function (data) {
      held.push(() => send.call(this, data));
    };
    addEventListener('released', () => {
      WebSocket.prototype.send = send;
      for (const goOn of held) {
        goOn();
      }
    });
  });
  await limitField(page).fill('1800');
  await saveButton(page).click();
  const threshold = page.getByRole('textbox', { name: 'Compact once this full (%)' });
  await threshold.focus();
  await page.evaluate(() => dispatchEvent(new Event('released')));
  await expect(page.getByText('The limit is 1,800 tokens.')).toBeVisible();
  await expect(threshold).toBeFocused();
  await expectFile(workspace, settings.replace('2000', '1800'), settingsFile);
});

test('refuses invalid limits beside the field', async ({ page, workspace }) => {
  await goToSettings(page);
  for (const value of ['', 'many', '99', '1000001', '-500', '12e3']) {
    await limitField(page).fill(value);
    await saveButton(page).click();
    await expect(limitField(page)).toHaveAccessibleDescription(/Type a whole number from 100 to 1,000,000\.$/);
    await expect(limitField(page)).toHaveAttribute('aria-invalid', 'true');
  }
  expect(await workspace.read(settingsFile)).toBe(settings);
});

test('saves what happens over the limit beside other content of the file', async ({ page, workspace }) => {
  await goToSettings(page);
  await expect(strip(page, 'Budget').getByRole('radio', { name: /^Ask me/ })).toBeChecked();
  await page.getByRole('radio', { name: /^Archive without asking/ }).click();
  await expect(page.getByRole('radio', { name: /^Archive without asking/ })).toBeChecked();
  await expectFile(workspace, `${settings}over_limit: always\n`, settingsFile);
});

test('aligns radio buttons with their words, selected or not', async ({ page }) => {
  await goToSettings(page);
  const choices = strip(page, 'Budget').getByRole('radio');
  await expect(choices.first()).toBeVisible();
  const belowItsWords = await choices.evaluateAll((inputs) =>
    inputs.map((input) => {
      const words = input.nextElementSibling ?? input;
      return Math.round(input.getBoundingClientRect().top - words.getBoundingClientRect().top);
    }),
  );
  expect(belowItsWords.length).toBeGreaterThan(2);
  expect(new Set(belowItsWords).size).toBe(1);
});

test('saves whether an update waits that contradicts a correction', async ({ page, workspace }) => {
  await goToSettings(page);
  const corrections = strip(page, 'Your corrections');
  await expect(corrections.getByRole('radio', { name: /^Ask me/ })).toBeChecked();
  await corrections.getByRole('radio', { name: /^Allow it/ }).click();
  await expectFile(workspace, `${settings}hold_against_corrections: false\n`, settingsFile);
  await expect(corrections.getByRole('radio', { name: /^Allow it/ })).toBeChecked();
});

test('removes old archives of workflows once enabled, and only those listed before', async ({
  page,
  workspace,
  dataFolder,
}) => {
  const { folder } = workspace;
  const old = join(folder, '.aifriday/contexts/completed/w-old');
  const inputs = { raw_notes: 'n.md' };
  await mkdir(old, { recursive: true });
  await writeFile(
    join(old, 'context.json'),
    JSON.stringify({
      meta: { workflow_id: 'w-old', workflow_type: 'note_processing', created_at: '2020-01-02T00:00:00Z' },
      workflow: { completed_at: '2020-01-03T00:00:00Z' },
      data: { inputs },
    }),
  );
  await contexture(folder, dataFolder, 'work', 'archive', 'w-old');
  await goToSettings(page);
  const work = strip(page, 'Work in progress');
  await expect(work.getByRole('textbox', { name: 'Days until a completed workflow is archived' })).toHaveValue('90');
  await expect(work.getByRole('button', { name: 'Remove old archives' })).toHaveCount(0);
  await work.getByRole('radio', { name: 'Let me remove them' }).click();
  await expectFile(workspace, `${settings}work_remove_archived: true\n`, settingsFile);
  await work.getByRole('button', { name: 'Remove old archives' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove old archives' });
  await expect(dialog.getByRole('listitem')).toContainText('note_processing, completed 3 Jan 2020');
  await dialog.getByRole('button', { name: 'Remove 1 archive' }).click();
  await expect(page.getByText('Removed 1 archived workflow.')).toBeVisible();
  await work.getByRole('button', { name: 'Remove old archives' }).click();
  await expect(dialog).toContainText('No archive is over 365 days old.');
});

test('follows settings that another program writes', async ({ page, workspace }) => {
  await goToSettings(page);
  await expect(limitField(page)).toHaveValue('2000');
  await workspace.replace(settings.replace('2000', '1234'), settingsFile);
  await expect(limitField(page)).toHaveValue('1234');
  await page.getByRole('link', { name: 'Review' }).click();
  await expect(page.getByRole('meter')).toHaveAttribute('aria-valuetext', /of 1,234 tokens/);
});

test('reports settings that another program damages, until they are repaired', async ({ page, workspace }) => {
  await goToSettings(page);
  const problem = strip(page, 'Budget').getByRole('alert');
  await expect(limitField(page)).toHaveValue('2000');
  await workspace.replace('token_limit: [2000\n', settingsFile);
  await expect(problem).toHaveText('settings.yaml can’t be read, so the usual settings apply.');
  await workspace.replace('token_limit: lots\n', settingsFile);
  await expect(problem).toContainText('token_limit in settings.yaml is not a whole number');
  await workspace.replace(settings, settingsFile);
  await expect(problem).toBeHidden();
});

test('remembers theme and density after a restart of the app', { tag: '@web' }, async ({
  page,
  app,
  watch,
  workspace,
  dataFolder,
  homeFolder,
}) => {
  // Requests that the idle page makes may be cut off as well.
  watch.allow(/WebSocket|ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE)/);
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await goToSettings(page);
  const light = await background();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.getByRole('radio', { name: 'Compact' }).check();
  await eventually(background).not.toBe(light);
  const dark = await background();
  // The page saves a moment after it shows the change, and the app is stopped from outside, without asking the page.
  await eventually(() => readFile(join(dataFolder, 'preferences.json'), 'utf8')).toContain('"compact"');
  await app.stop();
  const again = await startApp([workspace.folder], dataFolder, { HOME: homeFolder, USERPROFILE: homeFolder });
  try {
    await page.goto(again.address);
    await expect(entryRow(page, 'language')).toBeVisible();
    await eventually(background).toBe(dark);
    await goToSettings(page);
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
    await expect(page.getByRole('radio', { name: 'Compact' })).toBeChecked();
    expect(await workspace.read()).toBe(exampleContext);
  } finally {
    await page.goto('about:blank');
    await again.stop();
  }
});

test('undoes a changed setting by its notice and by the key', async ({ page, workspace }) => {
  await goToSettings(page);
  await limitField(page).fill('1500');
  await saveButton(page).click();
  await expectFile(workspace, settings.replace('2000', '1500'), settingsFile);
  await page.getByRole('button', { name: 'Undo: The limit is 1,500 tokens.' }).click();
  await expectFile(workspace, settings, settingsFile);
  await expect(limitField(page)).toHaveValue('2000');
  await page.getByRole('radio', { name: 'Archive without asking' }).click();
  await eventually(() => workspace.read(settingsFile)).toContain('over_limit: always');
  await page.getByRole('heading', { name: 'Settings', level: 1 }).click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(strip(page, 'Budget').getByRole('radio', { name: 'Ask me' })).toBeChecked();
  await eventually(() => workspace.read(settingsFile)).toContain('over_limit: ask');
  expect(await workspace.read()).toBe(exampleContext);
});

test('undoes the latest change first, a setting or an entry, in any view', async ({ page, workspace }) => {
  await deleteEntry(page, 'response_style');
  const before = await workspace.read();
  await goToSettings(page);
  await limitField(page).fill('1500');
  await saveButton(page).click();
  await expectFile(workspace, settings.replace('2000', '1500'), settingsFile);
  await page.getByRole('link', { name: 'Review' }).click();
  await deleteEntry(page, 'language');
  await eventually(() => workspace.read()).not.toBe(before);
  await page.keyboard.press('ControlOrMeta+z');
  await eventually(() => workspace.read()).toContain('language');
  expect(await workspace.read(settingsFile)).toBe(settings.replace('2000', '1500'));
  // A key pressed before the last answer still counts for that change.
  await expect(page.getByRole('button', { name: /^Redo: .*“Language”/ })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expectFile(workspace, settings, settingsFile);
  expect(await workspace.read()).not.toContain('response_style');
  await page.keyboard.press('ControlOrMeta+z');
  await eventually(() => workspace.read()).toContain('response_style');
});

test('undoes the latest setting by the key, even before its answer', { tag: '@web' }, async ({ page, workspace }) => {
  let answer: (() => void) | null = null;
  await page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer();
    let held: number | null = null;
    socket.onMessage((message) => {
      const { id, method, params } = JSON.parse(String(message));
      held = method === 'settings.write' && params.values.overLimit === 'always' ? id : held;
      server.send(message);
    });
    server.onMessage((message) => {
      const { id } = JSON.parse(String(message)) as { id?: number };
      if (id !== undefined && id === held) {
        answer = () => socket.send(message);
      } else {
        socket.send(message);
      }
    });
  });
  await page.reload();
  await goToSettings(page);
  await limitField(page).fill('1500');
  await saveButton(page).click();
  await expectFile(workspace, settings.replace('2000', '1500'), settingsFile);
  await page.getByRole('radio', { name: 'Archive without asking' }).click();
  await eventually(() => answer !== null).toBe(true);
  await page.getByRole('heading', { name: 'Settings', level: 1 }).click();
  await page.keyboard.press('ControlOrMeta+z');
  (answer as (() => void) | null)?.();
  await expect(page.getByText('The setting is as it was.')).toBeVisible();
  const after = await workspace.read(settingsFile);
  expect(after).toContain('token_limit: 1500');
  expect(after).toContain('over_limit: ask');
});

test('exports all entries as a table from the memory’s menu', async ({ page }) => {
  await page.getByRole('button', { name: /^Workspace:/ }).click();
  await page.getByRole('menuitem', { name: 'Export or print…' }).click();
  const exports = page.getByRole('region', { name: 'Export' });
  await expect(exports.getByRole('button', { name: 'Save as Markdown' })).toBeFocused();
  await expect(exports).toBeInViewport({ ratio: 1 });
  const saved = page.waitForEvent('download');
  await exports.getByRole('button', { name: 'Save as CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('assistant.csv');
  await expect(page.getByText('Saving “assistant.csv”')).toBeVisible();
  expect(await readFile(await file.path(), 'utf8')).toContain('Preferences,unit_preference,metric,certain');
});
