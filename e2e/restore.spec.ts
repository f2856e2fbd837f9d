import type { Page } from 'playwright/test';
import { archivedRow, askToRestore, confirmButton, goToArchive, restoreArchived } from './archive-page.ts';
import { assistantOn, learned } from './assistant.ts';
import { afterChanges, dayFromNow, expectFile, tokensOf, withLine } from './context-text.ts';
import { archivePath, contextPath } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { details, entryRow, undoButton } from './review-page.ts';

const until = `until=${dayFromNow(30)}`;

const context = `---
last_updated: 2026-09-01
version: 7
token_estimate: 0
---

# Global Context

## Preferences (certain)
- [2026-08-08|certain|observer] tone: brief and plain

## Patterns (likely)
- [2025-01-01|likely|observer] reads: reads on the train most evenings

## Insights (tentative)
- [2024-04-04|tentative|observer] music: music helps with long boring tasks
`;

const may = `${archivePath}/global-2026-05-03.md`;
const mayText = `---
archived_from: global.md
archived_date: 2026-05-03
reason: size_management
---

# Archived Context (2026-05-03)
<!-- kept by hand -->

## Archived Patterns
- [2025-02-02|tentative|post_query] runs: runs before work

## Archived Insights
- [2023-03-03|likely|coach: spring review|pinned|by_hand] Sleeps better after a walk
- [2023-02-02|tentative|observer] music: music was tried while working
`;
const runs = '- [2025-02-02|tentative|post_query] runs: runs before work';
const walk = '- [2023-03-03|likely|coach: spring review|pinned|by_hand] Sleeps better after a walk';
const walkBack = `- [2023-03-03|likely|coach: spring review|pinned|${until}] Sleeps better after a walk`;
const runsBack = `- [2025-02-02|tentative|post_query|${until}] runs: runs before work`;
const oldMusic = '- [2023-02-02|tentative|observer] music: music was tried while working';
const oldMusicBack = `- [2023-02-02|tentative|observer|${until}] music: music was tried while working`;
const reads = '- [2025-01-01|likely|observer] reads: reads on the train most evenings';
const music = '- [2024-04-04|tentative|observer] music: music helps with long boring tasks';

const old = `${archivePath}/global-2025-11-02.md`;
const oldText = `---
archived_from: global.md
archived_date: 2025-11-02
reason: size_management
---

# Archived Context (2025-11-02)

## Archived Insights
- [2024-10-10] home_city: Bremen
- [2024-11-11] Plays chess on Fridays
`;

const files = { [contextPath]: context, [may]: mayText, [old]: oldText };
const following = (before: string, added: string): string => withLine(context, before, `${before}\n${added}`);

test.use({ startWith: files, viewport: { width: 1280, height: 1000 } });

test('shows in each section of the archive how many entries match the search', async ({ page }) => {
  await goToArchive(page);
  const filters = page.getByRole('group', { name: 'Filters' });
  await expect(filters.getByRole('button', { name: 'Patterns 1' })).toBeVisible();
  await filters.getByRole('button', { name: /^Patterns/ }).click();
  await expect(page.getByRole('search').getByText('1 entry')).toBeVisible();
  await expect(filters.getByRole('button', { name: 'Patterns 1', pressed: true })).toBeVisible();
  await expect(filters.getByRole('button', { name: 'Preferences 0' })).toBeVisible();
  await filters.getByRole('button', { name: /^Patterns/ }).click();
  await page.getByRole('searchbox', { name: 'Search the archive' }).fill('walk');
  await expect(filters.getByRole('button', { name: 'Patterns 0' })).toBeVisible();
  await expect(filters.getByRole('button', { name: 'Insights 1' })).toBeVisible();
});

test('restores an entry at once, protected, with date, confidence, source and section, and takes it out of the archive', async ({
  page,
  workspace,
}) => {
  await goToArchive(page);
  await restoreArchived(page, 'runs before work');
  await expect(archivedRow(page, 'runs before work')).toBeHidden();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectFile(workspace, afterChanges(1, following(reads, runsBack)));
  await expectFile(workspace, withLine(mayText, runs, null), may);

  await page.getByRole('link', { name: 'Review' }).click();
  await entryRow(page, 'runs before work').click();
  await expect(details(page)).toContainText('Pattern, tentative');
  await expect(details(page)).toContainText('2 Feb 2025');
  await expect(details(page)).toContainText('After a question');
  await expect(details(page)).toContainText('Protected until');
  await undoButton(page, 'Restored “runs”').click();
  await expect(entryRow(page, 'runs before work')).toBeHidden();
  await expectFile(workspace, afterChanges(2, context));
  await expectFile(workspace, mayText, may);
});

test('restores prose with a pin unchanged', async ({ page, workspace }) => {
  await goToArchive(page);
  await restoreArchived(page, 'Sleeps better');
  await expectFile(workspace, afterChanges(1, following(music, walkBack)));
  await expectFile(workspace, withLine(mayText, walk, null), may);
});

test.describe('a restore of a known key asks the person, who', { tag: '@further' }, () => {
  const ask = async (page: Page) => {
    await goToArchive(page);
    const dialog = await askToRestore(page, 'music was tried');
    const duplicate = dialog.getByRole('group', { name: 'Your assistant knows this key already' });
    await expect(duplicate.getByRole('definition')).toHaveText([
      'music helps with long boring tasks',
      'music was tried while working',
    ]);
    await expect(confirmButton(dialog)).toBeDisabled();
    await expect(dialog.getByText('1 still to decide')).toBeVisible();
    return dialog;
  };

  test('can replace it', async ({ page, workspace }) => {
    const dialog = await ask(page);
    await dialog.getByRole('radio', { name: 'Replace what it knows now' }).check();
    await confirmButton(dialog).click();
    await expectFile(workspace, afterChanges(1, withLine(context, music, oldMusicBack)));
    await expectFile(workspace, withLine(mayText, oldMusic, null), may);
  });

  test('can keep both', async ({ page, workspace }) => {
    const dialog = await ask(page);
    await dialog.getByRole('radio', { name: 'Keep both' }).check();
    await confirmButton(dialog).click();
    await expectFile(workspace, afterChanges(1, following(music, oldMusicBack)));
    await expectFile(workspace, withLine(mayText, oldMusic, null), may);
  });

  test('can leave everything as it is', async ({ page, workspace }) => {
    const dialog = await ask(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    expect(await workspace.read()).toBe(context);
    await expectFile(workspace, mayText, may);
  });
});

test('restores a whole sweep at once', async ({ page, workspace }) => {
  await goToArchive(page);
  await page.getByRole('button', { name: 'Restore all of 3 May 2026' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore all of 3 May 2026' });
  await expect(dialog.getByRole('list', { name: 'Comes back' }).getByRole('listitem')).toHaveText([
    /Music.*music was tried/,
    /Runs.*runs before work.*Patterns/,
    /Sleeps better after a walk.*Insights/,
  ]);
  const all = withLine(following(reads, runsBack), music, `${music}\n${walkBack}\n${oldMusicBack}`);
  await expect(
    dialog.getByText(`Your memory goes from ${tokensOf(context)} to ${tokensOf(all)} of 2,000 tokens.`),
  ).toBeVisible();
  expect(await workspace.read()).toBe(context);
  await dialog.getByRole('radio', { name: 'Keep both' }).check();
  await dialog.getByRole('button', { name: 'Restore 3 entries' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Restore all of 3 May 2026' })).toBeHidden();
  await expectFile(workspace, afterChanges(1, all));
  const emptied = [runs, walk, oldMusic].reduce((text, line) => withLine(text, line, null), mayText);
  await expectFile(workspace, emptied, may);
  await undoButton(page, 'Restored 3 entries').click();
  await expectFile(workspace, afterChanges(2, context));
  await expectFile(workspace, mayText, may);
});

test('asks for the section of an older line without one', async ({ page, workspace }) => {
  await goToArchive(page);
  const dialog = await askToRestore(page, 'Bremen');
  const section = dialog.getByRole('combobox', { name: 'Section for “Home city”' });
  await expect(section).toHaveValue('insight');
  await section.selectOption('Facts');
  await confirmButton(dialog).click();
  await expect(dialog).toBeHidden();
  const restored = `## Facts (certain)\n- [2024-10-10|certain|parsed_from_file|${until}] home_city: Bremen\n`;
  await expectFile(
    workspace,
    afterChanges(1, context.replace('## Insights (tentative)', `${restored}\n## Insights (tentative)`)),
  );
  await expectFile(workspace, withLine(oldText, '- [2024-10-10] home_city: Bremen', null), old);
});

/** Filler that no rule may archive, so that even the smallest possible limit is nearly used up. */
const long = Array.from({ length: 50 }, (_, index) => `fact${index}`).join(' ');
const fullContext = context.replace('## Insights', `## Facts (certain)\n- [2026-01-01] long: ${long}\n\n## Insights`);
const fullLimit = tokensOf(fullContext) + 1;
const fullFollowing = (before: string, added: string): string => withLine(fullContext, before, `${before}\n${added}`);

test.describe('without room', { tag: '@further' }, () => {
  test.use({
    startWith: { ...files, [contextPath]: fullContext, '.contexture/settings.yaml': `token_limit: ${fullLimit}\n` },
  });
  const today = `global-${dayFromNow()}.md`;

  test('offers a swap, archives the named entry instead, and keeps the restored entry in the next sweep', async ({
    page,
    workspace,
    dataFolder,
    homeFolder,
  }) => {
    await goToArchive(page);
    const dialog = await askToRestore(page, 'runs before work');
    const room = dialog.getByRole('group', { name: /over the limit\. What should give\?$/ });
    await expect(confirmButton(dialog)).toBeDisabled();
    await expect(room.getByRole('list', { name: 'Would be archived instead' }).getByRole('listitem')).toHaveText([
      'music helps with long boring tasks',
    ]);
    await room.getByRole('radio', { name: 'Archive 1 entry instead' }).check();
    await confirmButton(dialog).click();
    await expect(dialog).toBeHidden();
    const swapped = withLine(fullFollowing(reads, runsBack), music, null);
    await expectFile(workspace, afterChanges(1, swapped));
    expect(await workspace.readArchive(today)).toContain(`## Archived Insights\n${music}\n`);

    // The restored entry is the oldest left after “reads”, and protected.
    const assistant = assistantOn(workspace.folder, dataFolder, homeFolder);
    const { archived } = await assistant.learns(learned('preference', 'news', 'one two three four five', 'certain'));
    expect(archived.map((entry) => entry.key)).toEqual(['reads']);
    await page.getByRole('link', { name: 'Review' }).click();
    await expect(entryRow(page, 'News, one two three')).toBeVisible();
    await expect(entryRow(page, 'runs before work')).toBeVisible();
    await expect(entryRow(page, 'reads on the train')).toBeHidden();
    expect(await workspace.read()).toContain(`${runsBack}\n`);
  });

  test('goes over the limit if the person chooses, and archives nothing', async ({ page, workspace }) => {
    await goToArchive(page);
    const dialog = await askToRestore(page, 'runs before work');
    await dialog.getByRole('radio', { name: 'Go over the limit, archive nothing' }).check();
    await confirmButton(dialog).click();
    await expect(dialog).toBeHidden();
    await expectFile(workspace, afterChanges(1, fullFollowing(reads, runsBack)));
    expect(await workspace.archives()).not.toContain(today);
  });
});

test('finds archived entries in a search in Review, and restores them from there', async ({ page, workspace }) => {
  await page.getByRole('searchbox', { name: 'Search what it knows' }).fill('walk');
  await page.getByRole('button', { name: 'Restore “Sleeps better after a walk”' }).click();
  await expect(entryRow(page, /^Sleeps better after a walk, pinned/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'In the archive' })).toBeHidden();
  await expectFile(workspace, afterChanges(1, following(music, walkBack)));
});

test('deletes an archived entry from its file, and restores it by undo', async ({ page, workspace }) => {
  await goToArchive(page);
  await archivedRow(page, 'Sleeps better').click();
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('dialog', { name: 'Delete 1 entry from the archive?' });
  await dialog.getByRole('button', { name: 'Delete 1 entry' }).click();
  await expect(archivedRow(page, 'Sleeps better')).toBeHidden();
  await expectFile(workspace, withLine(mayText, walk, null), may);
  expect(await workspace.read()).toBe(context);
  await page.getByRole('button', { name: /^Undo: Deleted/ }).click();
  await expect(archivedRow(page, 'Sleeps better')).toBeVisible();
  await expectFile(workspace, mayText, may);
});
