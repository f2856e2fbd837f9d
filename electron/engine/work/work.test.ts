import { expect, onTestFinished, test } from 'vitest';
import { createMemoryWorld, openIn } from '#testing/engine-world.ts';

async function setUp() {
  const world = await createMemoryWorld();
  onTestFinished(() => world.engine().close());
  const opened = await openIn(world, { startEmpty: true });
  const { call, workspace } = opened;
  const folder = `${world.root}/.aifriday`;
  const create = (inputs = {}, type = 'note_processing') => call('work.create', { workspace, type, inputs });
  const contextOf = (id: string) => JSON.parse(world.text(`${folder}/contexts/active/${id}/context.json`) ?? 'null');
  return { world, ...opened, folder, create, contextOf };
}

test('a workflow begins with the shape of its type, its inputs, and all its steps before it', async () => {
  const { create, contextOf } = await setUp();
  const { id, findings } = await create({ raw_notes: 'notes.md', session_context: 's-12', own: { a: 1 } });
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(findings).toEqual([]);
  const context = contextOf(id);
  expect(context).toMatchObject({
    meta: { workflow_id: id, workflow_type: 'note_processing', version: '1.0.0', schema_version: '1.0.0' },
    workflow: { current_step: 'initialize', total_steps: 8, step_history: [], branch_point: null, alternate_paths: [] },
    session: { session_id: 's-12', status: 'completed' },
    data: {
      inputs: { raw_notes: 'notes.md', session_context: 's-12', own: { a: 1 } },
      working_data: {},
      outputs: {},
      references: {},
    },
    audit: { checkpoints: [], human_interventions: [] },
  });
  expect(context.workflow.next_steps).toHaveLength(8);
  expect(context.workflow.next_steps[0]).toBe('initialize');
});

test('what is missing of the inputs is told, and what is of another kind is refused', async () => {
  const { create, world, folder } = await setUp();
  expect((await create()).findings).toMatchObject([{ type: 'missing', path: 'data.inputs.raw_notes' }]);
  const before = world.everyFile().length;
  await expect(create({ raw_notes: 7 })).rejects.toMatchObject({
    code: 'value_invalid',
    message: '“data.inputs.raw_notes” is not a text. Nothing was created.',
  });
  expect(world.everyFile().filter(({ path }) => path.startsWith(`${folder}/contexts`))).toHaveLength(1);
  expect(world.everyFile()).toHaveLength(before);
});

test('the list says what stands, also of what can’t be read', async () => {
  const { world, call, workspace, folder, create } = await setUp();
  const { id } = await create({ raw_notes: 'notes.md' });
  world.outside.write(`${folder}/contexts/active/broken/context.json`, '{"meta": ');
  world.outside.write(`${folder}/contexts/active/empty/notes.txt`, 'x');
  const { total, workflows } = await call('work.list', { workspace });
  expect(total).toBe(2);
  expect(workflows.find((each) => each.id === id)).toMatchObject({
    where: 'active',
    type: 'note_processing',
    status: 'running',
    currentStep: 'initialize',
    totalSteps: 8,
    stepsDone: 0,
    questions: [],
  });
  expect(workflows.find((each) => each.id === 'broken')).toMatchObject({ status: 'damaged', type: null });
  const shown = await call('work.show', { workspace, id });
  expect(shown.context?.['meta']).toMatchObject({ workflow_id: id });
  await expect(call('work.show', { workspace, id: 'none' })).rejects.toMatchObject({ code: 'not_found' });
});

test('steps and a beginning that the workspace has for a type take the place of ours', async () => {
  const { world, folder, create, contextOf } = await setUp();
  world.outside.write(`${folder}/system/workflows.json`, '{ "triage": {"steps": ["initialize", "sort"]} }\n');
  world.outside.write(`${folder}/contexts/templates/triage.json`, '{"data": {"inputs": {"depth": 2}}, "owner": "ann"}');
  const { id } = await create({ of: 'mail' }, 'triage');
  expect(contextOf(id)).toMatchObject({
    owner: 'ann',
    workflow: { total_steps: 2, next_steps: ['initialize', 'sort'] },
    data: { inputs: { depth: 2, of: 'mail' } },
  });
  await create({ raw_notes: 'n' });
  const workflows = world.text(`${folder}/system/workflows.json`) ?? '';
  expect(workflows.startsWith('{ "triage": {"steps": ["initialize", "sort"]}')).toBe(true);
  expect(JSON.parse(workflows).note_processing.steps).toHaveLength(8);
});

test('creating is undone whole', async () => {
  const { world, call, workspace, folder, create } = await setUp();
  const { change } = await create({ raw_notes: 'n' });
  await call('context.undo', { workspace, change: change?.id });
  expect(world.everyFile().filter(({ path }) => path.startsWith(folder))).toEqual([]);
});
