import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from './accessibility.ts';
import { createSession } from './conversations-home.ts';
import { allowReading, conversation, items } from './conversations-page.ts';
import { expect, test } from './fixtures.ts';

test.use({ homeWith: 'conversations' });

test('shows the saved version of a rewritten conversation, and exports it as a file', async ({ page, homeFolder }) => {
  await allowReading(page);
  await conversation(page, /^Order seeds for the spring/).click();
  const keeping = page.getByRole('region', { name: 'Saved copy' });
  await keeping.getByRole('button', { name: 'Save a copy' }).click();
  await expect(keeping).toContainText('Saved on');
  const again = createSession('5c00-seeds', { startedAt: Date.now(), cwd: '/home/ann/code/garden' });
  again.person('Order seeds for the autumn');
  await writeFile(join(homeFolder, '.claude/projects/-home-ann-code-garden/5c00-seeds.jsonl'), again.text());
  await expect(conversation(page, /^Order seeds for the autumn/)).toBeVisible();
  await conversation(page, /^Order seeds for the autumn/).dblclick();
  await expect(items(page)).toHaveCount(1);

  await page.getByRole('button', { name: /^Earlier version saved on/ }).click();
  await expect(items(page)).toHaveText([/Order seeds for the spring/, /peas and beans/]);
  const told = page.getByRole('region', { name: 'Earlier version' });
  await expect(told).toContainText('Claude Code has changed the conversation since.');
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as Markdown' }).click();
  expect((await download).suggestedFilename()).toContain('seeds');
  await told.getByRole('button', { name: 'Show it as it is now' }).click();
  await expect(items(page)).toHaveText([/Order seeds for the autumn/]);
  await expect(told).toHaveCount(0);
});

test.describe('in a narrow window', () => {
  test.use({ viewport: { width: 640, height: 480 } });

  test('saves and exports the open conversation with the pointer alone', async ({ page }) => {
    await allowReading(page);
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect(items(page).first()).toBeVisible();
    await page.getByRole('button', { name: 'Details' }).click();
    const details = page.getByRole('dialog', { name: 'Conversation' });
    await details.getByRole('button', { name: 'Save a copy' }).click();
    await expect(details.getByRole('region', { name: 'Saved copy' })).toContainText('Saved on');
    await expect(details.getByRole('button', { name: 'Save as Markdown' })).toBeVisible();
    await expectAccessible(page);
  });
});
