import { expect, test } from 'vitest';
import { done, startWork } from '#testing/start-work.ts';

test('a resumed workflow runs with its failure on record, until a step fails again', async () => {
  const { call, workspace, create, contextOf } = await startWork();
  const { id } = await create({ raw_notes: 'notes.md' });
  const summary = async () => (await call('work.show', { workspace, id })).summary;
  await call('work.fail', { workspace, id, error: 'No notes', assistant: 'curator' });
  const { step_history: history } = contextOf(id).workflow;

  await call('work.resume', { workspace, id, from: { step: 'initialize' }, user: 'ann' });
  expect(await summary()).toMatchObject({ status: 'running', error: null });
  const resumed = contextOf(id);
  expect(resumed.workflow.step_history).toEqual(history);
  expect(resumed.audit.human_interventions).toMatchObject([
    { user: 'ann', action: 'Resumed from the step “initialize”' },
  ]);
  // Resuming a second time does nothing.
  expect(await call('work.resume', { workspace, id, from: { step: 'initialize' } })).toMatchObject({ change: null });
  expect(contextOf(id)).toEqual(resumed);

  await call('work.fail', { workspace, id, error: 'Still none', assistant: 'curator' });
  expect(await summary()).toMatchObject({ status: 'failed', error: 'Still none' });
});

test('reports an unknown type when a workflow of it begins', async () => {
  const { create } = await startWork();
  expect((await create({}, 'note_procesing')).findings).toMatchObject([{ type: 'type_unknown', severity: 'warning' }]);
});

test('a checkpoint restores differing data, and keeps the formatting of everything else', async () => {
  const { world, call, workspace, folder, create } = await startWork();
  const { id } = await create({ raw_notes: 'notes.md' });
  const path = `${folder}/contexts/active/${id}/context.json`;
  const written = '"working_data": { /* 注释 */ "long": 12345678901234567890, "share": 1.0, "title": "Draft" }';
  world.outside.write(path, (world.text(path) ?? '').replace('"working_data": {}', written));
  await call('work.checkpoint', { workspace, id });
  const update = done('initialize', 'one', {
    working_data: { title: 'Bad', more: { deep: [1] } },
    next_step: 'review',
  });
  await call('work.update', { workspace, id, update });
  expect(world.text(path)).not.toContain(written);

  await call('work.resume', { workspace, id, from: { checkpoint: 1 }, user: 'ann' });
  expect(world.text(path)).toContain(written);
  expect(JSON.parse((world.text(path) ?? '').replace('/* 注释 */', ''))).toMatchObject({
    workflow: { current_step: 'initialize' },
    state: { resume_from_step: 'initialize' },
  });
});

test('the preview of resuming after a failure says that the workflow runs again, and from a step that data stays', async () => {
  const { call, workspace, create, contextOf } = await startWork();
  const { id } = await create({ raw_notes: 'notes.md' });
  const update = done('initialize', 'curator', { working_data: { title: 'Draft' }, create_checkpoint: true });
  await call('work.update', { workspace, id, update });
  await call('work.fail', { workspace, id, error: 'No notes', assistant: 'curator' });
  const from = { step: 'collect_materials' };
  const status = { before: 'failed', after: 'running', settles: 'collect_materials' };
  expect(await call('work.previewResume', { workspace, id, from })).toEqual({ changes: [], status });
  expect(await call('work.resume', { workspace, id, from })).toMatchObject({ changes: [], status });
  const running = { before: 'running', after: 'running', settles: null };
  expect(await call('work.previewResume', { workspace, id, from })).toEqual({ changes: [], status: running });

  // A workflow that also waits for an answer keeps waiting.
  await call('work.fail', { workspace, id, error: 'Still none', assistant: 'curator' });
  await call('work.ask', { workspace, id, question: 'Anonymise?' });
  expect(await call('work.previewResume', { workspace, id, from })).toEqual({
    changes: [],
    status: { before: 'waiting', after: 'waiting', settles: 'collect_materials' },
  });

  await call('work.resume', { workspace, id, from: { step: 'initialize' } });
  expect(contextOf(id)).toMatchObject({
    workflow: { current_step: 'initialize', next_steps: expect.arrayContaining(['initialize', 'collect_materials']) },
    data: { working_data: { title: 'Draft' } },
  });
});
