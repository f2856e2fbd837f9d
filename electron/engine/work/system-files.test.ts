import { expect, test } from 'vitest';
import { done, startWork } from '#testing/start-work.ts';

async function started() {
  const work = await startWork();
  const { world, folder, call, workspace } = work;
  const linesOf = (path: string): Record<string, unknown>[] =>
    (world.text(`${folder}/${path}`) ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const check = async (id: string) => (await call('work.check', { workspace, id })).findings;
  return { ...work, linesOf, check };
}

test('logs every action in the system’s and the agent’s log, one line each', async () => {
  const { world, folder, create, call, workspace, linesOf } = await started();
  const { id } = await create({ raw_notes: 'my secret notes' });
  await call('work.update', { workspace, id, update: done('initialize', 'Session Manager') });
  await call('work.update', {
    workspace,
    id,
    update: { step: 'collect_materials', agent: 'Session Manager', status: 'error', error: 'no recording' },
  });
  const { question } = await call('work.ask', { workspace, id, question: 'Which?', assistant: 'curator' });
  await call('work.answer', { workspace, id, question, answer: 'Both', user: 'ann' });
  await call('work.resume', { workspace, id, from: { step: 'collect_materials' }, user: 'ann' });
  await call('work.complete', { workspace, id, user: 'ann' });
  const day = 'logs/2026-11-21.jsonl';
  expect(linesOf(`system/${day}`)).toMatchObject([
    {
      event: 'created',
      workflow_id: id,
      by: 'person',
      level: 'info',
      timestamp: expect.stringMatching(/^2026-11-21T/),
    },
    { event: 'updated', by: 'Session Manager' },
    { event: 'updated', level: 'error' },
    { event: 'asked', by: 'curator' },
    { event: 'answered', by: 'ann' },
    { event: 'resumed', by: 'ann' },
    { event: 'completed', by: 'ann' },
  ]);
  const log = world.everyFile().find(({ path }) => path.startsWith(`${folder}/agents/`) && path.endsWith(day));
  expect(linesOf(log?.path.slice(folder.length + 1) ?? '')).toMatchObject([
    { workflow_id: id, step: 'initialize', status: 'completed', level: 'info' },
    { workflow_id: id, step: 'collect_materials', status: 'error', error: 'no recording', level: 'error' },
  ]);
  expect(world.text(`${folder}/system/${day}`)).not.toContain('secret');
});

test('continues when a log can’t be written', async () => {
  const { world, folder, create, contextOf } = await started();
  world.outside.write(`${folder}/system/logs`, 'a file where the folder would be');
  const { id } = await create({ raw_notes: 'n' });
  expect(contextOf(id).meta.workflow_id).toBe(id);
});

test('writes the orchestrator with the first workflow, with its checkpoint rules and each step’s agent', async () => {
  const { world, folder, create, call, workspace, contextOf } = await started();
  const file = `${folder}/system/orchestrator.json`;
  await create({ raw_notes: 'n' });
  expect(JSON.parse(world.text(file) ?? '')).toEqual({
    schema_version: '1.0.0',
    checkpoints: 'when_asked',
    agents: {},
  });
  const own = `{ // ours
  "checkpoints": "each_step", "mode": "careful",
  "agents": {"note_processing": {"initialize": "starter", "collect_materials": "collector"}}
}`;
  world.outside.replace(file, own);
  const { id } = await create({ raw_notes: 'n' });
  expect(contextOf(id).agents.current_agent).toBe('starter');
  const step = await call('work.update', { workspace, id, update: done('initialize', 'starter') });
  expect(step.checkpoint).toBe('checkpoints/checkpoint_001.json');
  expect(contextOf(id).agents.current_agent).toBe('collector');
  const update = done('collect_materials', 'other', { create_checkpoint: false, next_agent: 'named' });
  expect((await call('work.update', { workspace, id, update })).checkpoint).toBeNull();
  expect(contextOf(id).agents.current_agent).toBe('named');
  expect(world.text(file)).toBe(own);
});

test('reports problems in files beside workflows, and uses the valid rest', async () => {
  const { world, folder, create, check } = await started();
  const write = (name: string, text: string): void => world.outside.write(`${folder}/${name}`, text);
  write(
    'system/workflows.json',
    '{"triage": {"steps": ["initialize", {"nome": "x"}, "sort", "sort"]}, "empty": {"steps": []}}',
  );
  write('system/orchestrator.json', '{"checkpoints": "now and then", "agents": {"triage": {"sort": "ghost"}}}');
  write('agents/registry.json', '[]');
  write('contexts/templates/triage.json', '{"data": []}');
  const { id, findings } = await create({}, 'triage');
  const told = findings.map(({ type, file, path, severity }) => ({ type, file, path, severity }));
  expect(told).toEqual([
    { type: 'definition_wrong', file: 'system/workflows.json', path: 'steps.1', severity: 'warning' },
    { type: 'definition_wrong', file: 'system/workflows.json', path: 'steps.3', severity: 'warning' },
    { type: 'unusual_value', file: 'system/orchestrator.json', path: 'checkpoints', severity: 'warning' },
    { type: 'agent_unknown', file: 'system/orchestrator.json', path: 'agents.triage.sort', severity: 'info' },
    { type: 'not_json', file: 'agents/registry.json', path: '', severity: 'warning' },
    { type: 'wrong_type', file: 'contexts/templates/triage.json', path: 'data', severity: 'warning' },
  ]);
  expect(findings.at(-1)?.message).toContain('It is not used.');
  expect(await check(id)).toEqual(expect.arrayContaining(findings));
  write('system/workflows.json', '{"triage"');
  write('contexts/templates/note_processing.json', '{"data": {"inputs": {"raw_notes": 7, "participants": ["Ann"]}}');
  const other = await create({}, 'note_processing');
  expect(other.findings).toMatchObject([
    { path: 'data.inputs.raw_notes', type: 'missing' },
    { file: 'system/workflows.json', type: 'not_json' },
    {},
    {},
    { file: 'contexts/templates/note_processing.json', type: 'not_json' },
  ]);
});

test('makes a template from a workflow or by hand, and starts the next workflow from it', async () => {
  const { world, folder, create, call, workspace, contextOf } = await started();
  const { id } = await create({ raw_notes: 'weekly.md', participants: ['Ann'] });
  await call('work.update', { workspace, id, update: done('initialize', 'a', { references: { book: 'b-1' } }) });
  expect(await call('work.makeTemplate', { workspace, id })).toMatchObject({
    type: 'note_processing',
    file: `${folder}/contexts/templates/note_processing.json`,
  });
  const next = contextOf((await create({ participants: ['Bo'] })).id);
  expect(next.data).toMatchObject({
    inputs: { raw_notes: 'weekly.md', participants: ['Bo'] },
    references: { book: 'b-1' },
    working_data: {},
  });
  expect(next.workflow.step_history).toEqual([]);
  await expect(call('work.makeTemplate', { workspace, id })).rejects.toMatchObject({ code: 'value_invalid' });
  await call('work.makeTemplate', { workspace, id, replace: true });

  const { change } = await call('work.makeTemplate', { workspace, id, type: 'weekly_notes' });
  const weekly = contextOf((await create({}, 'weekly_notes')).id);
  expect(weekly.workflow.total_steps).toBe(8);
  expect(weekly.data.inputs.raw_notes).toBe('weekly.md');
  await expect(call('work.makeTemplate', { workspace, id, type: '../../x' })).rejects.toMatchObject({
    code: 'value_invalid',
  });
  await call('context.undo', { workspace, change: change?.id });
  expect(world.text(`${folder}/contexts/templates/weekly_notes.json`)).toBeNull();
});
