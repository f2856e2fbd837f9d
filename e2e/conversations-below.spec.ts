import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from './accessibility.ts';
import { teaShop } from './conversations-home.ts';
import { allowReading, conversation, items } from './conversations-page.ts';
import { expect, test } from './fixtures.ts';

test.use({ homeWith: 'conversations' });

test('opens a sub-agent’s conversation from its caller’s', { tag: '@further' }, async ({ page }) => {
  await allowReading(page);
  await conversation(page, /^Which beds get sun/).click();
  await page
    .getByRole('region', { name: 'Sub-agents' })
    .getByRole('button', { name: /^Work out where/ })
    .click();
  await expect(items(page).last()).toContainText('In the south-west.');
});

test('lists a resumed conversation in a new file as one row, with its copies behind it', {
  tag: '@further',
}, async ({ page, homeFolder }) => {
  const file = join(homeFolder, teaShop);
  const lines = (await readFile(file, 'utf8')).split('\n');
  for (const [name, count] of [
    ['first', 40],
    ['second', 90],
  ] as const) {
    await writeFile(file.replace(/[^/]+$/, `${name}.jsonl`), `${lines.slice(0, count).join('\n')}\n`);
  }
  await allowReading(page);
  await expect(conversation(page, /^Weigh tea in grams.*2 copies/)).toBeVisible();
  await conversation(page, /^Weigh tea in grams/).click();
  const copies = page.getByRole('region', { name: 'Copies' });
  await expect(copies.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
  await copies.getByRole('button').first().click();
  await expect(items(page).last()).toContainText(/tin (20|45)/);
});
