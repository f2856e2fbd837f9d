import { expectAccessible } from './accessibility.ts';
import { conversation, goToConversations } from './conversations-page.ts';
import { eventually } from './eventually.ts';
import { exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';

const lines = '{"role":"user","content":"Plant beans in May"}\n{"role":"assistant","content":"Noted."}\n';
const path = 'logs/conversations/garden.jsonl';

test.use({ startWith: { 'logs/context/global.md': exampleContext, [path]: lines } });

test('clears a conversation of an agent after confirmation, and restores it to the byte', async ({
  page,
  workspace,
}) => {
  await goToConversations(page);
  await conversation(page, /Plant beans in May/).click();
  const details = page.getByRole('article', { name: 'Details' });
  await details.getByRole('button', { name: 'Clear…' }).click();
  const question = page.getByRole('dialog', { name: 'Clear “garden”?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  expect(await workspace.read(path)).toBe(lines);

  await details.getByRole('button', { name: 'Clear…' }).click();
  await question.getByRole('button', { name: 'Clear' }).click();
  await expect(question).toBeHidden();
  await eventually(() => workspace.read(path)).toBe('');
  await page.getByRole('button', { name: /^Undo: Cleared the conversation/ }).click();
  await eventually(() => workspace.read(path)).toBe(lines);
});
