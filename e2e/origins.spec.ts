import { join } from 'node:path';
import { expectAccessible } from './accessibility.ts';
import { createSession } from './conversations-home.ts';
import { items } from './conversations-page.ts';
import { expect, test } from './fixtures.ts';
import { entryRow } from './review-page.ts';
import { workspaceFolderAt } from './workspace-folder.ts';

test.use({ homeWith: 'conversations' });

test('leads from an entry to where a tool wrote it, or to a search of conversations', async ({ page, homeFolder }) => {
  const home = workspaceFolderAt(homeFolder);
  const project = '.claude/projects/-home-ann-code-boat';
  const body = 'The boat lies at the north pier, berth twelve.';
  await home.create(
    '# Memory\n\n- [Mooring](mooring.md) — north pier\n- Sailing only in light wind\n',
    `${project}/memory/MEMORY.md`,
  );
  await home.create(`---\nname: mooring\n---\n\n${body}\n`, `${project}/memory/mooring.md`);
  const session = createSession('b0a7', { startedAt: Date.now() - 3_600_000, cwd: '/home/ann/code/boat' });
  session.person('Where does my boat lie?');
  session.use('Write', { file_path: join(homeFolder, project, 'memory/mooring.md'), content: body }, 'Written.');
  session.person('And note that I like sailing in really light wind.');
  session.title('Looking after the boat');
  await home.create(session.text(), `${project}/b0a7.jsonl`);

  await page.getByRole('button', { name: /^Workspace:/ }).click();
  await page.getByRole('menuitem', { name: 'All memories…' }).click();
  await page.getByRole('region', { name: 'Claude Code' }).getByRole('button', { name: /boat/ }).click();
  const leads = page.getByRole('button', { name: 'Looking after the boat' });

  await entryRow(page, 'Sailing only in light wind').click();
  await page.getByRole('button', { name: 'Read these conversations' }).click();
  const search = page.getByRole('button', { name: 'Search conversations for this' });
  await expect(search).toBeVisible();
  await expectAccessible(page);
  await search.click();
  await expect(page.getByRole('searchbox', { name: 'Search what was said' })).toHaveValue('sailing light');
  await page.getByText('really light wind').click();
  await expect(items(page).filter({ hasText: 'really light wind' })).toBeFocused();
  const keeping = page.getByRole('region', { name: 'Saved copy' });
  await expect(keeping).toContainText(/Claude Code will delete this on .* unless you continue it/);
  await expect(keeping.getByRole('checkbox', { name: 'Save all from Claude Code in boat' })).toBeVisible();
  const learned = page.getByRole('region', { name: 'Learned here' });
  await expect(learned).toContainText('written by the assistant');

  await learned.getByRole('button', { name: 'Show in Review' }).click();
  await expect(entryRow(page, 'north pier')).toBeFocused();
  await expect(page.getByText('wrote this file with this text')).toBeVisible();
  await leads.click();
  await expect(items(page).filter({ hasText: 'mooring.md' }).first()).toBeFocused();
});

test('asks to allow reading an entry’s conversation, and opens it there', async ({ page, homeFolder }) => {
  const home = workspaceFolderAt(homeFolder);
  const project = '.claude/projects/-home-ann-code-boat';
  const topic = '---\nname: mooring\nmetadata:\n  originSessionId: b0a7\n---\n\nBerth twelve.\n';
  await home.create('# Memory\n\n- [Mooring](mooring.md) — north pier\n', `${project}/memory/MEMORY.md`);
  await home.create(topic, `${project}/memory/mooring.md`);
  const session = createSession('b0a7', { startedAt: Date.now() - 3_600_000, cwd: '/home/ann/code/boat' });
  session.person('Where does my boat lie?');
  session.title('Looking after the boat');
  await home.create(session.text(), `${project}/b0a7.jsonl`);
  await page.getByRole('button', { name: /^Workspace:/ }).click();
  await page.getByRole('menuitem', { name: 'All memories…' }).click();
  await page.getByRole('region', { name: 'Claude Code' }).getByRole('button', { name: /boat/ }).click();
  await entryRow(page, 'north pier').click();
  const details = page.getByRole('article', { name: 'Details' });
  await expect(details).toContainText(
    /A conversation with Claude Code. Contexture reads those in .*projects once you allow it/,
  );
  await expectAccessible(page);
  await details.getByRole('button', { name: 'Read these conversations' }).click();
  await details.getByRole('button', { name: 'Save this conversation' }).click();
  await expect(details).toContainText('A copy of this conversation is saved.');
  await details.getByRole('button', { name: 'Looking after the boat' }).click();
  await expect(page.getByRole('region', { name: 'Saved copy' })).toContainText(/^Saved copySaved on/);
});
