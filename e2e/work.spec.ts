import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectAgent } from './agent-program.ts';
import { eventually } from './eventually.ts';
import { expect, test } from './fixtures.ts';
import { contexture } from './mcp-client.ts';

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

test('runs a workflow of eight steps with a question, a killed agent and a checkpoint, then archives and restores it bit for bit', async ({
  workspace,
  dataFolder,
}) => {
  const { folder } = workspace;
  const person = async (...args: string[]) =>
    JSON.parse((await contexture(folder, dataFolder, 'work', ...args, '--json')) || '{}');
  const connect = () => connectAgent(folder, dataFolder);
  const first = await connect();
  const { workflow_id } = await first.call('work_create', {
    type: 'note_processing',
    inputs: { raw_notes: 'notes.md' },
  });
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
  const { question } = await first.call('work_ask', { workflow_id, question: 'Anonymise?', options: ['yes', 'no'] });
  expect((await person('list', '--status', 'waiting')).workflows).toMatchObject([{ id: workflow_id }]);
  await person('answer', workflow_id, '--text', 'yes', '--user', 'ann');
  await eventually(() => first.told).toMatchObject([{ workflow_id, question_id: question, answer: 'yes' }]);

  // Killed while an update may be under way.
  const cutOff = first.client
    .callTool({ name: 'work_update', arguments: update('identify_action_items') })
    .catch(() => null);
  process.kill(first.pid, 'SIGKILL');
  await cutOff;
  const second = await connect();
  await second.call('work_resume', { workflow_id, checkpoint: 1 });
  const view = await second.call('work_view', { workflow_id, agent: 'writer' });
  expect(view.workflow_info).toMatchObject({ current_step: 'identify_action_items' });
  expect(view.previous_outputs.map(({ step }: { step: string }) => step)).toEqual(steps.slice(0, 4));
  for (const step of steps.slice(4)) {
    await second.call('work_update', update(step));
  }
  expect(await second.call('work_complete', { workflow_id })).toEqual({ findings: [] });
  await second.close();
  expect(await person('check', workflow_id)).toEqual([]);
  const context = await person('show', workflow_id);
  expect(context.data.outputs).toEqual(Object.fromEntries(steps.map((step) => [step, 'done'])));
  expect(context.audit.human_interventions).toMatchObject([{ user: 'ann', action: 'Answered “Anonymise?”: yes' }]);
  expect((await person('list')).workflows).toMatchObject([{ status: 'completed', stepsDone: 8 }]);

  const contexts = join(folder, '.aifriday', 'contexts');
  const completed = join(contexts, 'completed', workflow_id);
  mkdirSync(join(completed, 'artifacts', 'empty'), { recursive: true });
  writeFileSync(join(completed, 'artifacts', 'notes.bin'), Buffer.from([0, 255, 10]), { mode: 0o640 });
  const before = allIn(completed);
  const { month } = await person('archive', workflow_id);
  expect(existsSync(completed)).toBe(false);
  expect(readdirSync(join(contexts, 'archived', ...month.split('-')))).toContain(`${workflow_id}.tar.gz`);
  const third = await connect();
  const { text, isError } = await third.try('work_view', { workflow_id, agent: 'writer' });
  expect({ text, isError }).toMatchObject({ isError: true, text: expect.stringContaining('is archived') });
  await third.close();
  await person('restore', workflow_id);
  expect(allIn(completed)).toEqual(before);
});

/** Everything in a folder: names, bytes, modes, times to the millisecond. */
const allIn = (folder: string) =>
  ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()].map((name) => {
    const { mode, mtimeMs } = statSync(join(folder, name));
    const bytes = statSync(join(folder, name)).isFile() ? readFileSync(join(folder, name)).toString('hex') : null;
    return { name, mode, modifiedAt: Math.floor(mtimeMs), bytes };
  });
