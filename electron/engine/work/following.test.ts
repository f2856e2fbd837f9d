import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { decoy } from '#shared/scan/testing/decoys.ts';
import { done, startWork } from '#testing/start-work.ts';

test('check reports what is missing, out of order, changed, or taken from the record', async () => {
  const { world, call, workspace, folder, create } = await startWork();
  const { id } = await create({ raw_notes: 'notes.md' });
  const at = (second: number) => `2026-11-21T09:00:0${second}Z`;
  await call('work.update', {
    workspace,
    id,
    update: done('initialize', 'one', {
      started_at: at(0),
      completed_at: at(5),
      files_created: ['plan.md', '/etc/passwd'],
    }),
  });
  await call('work.update', {
    workspace,
    id,
    update: done('dream', 'two', { started_at: at(3), completed_at: at(6), create_checkpoint: true }),
  });
  await call('work.skip', { workspace, id });
  const types = async () =>
    (await call('work.check', { workspace, id })).findings.map(({ type, severity }) => `${severity} ${type}`);
  expect(await types()).toEqual([
    'error file_missing',
    'info file_outside',
    'warning step_sequence_error',
    'warning step_unknown',
  ]);
  world.outside.write(`${world.root}/plan.md`, 'x');
  world.outside.write(
    `${folder}/system/workflows.json`,
    JSON.stringify({
      note_processing: {
        steps: [{ name: 'initialize', parallel: 'a' }, { name: 'dream', parallel: 'a' }, 'collect_materials'],
      },
    }),
  );
  const path = `${folder}/contexts/active/${id}`;
  world.outside.write(`${path}/checkpoints/checkpoint_001.json`, '{}');
  world.outside.remove(`${path}/steps/001_one.json`);
  const context = JSON.parse(world.text(`${path}/context.json`) ?? '');
  // Reformatted, with more in it: nothing is missing.
  const otherwise = context.workflow.step_history.map((step: object) =>
    Object.fromEntries([...Object.entries(step).reverse(), ['cost', 1]]),
  );
  const workflow = { ...context.workflow, step_history: otherwise };
  world.outside.write(`${path}/context.json`, JSON.stringify({ ...context, workflow }));
  expect(await types()).not.toContain('error record_gap');
  context.audit.human_interventions = [];
  context.meta.workflow_id = 'another';
  world.outside.write(`${path}/context.json`, JSON.stringify(context));
  expect([...new Set(await types())].sort()).toEqual([
    'error checkpoint_changed',
    'error record_gap',
    'info file_outside',
    'info total_steps_differ',
    'warning id_differs',
    'warning reference_missing',
    'warning step_unknown',
  ]);
});

test('reports what another program removed from the record until it returns or somebody accepts it', async () => {
  const { world, call, workspace, folder, create, contextOf } = await startWork();
  const { id } = await create({ raw_notes: 'notes.md' });
  const path = `${folder}/contexts/active/${id}/context.json`;
  const gaps = async () =>
    (await call('work.check', { workspace, id })).findings.filter(({ type }) => type === 'record_gap');
  const change = (edit: (context: ReturnType<typeof contextOf>) => void): void => {
    const context = contextOf(id);
    edit(context);
    world.outside.write(path, JSON.stringify(context));
  };
  const update = (step: string) => call('work.update', { workspace, id, update: done(step) });
  await update('initialize');
  await update('collect_materials');
  const [first] = contextOf(id).workflow.step_history;
  change(({ workflow }) => workflow.step_history.shift());
  expect(await gaps()).toMatchObject([{ path: 'workflow.step_history', gone: [{ step: 'initialize' }] }]);
  await update('extract_entities');
  change((context) => {
    context.theirs = true;
  });
  await update('organize_by_topics');
  expect(await gaps()).toMatchObject([{ path: 'workflow.step_history', gone: [{ step: 'initialize' }] }]);
  change(({ workflow }) => workflow.step_history.unshift(first));
  expect(await gaps()).toEqual([]);
  change(({ workflow }) => workflow.step_history.splice(0, 2));
  await update('summarize_sections');
  expect(await gaps()).toMatchObject([{ gone: [{ step: 'initialize' }, { step: 'collect_materials' }] }]);
  expect(await call('work.acceptGaps', { workspace, id, user: 'ann' })).toMatchObject({ accepted: 2 });
  expect(await gaps()).toEqual([]);
  const kept = 'workflow.accepted_gaps.workflow.step_history';
  expect(contextOf(id).audit.human_interventions).toMatchObject([
    { user: 'ann', after_state: { [kept]: [first, { step: 'collect_materials' }] } },
  ]);
  await call('context.undo', { workspace });
  expect(await gaps()).toHaveLength(1);
  await call('context.redo', { workspace });
  expect(await gaps()).toEqual([]);
  expect(await call('work.acceptGaps', { workspace, id })).toMatchObject({ accepted: 0, change: null });
  change(({ workflow }) => workflow.step_history.pop());
  await update('format_output');
  expect(await gaps()).toMatchObject([{ gone: [{ step: 'summarize_sections' }] }]);
});

test('reports changes by other programs to viewers, and records them', async () => {
  const { world, call, workspace, folder, create, of } = await startWork();
  const { id } = await create({ raw_notes: 'notes.md' });
  await call('workspaces.attend', { workspace, visible: true });
  await call('work.list', { workspace });
  const path = `${folder}/contexts/active/${id}/context.json`;
  const told = (wanted: string) => () => expect(of('work.changed').flatMap(({ ids }) => ids)).toContain(wanted);
  const before = of('work.changed').length;
  const theirs = JSON.stringify({ ...JSON.parse(world.text(path) ?? ''), theirs: true });
  world.outside.write(path, theirs);
  await world.until(() => expect(of('work.changed').length).toBeGreaterThan(before));
  const { lines } = await call('history.list', { workspace });
  expect(lines[0]).toMatchObject({ who: 'outside', version: createHash('sha256').update(theirs).digest('hex') });
  world.outside.write(`${folder}/contexts/active/other/context.json`, '{}');
  await world.until(told('other'));
  world.outside.write(`${folder}/contexts/completed/third/context.json`, '{}');
  await world.until(told('third'));
});

test('finds a secret in a workflow with other agent data, as long as it is there', async () => {
  const { call, workspace, create } = await startWork();
  const list = async () => (await call('scan.list', { workspace, wait: true })).findings;
  expect(await list()).toEqual([]);
  const { id } = await create({ raw_notes: 'notes.md', note: `use "${decoy}"` });
  const file = `.aifriday/contexts/active/${id}/context.json`;
  expect(await list()).toMatchObject([{ kind: 'secret', place: 'storage', file, text: decoy }]);
  const fields = [{ path: ['data', 'inputs', 'note'], before: `use "${decoy}"`, value: 'gone' }];
  await call('work.edit', { workspace, id, fields });
  // The record of the edit holds the old text: erasing removes it there, too.
  expect((await list()).map(({ kind }) => kind)).toEqual(['secret']);
});
