import { eventually } from './eventually.ts';
import { expect, test } from './fixtures.ts';
import { connectAssistant } from './mcp-client.ts';
import { entryRow, retype } from './review-page.ts';

test('shows at once what an assistant learns, and gives the assistant the person’s corrections', async ({
  page,
  workspace,
  dataFolder,
}) => {
  const assistant = await connectAssistant(workspace.folder, dataFolder, 'Claude Code');
  await assistant.call('append_context', { content: 'tea: green, in the afternoon' });
  const row = entryRow(page, 'Tea, green, in the afternoon');
  await expect(row).toBeVisible();
  await expect(page.getByRole('status', { name: 'Announcements' })).toContainText('By Claude Code: 1 added.');
  await assistant.call('replace_context', { line: 12, content: 'tea: black' });
  await expect(entryRow(page, 'Tea, black')).toBeVisible();
  await expect(row).toBeHidden();

  const heard = assistant.notices();
  const field = await retype(page, 'language', 'German');
  await field.press('Enter');
  await expect(entryRow(page, 'Language, German')).toBeVisible();
  await eventually(assistant.notices).toBeGreaterThan(heard);
  expect((await assistant.lines())[2]).toBe('2-- language: German');

  await assistant.call('delete_context', { line: 12 });
  await expect(entryRow(page, 'Tea, black')).toBeHidden();
  await assistant.close();
});

test('recognises an entry that an assistant rewords completely while it is edited', async ({
  page,
  workspace,
  dataFolder,
}) => {
  const assistant = await connectAssistant(workspace.folder, dataFolder, 'Claude Code');
  await retype(page, 'Best workouts on Wednesday evenings', 'Best workouts on Mondays');
  await assistant.call('replace_context', { line: 10, content: 'Rows at dawn' });
  const question = page.getByRole('alert', { name: 'Two versions of this entry' });
  await expect(question).toContainText('Rows at dawn');
  await assistant.close();
});

test('asks the person before an assistant’s text replaces their correction', async ({
  page,
  workspace,
  dataFolder,
}) => {
  const field = await retype(page, 'language', 'German');
  await field.press('Enter');
  await expect(entryRow(page, 'Language, German')).toBeVisible();
  const assistant = await connectAssistant(workspace.folder, dataFolder, 'Claude Code');
  const { text } = await assistant.call('replace_context', { line: 2, content: 'language: French' });
  expect(text).toContain('Line 2 stays as it is.');
  const card = page.getByText('French').first();
  await expect(card).toBeVisible();
  await expect(entryRow(page, 'Language, German')).toBeVisible();
  await assistant.close();
});
