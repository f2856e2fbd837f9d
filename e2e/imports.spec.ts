import { dirname, join } from 'node:path';
import type { Page } from 'playwright/test';
import { expectAccessible } from './accessibility.ts';
import { test as base, expect } from './fixtures.ts';
import { agreeTo } from './person.ts';

const test = base.extend({
  start: async ({ workspace, start }, use) => use({ ...start, args: [workspace.path('CLAUDE.md')] }),
});

test.use({
  startWith: {
    'CLAUDE.md': '# Rules\n\n- see @docs/style.md and @gone.md\n- and @../outside.md but not `@code.md`\n',
    'docs/style.md': 'Tabs.\n\n<!-- a note of mine -->\n\n@names.md\n',
    'docs/names.md': 'Short names.\n',
  },
});

const text = (page: Page) => page.getByRole('region', { name: 'What your assistant reads' });
const named = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Named in the memory' })
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) });

test('shows imports of CLAUDE.md in place, counts them, and reads those from outside only once approved', async ({
  page,
  workspace,
  running,
}) => {
  const outside = join(dirname(workspace.folder), 'outside.md');
  await workspace.create('From outside.\n', '../outside.md');
  await page.getByRole('link', { name: 'What it reads' }).click();
  await page.getByRole('button', { name: 'Show the exact text' }).click();
  await expect(text(page).getByRole('heading')).toHaveText(['docs/style.md', 'docs/names.md', 'The memory']);
  await expect(text(page)).toContainText('Short names.');
  await expect(text(page)).not.toContainText('a note of mine');
  const skipped = page.getByRole('region', { name: 'Not all files are read' });
  await expect(skipped).toContainText('gone.md (missing)');
  await expect(skipped).toContainText('needs your approval');
  await expect(skipped).not.toContainText('code.md');

  await page.getByRole('button', { name: 'Sources', exact: true }).click();
  await expect(named(page, 'docs/style.md').first()).toContainText('Named in line 3 of CLAUDE.md');
  await expect(named(page, 'docs/names.md')).toContainText('Named in line 5 of docs/style.md');
  await expect(
    named(page, 'docs/style.md')
      .first()
      .getByRole('button', { name: /^(Move|Remove)/ }),
  ).toHaveCount(0);
  await expectAccessible(page);
  await agreeTo(running, () => named(page, outside).first().getByRole('button', { name: 'Approve' }).click());
  await expect(named(page, outside).first()).toContainText('tokens');
  await page.getByRole('button', { name: 'What it reads', exact: true }).click();
  await expect(text(page)).toContainText('From outside.');

  await workspace.replace('# Rules\n\n- see @docs/names.md\n', 'CLAUDE.md');
  await expect(text(page).getByRole('heading')).toHaveText(['docs/names.md', 'The memory']);
});
