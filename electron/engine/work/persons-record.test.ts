import { expect, test } from 'vitest';
import { done, startWork } from '#testing/start-work.ts';

test('records a person who skips or fails a step by name, and not as an agent', async () => {
  const { call, workspace, folder, world, create, contextOf } = await startWork();
  const { id } = await create({ raw_notes: 'n.md' });
  await call('work.update', { workspace, id, update: done('initialize', 'curator') });
  expect(await call('work.skip', { workspace, id, user: 'ann', reason: 'Not needed' })).toMatchObject({
    stepFile: null,
  });
  await call('work.fail', { workspace, id, user: 'ann', error: 'No notes' });
  const { workflow, agents, audit } = contextOf(id);
  expect(workflow.step_history).toMatchObject([
    { agent: 'curator' },
    { step: 'collect_materials', agent: null, status: 'skipped', error: 'Not needed' },
    { step: 'extract_entities', agent: null, status: 'error', error: 'No notes' },
  ]);
  expect(agents).toMatchObject({ current_agent: 'curator', agent_history: [{ agent: 'curator' }] });
  expect(audit.human_interventions).toMatchObject([{ user: 'ann' }, { user: 'ann' }]);
  expect((await call('work.show', { workspace, id })).summary.agents).toEqual(['curator']);
  const steps = world.everyFile().filter(({ path }) => path.startsWith(`${folder}/contexts/active/${id}/steps/`));
  expect(steps.map(({ path }) => path.split('/').at(-1))).toEqual(['001_curator.json']);
});

test('skipping a later step leaves the current step', async () => {
  const { call, workspace, create, contextOf } = await startWork();
  const { id } = await create({ raw_notes: 'n.md' });
  const update = { ...done('extract_entities', 'curator'), next_step: 'summarize_sections' };
  await call('work.update', { workspace, id, update });
  await call('work.skip', { workspace, id, step: 'review', user: 'ann' });
  expect(contextOf(id).workflow).toMatchObject({
    current_step: 'summarize_sections',
    next_steps: expect.not.arrayContaining(['review']),
  });
});

test('undoing a person’s action is recorded under that person’s name', async () => {
  const { call, workspace, create, contextOf } = await startWork();
  const { id } = await create({ raw_notes: 'n.md' });
  await call('work.ask', { workspace, id, question: 'Anonymise?', assistant: 'curator' });
  await call('work.answer', { workspace, id, answer: 'yes', user: 'ann' });
  await call('context.undo', { workspace });
  await call('context.redo', { workspace });
  const users = () => contextOf(id).audit.human_interventions.map(({ user }: { user: string }) => user);
  expect(users()).toEqual(['ann', 'ann', 'ann']);
});

test('refuses to skip a completed step', async () => {
  const { call, workspace, create, contextOf } = await startWork();
  const { id } = await create({ raw_notes: 'n.md' });
  await call('work.update', { workspace, id, update: done('initialize', 'curator') });
  const before = contextOf(id);
  await expect(call('work.skip', { workspace, id, step: 'initialize' })).rejects.toMatchObject({
    code: 'value_invalid',
    message:
      '“initialize” is done already, so it can’t be skipped. Nothing was changed. To do it again, resume from it.',
  });
  expect(contextOf(id)).toEqual(before);
  await call('work.resume', { workspace, id, from: { step: 'initialize' } });
  await call('work.skip', { workspace, id, step: 'initialize' });
  await expect(call('work.skip', { workspace, id, step: 'initialize' })).rejects.toMatchObject({
    message: expect.stringContaining('is skipped already'),
  });
});
