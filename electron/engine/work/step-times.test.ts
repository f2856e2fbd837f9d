import { expect, test } from 'vitest';
import { validate } from '#shared/formats/workflow/validate.ts';
import { done, startWork } from '#testing/start-work.ts';

test('reports how long a step took when its beginning is known: as recorded, or since it was in progress', async () => {
  const { call, workspace, create, contextOf } = await startWork();
  const { id } = await create({ raw_notes: 'n.md' });
  const update = (more: object) => call('work.update', { workspace, id, update: done('initialize', 'a', more) });
  const last = () => {
    const { workflow, agents } = contextOf(id);
    return { ...workflow.step_history.at(-1), duration: agents.agent_history.at(-1).performance.duration_ms };
  };
  await update({});
  expect(last()).toMatchObject({ status: 'completed', duration: null });
  await update({ status: 'in_progress', started_at: '2026-01-02T10:00:00Z' });
  await update({ completed_at: '2026-01-02T10:00:05Z' });
  expect(last()).toMatchObject({ started_at: '2026-01-02T10:00:00Z', duration: 5000 });
  await update({});
  expect(last()).toMatchObject({ duration: null });
  const began = '2026-01-02T11:00:00Z';
  await update({ status: 'in_progress', started_at: began });
  await call('work.fail', { workspace, id, step: 'initialize', error: 'No notes', assistant: 'b' });
  expect(last()).toMatchObject({ started_at: began, status: 'error', duration: expect.any(Number) });
  await call('work.skip', { workspace, id, assistant: 'b' });
  expect(last()).toMatchObject({ status: 'skipped', duration: null });
});

test('reports a step that ended before it began, with an unknown duration', async () => {
  const { call, workspace, create, contextOf } = await startWork();
  const { id } = await create({ raw_notes: 'n.md' });
  const times = { started_at: '2026-01-02T10:00:00Z', completed_at: '2026-01-02T09:00:00Z' };
  const { findings } = await call('work.update', { workspace, id, update: done('initialize', 'a', times) });
  const message = '“completed_at” is before “started_at”.';
  expect(findings).toMatchObject([{ type: 'unusual_value', severity: 'warning', path: 'completed_at', message }]);
  const context = contextOf(id);
  expect(context.agents.agent_history[0].performance.duration_ms).toBeNull();
  context.agents.agent_history[0].performance.duration_ms = -1;
  expect(validate(context).findings.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'workflow.step_history.0.completed_at',
      'agents.agent_history.0.completed_at',
      'agents.agent_history.0.performance.duration_ms',
    ]),
  );
});
