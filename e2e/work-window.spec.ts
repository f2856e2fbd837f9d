import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { isLeftoverName } from '../electron/node/leftover-names.ts';
import { connectAgent } from './agent-program.ts';
import { eventually } from './eventually.ts';
import { exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { goTo, review } from './view-steps.ts';

test.use({ startWith: { 'logs/context/global.md': exampleContext, 'notes.md': 'as said\n' } });

const steps = [
  'initialize',
  'collect_materials',
  'extract_entities',
  'summarize_sections',
  'identify_action_items',
  'review',
  'generate_deliverables',
  'finalize',
];

/**
 * Every file in a folder and below it, by relative path, except superseded copies, which a write leaves beside the file
 * for two seconds.
 */
async function filesIn(folder: string): Promise<Map<string, Buffer>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found
    .filter((each) => each.isFile() && !isLeftoverName(each.name))
    .map((each) => join(each.parentPath, each.name));
  return new Map(
    await Promise.all(files.sort().map(async (path) => [relative(folder, path), await readFile(path)] as const)),
  );
}

test('answers an agent in the window, resumes an interrupted workflow, and archives and restores the completed one', async ({
  page,
  workspace,
  dataFolder,
}) => {
  const connect = () => connectAgent(workspace.folder, dataFolder);
  await review(page);
  await goTo(page, 'work');
  const first = await connect();
  const inputs = { raw_notes: 'notes.md' };
  const { workflow_id } = await first.call('work_create', { type: 'note_processing', inputs });
  const update = (step: string) => ({
    workflow_id,
    update: {
      step,
      agent: `${step}_agent`,
      outputs: { [step]: 'done' },
      create_checkpoint: step === 'summarize_sections',
    },
  });
  for (const step of steps.slice(0, 4)) {
    await first.call('work_update', update(step));
  }
  const { question } = await first.call('work_ask', {
    workflow_id,
    question: 'Leave the names out?',
    options: ['yes', 'no'],
  });

  // The window shows the waiting question by itself.
  const list = page.getByRole('grid', { name: 'Workflows' });
  await expect(list).toContainText('Identify action items · 4 of 8 done');
  await expect(page.getByRole('link', { name: /Work.*Something needs you/ })).toBeVisible();
  await list.getByRole('group', { name: 'Leave the names out?' }).getByRole('button', { name: 'yes' }).click();
  await eventually(() => first.told).toMatchObject([{ workflow_id, question_id: question, answer: 'yes' }]);
  await expect(page.getByRole('heading', { name: 'Under way' })).toBeVisible();

  // The agent continues, and is killed while an update may be under way.
  const cutOff = first.client
    .callTool({ name: 'work_update', arguments: update('identify_action_items') })
    .catch(() => null);
  process.kill(first.pid, 'SIGKILL');
  await cutOff;

  // The person resumes from the checkpoint, and another agent continues there.
  await list.getByRole('row', { name: /^Note processing/ }).click();
  await page.getByRole('button', { name: 'Go on from checkpoint 1…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Go on from checkpoint 1' }).click();
  await expect(page.getByRole('region', { name: 'On record' })).toContainText('Resumed from checkpoint 1');
  const second = await connect();
  const view = await second.call('work_view', { workflow_id, agent: 'writer' });
  expect(view.workflow_info).toMatchObject({ current_step: 'identify_action_items' });
  for (const step of steps.slice(4)) {
    await second.call('work_update', update(step));
  }
  expect(await second.call('work_complete', { workflow_id })).toEqual({ findings: [] });
  await second.close();
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('Completed');

  // It is archived and restored with every file unchanged.
  const folder = workspace.path(`.aifriday/contexts/completed/${workflow_id}`);
  const before = await filesIn(folder);
  expect(before.size).toBeGreaterThanOrEqual(10);
  await page.getByRole('button', { name: 'Archive…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  expect(workspace.exists(`.aifriday/contexts/completed/${workflow_id}`)).toBe(false);
  await list.getByRole('row', { name: /^Note processing .*Archived/ }).click();
  await page.getByRole('button', { name: 'Restore…' }).click();
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  expect(await filesIn(folder)).toEqual(before);
  await expect(list.getByRole('row', { name: /^Note processing, Completed/ })).toBeVisible();
});

test('notifies an agent about its question: an answer, its undo, another, and that nobody will answer', async ({
  page,
  workspace,
  dataFolder,
}) => {
  await review(page);
  await goTo(page, 'work');
  const agent = await connectAgent(workspace.folder, dataFolder);
  const { workflow_id } = await agent.call('work_create', { type: 'note_processing', inputs: { raw_notes: 'n.md' } });
  const { question } = await agent.call('work_ask', {
    workflow_id,
    question: 'Leave the names out?',
    options: ['yes', 'no'],
  });
  const of = { workflow_id, question_id: question };
  const list = page.getByRole('grid', { name: 'Workflows' });
  const answer = (name: string) =>
    list.getByRole('group', { name: 'Leave the names out?' }).getByRole('button', { name, exact: true }).click();
  await answer('yes');
  await eventually(() => agent.told).toMatchObject([{ ...of, status: 'answered', answer: 'yes' }]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await eventually(() => agent.told.slice(1)).toMatchObject([{ ...of, status: 'waiting' }]);
  await answer('no');
  await eventually(() => agent.told.slice(2)).toMatchObject([{ ...of, status: 'answered', answer: 'no' }]);

  const { question: next } = await agent.call('work_ask', { workflow_id, question: 'Publish it?' });
  await list.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('button', { name: 'Complete…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Complete it without an answer?' });
  await expect(dialog.getByRole('list', { name: 'Not answered' })).toHaveText('Publish it?');
  await dialog.getByRole('button', { name: 'Complete' }).click();
  await eventually(() => agent.told.slice(3)).toMatchObject([{ workflow_id, question_id: next, status: 'gone' }]);
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('Completed');
  await agent.close();
});
