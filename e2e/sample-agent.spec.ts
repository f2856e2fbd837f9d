import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from './fixtures.ts';
import { correct, entryRow } from './review-page.ts';
import { goTo } from './view-steps.ts';

test.use({ viewport: { width: 1280, height: 1100 } });

const program = join(import.meta.dirname, '..', 'resources', 'sample-agent', 'agent.js');
const run = promisify(execFile);

test('keeps the sample agent’s data between runs, shows it in the window, and gives the agent the person’s corrections', async ({
  page,
  workspace,
  dataFolder,
}) => {
  const env = { ...process.env, CONTEXTURE_DATA_DIR: dataFolder };
  /** Runs the agent for one message in a separate process. @returns its answer */
  const say = async (message: string): Promise<string> =>
    (await run(process.execPath, [program, workspace.folder, 'ann', message], { env })).stdout.trim();

  expect(await say('remember tea: green')).toBe('I will remember tea.');
  expect(await say('todo buy tea')).toBe('To do: buy tea.');
  expect(await say('hello')).toBe('This is message 5.');

  await correct(page, 'tea', 'black');
  await expect(entryRow(page, 'Tea, black')).toBeVisible();
  expect(await say('what do you know?')).toContain('tea: black');
  expect(await say('remember tea: white')).toContain('The person corrected “tea” to “black”, which stays.');
  expect(await workspace.read()).toContain('tea: black');

  await goTo(page, 'kept');
  const kept = page.getByRole('grid', { name: 'Agent data' });
  for (const kind of ['State', 'Conversation', 'Todos']) {
    await expect(kept.getByRole('row', { name: `${kind} of sample for ann` })).toBeVisible();
  }

  expect(await say('forget me')).toMatch(/^I forget state, chat_history, todos\. .*all agents share it/);
  expect(await workspace.read('logs/storages/todos_sample_ann.json')).toBe('null\n');
  expect(await workspace.read()).toContain('tea: black');
  expect(await say('hello')).toBe('This is message 2.');
});
