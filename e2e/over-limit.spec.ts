import type { Page } from 'playwright/test';
import { subjectFrom } from '#shared/wording/subjects.ts';
import { assistantOn, learned } from './assistant.ts';
import { afterChanges, dayFromNow, expectFile, tokensOf, withLine } from './context-text.ts';
import { openEditor } from './editor-page.ts';
import { eventually } from './eventually.ts';
import { archivePath, contextPath } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { entryGrid, entryRow, strip, undoButton } from './review-page.ts';

test.use({ viewport: { width: 1280, height: 1100 } });

const nextMonth = dayFromNow(30);

/** In no order of age, with every kind of entry that the size rule must leave alone. */
const context = `---
last_updated: 2026-09-01
version: 7
token_estimate: 0
---

# Global Context

## Preferences (certain)
- [2020-01-01|tentative|observer] tone: the oldest of all and tentative, but a preference

## Patterns (likely)
- [2025-02-02|likely|observer] runs: runs on most mornings before work
- [2025-01-01|likely|observer] reads: reads on the train most evenings
- [2024-01-01|certain|observer] cooks: cooks on Sundays, which is certain

## Facts (certain)
- [2020-02-02|likely|observer] city: lives in a small city by the sea

## Insights (tentative)
- [2026-05-05|tentative|observer] coffee: coffee after three keeps awake at night
- [2026-03-03|tentative|observer] pinned_one: kept by hand |
- [2023-01-01|tentative|observer|pinned] pinned: pinned and older than every other insight
- [2026-04-04|likely|observer] music: music helps with long boring tasks
- [2023-02-02|tentative|observer|until=${nextMonth}] protected: protected until a month from now

## Ideas of my own
- [2020-03-03|tentative|observer] unsorted: stands under a heading of my own
`;

const inOrder = ['pinned_one', 'music', 'coffee', 'reads', 'runs'];
const stays = ['tone', 'cooks', 'city', 'pinned', 'protected', 'unsorted'];

const limit = tokensOf(context) + 2;
const settings = { '.contexture/settings.yaml': `# mine\ntoken_limit: ${limit}\n` };

test.use({ startWith: { [contextPath]: context, ...settings } });

/** The line of an entry in {@link context}. */
const lineOf = (key: string): string => {
  const line = context.split('\n').find((text) => text.includes(`] ${key}: `));
  if (line === undefined) {
    throw new Error(`No entry ${key}`);
  }
  return line;
};

const without = (text: string, ...keys: string[]): string =>
  keys.reduce((left, key) => withLine(left, lineOf(key), null), text);

/** Keys of the rows in the list, from top to bottom. */
async function listedKeys(page: Page): Promise<string[]> {
  const names = await entryGrid(page)
    .getByRole('checkbox', { name: /^Select “/ })
    .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label') ?? ''));
  return names.map((name) =>
    name
      .replace(/^Select “(.*)”$/, '$1')
      .toLowerCase()
      .replaceAll(' ', '_'),
  );
}

async function sortByLeaving(page: Page): Promise<void> {
  await expect(entryRow(page, 'tone')).toBeVisible();
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Leaving next');
  await expect(page.getByRole('heading', { name: 'In the order they are archived' })).toBeVisible();
}

test('names at the waterline what leaves and in which order, and what never does', async ({ page }) => {
  await sortByLeaving(page);
  await eventually(() => listedKeys(page)).toEqual([...inOrder, ...stays]);
  await expect(page.getByRole('heading', { name: 'Never archived automatically' })).toBeVisible();
  await expect(entryRow(page, /^Pinned one.*1st to be archived/)).toBeVisible();
  for (const key of stays) {
    await expect(entryRow(page, new RegExp(`^${subjectFrom(key)}, .*archived \\d`))).toBeHidden();
  }
});

test('marks in the editor what leaves next, and drops the marks in a narrow window', async ({ page }) => {
  await openEditor(page);
  const mark = page.getByLabel('Archived 1st when the memory is full', { exact: true });
  await expect(mark).toBeVisible();
  await page.setViewportSize({ width: 420, height: 700 });
  await expect(mark).toBeHidden();
});

/** Entries that have to leave, in order, until the text fits. */
function leavingFrom(text: string): string[] {
  const needed = inOrder.findIndex((_, index) => tokensOf(without(text, ...inOrder.slice(0, index + 1))) <= limit);
  return inOrder.slice(0, needed + 1);
}

const words = (count: number): string => Array.from({ length: count }, (_, index) => `word${index + 1}`).join(' ');
const tone = lineOf('tone');
const withNews = (text: string, value: string): string =>
  withLine(text, tone, `${tone}\n- [${dayFromNow()}|certain|observer] news: ${value}`);

test('shows in a part of the bar how many tokens it holds and how many leave next', async ({ page }) => {
  const bar = page.getByRole('toolbar', { name: 'Tokens by section' });
  const insights = bar.getByRole('button', { name: /^Insights: / });
  await expect(insights).toHaveAccessibleName(/^Insights: \d+ tokens, .*, \d+ entries, \d+ tokens archived next$/);
  await insights.focus();
  await expect(page.getByText(/\d+ entries · \d+ tokens archived next$/)).toBeVisible();
});

test('archives the named entries in that order when updates exceed the limit, and nothing protected', async ({
  page,
  workspace,
  dataFolder,
  homeFolder,
}) => {
  const assistant = assistantOn(workspace.folder, dataFolder, homeFolder);
  await sortByLeaving(page);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an entry' });
  await dialog.getByRole('textbox', { name: 'Name (optional)' }).fill('news');
  const value = dialog.getByRole('textbox', { name: 'What it should know' });
  await value.fill(words(30));
  expect(leavingFrom(withNews(context, words(30)))).toEqual(inOrder.slice(0, 4));
  await expect(dialog.getByRole('status')).toContainText(
    'To make room, “Pinned one”, “Music”, “Coffee” and others would go to the archive.',
  );
  await value.fill(words(12));
  expect(leavingFrom(withNews(context, words(12)))).toEqual(inOrder.slice(0, 2));
  await expect(dialog.getByRole('status')).toContainText(
    'To make room, “Pinned one”, “Music” would go to the archive.',
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await workspace.read()).toBe(context);
  const named = (await listedKeys(page)).slice(0, 4);

  const { archived } = await assistant.learns(learned('preference', 'news', words(30), 'certain'));
  expect(archived.map((entry) => entry.key)).toEqual(named);

  await expect(entryRow(page, /News, .*word30/)).toBeVisible();
  await eventually(() => listedKeys(page)).toEqual(['runs', 'tone', 'news', ...stays.slice(1)]);
  const added = withNews(without(context, ...named), words(30));
  await expectFile(workspace, afterChanges(1, added));
  expect(tokensOf(added)).toBeLessThanOrEqual(limit);
  await expect(page.getByRole('meter', { name: 'Tokens used' })).toHaveAttribute(
    'aria-valuenow',
    String(tokensOf(added)),
  );

  expect(await workspace.archives()).toEqual([`global-${dayFromNow()}.md`]);
  expect(await workspace.readArchive(`global-${dayFromNow()}.md`)).toBe(
    [
      `---\narchived_from: global.md\narchived_date: ${dayFromNow()}\nreason: size_management\n---\n`,
      `# Archived Context (${dayFromNow()})\n`,
      `## Archived Patterns\n${lineOf('reads')}\n`,
      `## Archived Insights\n${['pinned_one', 'music', 'coffee'].map(lineOf).join('\n')}\n`,
    ].join('\n'),
  );
  await page.getByRole('link', { name: 'Archive' }).click();
  await expect(page.getByRole('search').getByText('4 entries')).toBeVisible();
});

test('reports a memory still over the limit after all that may leave has left, and touches nothing else', async ({
  page,
  workspace,
  dataFolder,
  homeFolder,
}) => {
  const assistant = assistantOn(workspace.folder, dataFolder, homeFolder);
  const { archived } = await assistant.learns(learned('fact', 'saga', words(120), 'certain'));
  expect(archived.map((entry) => entry.key)).toEqual(inOrder);
  await expect(strip(page, 'Over the limit')).toContainText('Nothing is left that may be archived automatically.');
  for (const key of stays) {
    await expect(entryRow(page, new RegExp(`^${subjectFrom(key)}\\b`))).toBeVisible();
    expect(await workspace.read()).toContain(`${lineOf(key)}\n`);
  }
});

const overContext = `${context.trimEnd()}\n- [2026-01-01] note: ${words(22)}\n`;
const mustLeave = leavingFrom(overContext);

test('offers to archive named entries after another program exceeds the limit, and does so on request', async ({
  page,
  workspace,
}) => {
  await expect(entryRow(page, 'music')).toBeVisible();
  await expect(strip(page, 'Over the limit')).toBeHidden();
  await workspace.replace(overContext);
  const offer = strip(page, 'Over the limit');
  await expect(offer).toContainText(`To be archived: ${mustLeave.map((key) => `“${subjectFrom(key)}”`).join(', ')}.`);
  await expect(page.getByRole('meter')).toHaveAttribute(
    'aria-valuetext',
    new RegExp(` ${tokensOf(overContext) - limit} tokens over the limit$`),
  );
  expect(await workspace.read()).toBe(overContext);
  expect(await workspace.archives()).toEqual([]);

  await offer.getByRole('button', { name: `Archive ${mustLeave.length} entries` }).click();
  await expect(offer).toBeHidden();
  await expectFile(workspace, afterChanges(1, without(overContext, ...mustLeave)));
  const archive = await workspace.readArchive(`global-${dayFromNow()}.md`);
  for (const key of inOrder) {
    expect(archive.includes(`${lineOf(key)}\n`), key).toBe(mustLeave.includes(key));
  }
  await undoButton(page, `Archived ${mustLeave.length} entries`).click();
  await expect(offer).toBeVisible();
  await expectFile(workspace, afterChanges(2, overContext));
});

test.describe('with automatic archiving', () => {
  test.use({
    startWith: {
      [contextPath]: context,
      '.contexture/settings.yaml': `token_limit: ${limit}\nover_limit: always\n`,
    },
  });

  test('archives once, and says so', async ({ page, workspace }) => {
    await expect(entryRow(page, 'music')).toBeVisible();
    await workspace.replace(overContext);
    await expect(entryRow(page, 'note')).toBeVisible();
    await expectFile(workspace, afterChanges(1, without(overContext, ...mustLeave)));
    await expect(strip(page, 'Over the limit')).toBeHidden();
    await expect(entryRow(page, 'pinned_one')).toBeHidden();
    const names = mustLeave.map((key) => `“${key}”`).join(', ');
    await expect(
      page.getByText(`To make room, ${mustLeave.length} entries went to the archive: ${names}.`),
    ).toBeVisible();
    expect(workspace.exists(`${archivePath}/global-${dayFromNow()}.md`)).toBe(true);
  });
});
