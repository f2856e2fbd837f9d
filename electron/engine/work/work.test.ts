import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { openIn } from '#testing/engine-world.ts';
import { done, startWork } from '#testing/start-work.ts';

test('a workflow begins with the shape of its type, its inputs, and all its steps pending', async () => {
  const { create, contextOf } = await startWork();
  const { id, findings } = await create({ raw_notes: 'notes.md', session_context: 's-12', own: { a: 1 } });
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(findings).toEqual([]);
  const context = contextOf(id);
  expect(context).toMatchObject({
    meta: { workflow_id: id, workflow_type: 'note_processing', version: '1.0.0', schema_version: '1.0.0' },
    workflow: { current_step: 'initialize', total_steps: 8, step_history: [], branch_point: null, alternate_paths: [] },
    // Progress is not known yet.
    session: { session_id: 's-12', status: null },
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
  const said = await create({ raw_notes: 'notes.md', session: { session_number: 4, status: 'active' } });
  expect(contextOf(said.id).session).toMatchObject({ session_number: 4, status: 'active' });
});

test('reports missing inputs, and refuses inputs of another kind', async () => {
  const { create, world, folder } = await startWork();
  expect((await create()).findings).toMatchObject([{ type: 'missing', path: 'data.inputs.raw_notes' }]);
  const before = world.everyFile().length;
  await expect(create({ raw_notes: 7 })).rejects.toMatchObject({
    code: 'value_invalid',
    message: '“data.inputs.raw_notes” is not a text. Nothing was created.',
  });
  expect(world.everyFile().filter(({ path }) => path.startsWith(`${folder}/contexts`))).toHaveLength(1);
  expect(world.everyFile()).toHaveLength(before);
});

test('lists the state of workflows, also of unreadable ones', async () => {
  const { world, call, workspace, folder, create } = await startWork();
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

test('steps and an initial context in the workspace replace the built-in ones', async () => {
  const { world, folder, create, contextOf } = await startWork();
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

test('undoes creating a workflow completely', async () => {
  const { world, call, workspace, folder, create } = await startWork();
  const { change } = await create({ raw_notes: 'n' });
  await call('context.undo', { workspace, change: change?.id });
  const left = world.everyFile().flatMap(({ path }) => (path.startsWith(folder) ? path : []));
  // The creation stays on record.
  expect(left).toEqual([`${folder}/system/logs/2026-11-21.jsonl`]);
});

test('an update applies an agent’s result, and reports what it overwrote', async () => {
  const { world, call, workspace, folder, create, contextOf } = await startWork();
  const { id } = await create({ raw_notes: 'notes.md' });
  const first = await call('work.update', {
    workspace,
    id,
    update: done('initialize', 'session_manager', {
      started_at: '2026-11-21T09:00:00Z',
      completed_at: '2026-11-21T09:00:02Z',
      working_data: { title: 'Draft' },
      outputs: { plan: ['a'] },
      files_created: ['plan.md'],
      resources_used: ['read_file'],
    }),
  });
  expect(first).toMatchObject({
    stepFile: 'steps/001_session_manager.json',
    checkpoint: null,
    currentStep: 'collect_materials',
    overwritten: {},
    findings: [],
  });
  const second = await call('work.update', {
    workspace,
    id,
    update: done('collect_materials', 'content_curator', { working_data: { title: 'Final' }, next_step: 'review' }),
  });
  expect(second).toMatchObject({ overwritten: { 'data.working_data.title': 'Draft' }, currentStep: 'review' });
  const context = contextOf(id);
  expect(context.meta.version).toBe('1.0.2');
  expect(context.workflow.step_history).toEqual([
    {
      step: 'initialize',
      agent: 'session_manager',
      started_at: '2026-11-21T09:00:00Z',
      completed_at: '2026-11-21T09:00:02Z',
      status: 'completed',
      error: null,
    },
    expect.objectContaining({ step: 'collect_materials', agent: 'content_curator' }),
  ]);
  expect(context.agents).toMatchObject({
    current_agent: 'content_curator',
    agent_history: [
      {
        agent: 'session_manager',
        context_input: 'context.json',
        context_output: 'steps/001_session_manager.json',
        resources_used: ['read_file'],
        performance: { duration_ms: 2000 },
      },
      { context_input: 'steps/001_session_manager.json', context_output: 'steps/002_content_curator.json' },
    ],
  });
  expect(context.data).toMatchObject({ working_data: { title: 'Final' }, outputs: { plan: ['a'] } });
  expect(context.files.created).toEqual(['plan.md']);
  const step = JSON.parse(world.text(`${folder}/contexts/active/${id}/steps/001_session_manager.json`) ?? '');
  expect(step).toMatchObject({ step: 'initialize', inputs: { raw_notes: 'notes.md' }, outputs: { plan: ['a'] } });
  expect(JSON.parse(world.text(`${folder}/agents/content_curator/state.json`) ?? '')).toMatchObject({
    workflow_id: id,
    step: 'collect_materials',
  });
  const { agents } = JSON.parse(world.text(`${folder}/agents/registry.json`) ?? '');
  expect(Object.keys(agents)).toEqual(['session_manager', 'content_curator']);
});

test('an agent’s view includes results of others, but not of later steps', async () => {
  const { call, workspace, create } = await startWork();
  const { id } = await create({ raw_notes: 'notes.md' });
  await call('work.update', { workspace, id, update: done('initialize', 'one', { outputs: { a: 1 } }) });
  await call('work.update', { workspace, id, update: done('collect_materials', 'two', { outputs: { b: 2 } }) });
  const viewOf = async (agent: string) => (await call('work.agentView', { workspace, id, agent })).view;
  const view = await viewOf('two');
  expect(Object.keys(view)).toEqual([
    'workflow_info',
    'session',
    'inputs',
    'working_data',
    'previous_outputs',
    'references',
    'files',
  ]);
  expect(view).toMatchObject({
    workflow_info: { id, type: 'note_processing', current_step: 'extract_entities' },
    inputs: { raw_notes: 'notes.md' },
    previous_outputs: [{ step: 'initialize', agent: 'one', outputs: { a: 1 } }],
  });
  await call('work.resume', { workspace, id, from: { step: 'collect_materials' } });
  expect((await viewOf('three'))['previous_outputs']).toMatchObject([{ step: 'initialize' }]);
});

test('an update keeps the content and formatting of another program', async () => {
  const { world, call, workspace, folder, create } = await startWork();
  const { id } = await create({ raw_notes: 'notes.md' });
  const path = `${folder}/contexts/active/${id}/context.json`;
  const before = JSON.parse(world.text(path) ?? '');
  const theirs = `{ "own":   1.50, // ours\n${JSON.stringify({ ...before, custom: { keep: [1] } }, null, 3).slice(1)}`;
  world.outside.write(path, theirs);
  await call('work.update', { workspace, id, update: done('initialize') });
  const after = world.text(path) ?? '';
  expect(after.startsWith('{ "own":   1.50, // ours\n')).toBe(true);
  expect(after).toContain(JSON.stringify({ custom: { keep: [1] } }, null, 3).slice(2, -2));
});

test('a question waits for the person, whose answer is recorded where the agent looks', async () => {
  const { call, workspace, create, contextOf } = await startWork();
  const { id } = await create({ raw_notes: 'notes.md' });
  const asked = {
    workspace,
    id,
    question: 'Anonymise?',
    options: ['yes', 'no'],
    agent: 'curator',
    assistant: 'curator',
  };
  const { question } = await call('work.ask', asked);
  const { workflows } = await call('work.list', { workspace });
  expect(workflows[0]).toMatchObject({
    status: 'waiting',
    questions: [{ id: question, question: 'Anonymise?', options: ['yes', 'no'], agent: 'curator', step: 'initialize' }],
    blockingIssues: ['Anonymise?'],
  });
  const { change } = await call('work.answer', { workspace, id, answer: 'yes', user: 'ann' });
  expect(change?.label).toBe('Answered “yes”');
  expect(contextOf(id)).toMatchObject({
    state: { questions: [], requires_human_input: false, blocking_issues: [] },
    data: { working_data: { answers: { [question]: { question: 'Anonymise?', answer: 'yes', user: 'ann' } } } },
    audit: {
      human_interventions: [
        {
          user: 'ann',
          action: 'Answered “Anonymise?”: yes',
          before_state: { 'state.requires_human_input': true, 'state.blocking_issues': ['Anonymise?'] },
          after_state: { 'state.requires_human_input': false, 'state.blocking_issues': [] },
        },
      ],
    },
  });
  await expect(call('work.answer', { workspace, id, answer: 'no' })).rejects.toMatchObject({ code: 'not_found' });
});

test('with several questions, the answered one is named', async () => {
  const { call, workspace, create } = await startWork();
  const { id } = await create({ raw_notes: 'notes.md' });
  await call('work.ask', { workspace, id, question: 'One?' });
  const { question } = await call('work.ask', { workspace, id, question: 'Two?' });
  await expect(call('work.answer', { workspace, id, answer: 1 })).rejects.toMatchObject({ code: 'entry_unclear' });
  await call('work.answer', { workspace, id, answer: 2, question });
  const { summary } = await call('work.show', { workspace, id });
  expect(summary).toMatchObject({ status: 'waiting', questions: [{ question: 'One?' }], blockingIssues: ['One?'] });
});

test('a checkpoint is a separate file with its hash, and work resumes from its state', async () => {
  const { world, call, workspace, folder, create, contextOf } = await startWork();
  const { id } = await create({ raw_notes: 'notes.md' });
  const { checkpoint } = await call('work.update', {
    workspace,
    id,
    update: done('initialize', 'one', { working_data: { title: 'Draft' }, create_checkpoint: true }),
  });
  expect(checkpoint).toBe('checkpoints/checkpoint_001.json');
  const path = `${folder}/contexts/active/${id}/${checkpoint}`;
  const kept = world.text(path) ?? '';
  const [entry] = contextOf(id).audit.checkpoints;
  expect(entry).toMatchObject({ step: 'initialize', data_snapshot: checkpoint });
  expect(entry.verification).toBe(createHash('sha256').update(kept).digest('hex'));
  await call('work.update', {
    workspace,
    id,
    update: done('collect_materials', 'two', { working_data: { title: 'Bad', more: 1 } }),
  });
  const { changes } = await call('work.previewResume', { workspace, id, from: { checkpoint: 1 } });
  expect(changes.map((change) => change.path)).toContain('data');
  const { currentStep } = await call('work.resume', { workspace, id, from: { checkpoint: 1 }, user: 'ann' });
  expect(currentStep).toBe('collect_materials');
  const context = contextOf(id);
  expect(context.data.working_data).toEqual({ title: 'Draft' });
  expect(context.workflow.next_steps[0]).toBe('collect_materials');
  expect(context.workflow.step_history).toHaveLength(2);
  expect(context.audit.human_interventions).toMatchObject([{ user: 'ann', action: 'Resumed from checkpoint 1' }]);
  world.outside.write(path, `${kept} `);
  await expect(call('work.resume', { workspace, id, from: { checkpoint: 1 } })).rejects.toMatchObject({
    code: 'value_invalid',
  });
});

test('a step is skipped or failed on record, and the workflow continues from it', async () => {
  const { call, workspace, create, contextOf } = await startWork();
  const { id } = await create({ raw_notes: 'notes.md' });
  await call('work.skip', { workspace, id, user: 'ann', reason: 'Not needed' });
  expect(contextOf(id).agents.current_agent).toBe(null);
  await call('work.fail', { workspace, id, error: 'No notes', assistant: 'curator' });
  const { summary } = await call('work.show', { workspace, id });
  expect(summary).toMatchObject({
    status: 'failed',
    error: 'No notes',
    currentStep: 'collect_materials',
    stepsDone: 0,
  });
  const context = contextOf(id);
  expect(context.workflow.step_history).toMatchObject([
    { step: 'initialize', agent: null, status: 'skipped', error: 'Not needed' },
    { step: 'collect_materials', agent: 'curator', status: 'error', error: 'No notes' },
  ]);
  expect(context.audit.human_interventions).toMatchObject([{ user: 'ann', action: 'Skipped “initialize”' }]);
  expect(context.state).toMatchObject({ can_resume: true, resume_from_step: 'collect_materials' });
  await call('work.skip', { workspace, id, user: 'ann' });
  expect(contextOf(id).agents.current_agent).toBe('curator');
});

test('completing a workflow moves all its files, and undo moves them back', async () => {
  const { world, call, workspace, folder, create } = await startWork();
  const { id } = await create({ raw_notes: 'notes.md' });
  await call('work.update', { workspace, id, update: done('initialize', 'one', { create_checkpoint: true }) });
  world.outside.write(`${folder}/contexts/active/${id}/artifacts/deep/notes.md`, 'made\n');
  const filesOf = (where: string) =>
    world
      .everyFile()
      .filter(({ path }) => path.startsWith(`${folder}/contexts/${where}/${id}/`))
      .map(({ path }) => path.slice(`${folder}/contexts/${where}/${id}/`.length))
      .sort();
  const before = filesOf('active');
  const { change, findings } = await call('work.complete', { workspace, id });
  expect(findings.map(({ type }) => type)).toEqual(Array(7).fill('step_left'));
  expect([filesOf('active'), filesOf('completed')]).toEqual([[], before]);
  const isThere = async (where: string) => (await world.ports.files.info(`${folder}/contexts/${where}/${id}`)) !== null;
  await world.until(async () => expect([await isThere('active'), await isThere('completed')]).toEqual([false, true]));
  expect((await call('work.show', { workspace, id })).summary).toMatchObject({
    where: 'completed',
    status: 'completed',
  });
  await expect(call('work.update', { workspace, id, update: done('review') })).rejects.toMatchObject({
    code: 'read_only',
  });
  await call('context.undo', { workspace, change: change?.id });
  expect([filesOf('active'), filesOf('completed')]).toEqual([before, []]);
});

test('sets a field only if it still has the value that the person saw', async () => {
  const { call, workspace, create, contextOf } = await startWork();
  const { id } = await create({ raw_notes: 'notes.md' });
  const edit = (before: string, value: string) =>
    call('work.edit', {
      workspace,
      id,
      fields: [{ path: ['data', 'inputs', 'raw_notes'], before, value }],
      user: 'ann',
    });
  const { change } = await edit('notes.md', 'more.md');
  expect(contextOf(id).audit.human_interventions).toMatchObject([
    {
      user: 'ann',
      before_state: { 'data.inputs.raw_notes': 'notes.md' },
      after_state: { 'data.inputs.raw_notes': 'more.md' },
    },
  ]);
  await expect(edit('notes.md', 'less.md')).rejects.toMatchObject({
    code: 'text_conflict',
    details: { now: 'more.md' },
  });
  // An agent writes meanwhile.
  await call('work.update', { workspace, id, update: done('initialize', 'one', { working_data: { title: 'Draft' } }) });
  const undone = await call('context.undo', { workspace, change: change?.id });
  expect(contextOf(id)).toMatchObject({
    data: { inputs: { raw_notes: 'notes.md' }, working_data: { title: 'Draft' } },
    workflow: { step_history: [{ step: 'initialize' }] },
    audit: {
      human_interventions: [
        { user: 'ann', action: 'Corrected “data.inputs.raw_notes”' },
        { user: 'ann', action: 'Undone: Corrected “data.inputs.raw_notes”' },
      ],
    },
  });
  await call('context.undo', { workspace, change: undone.change?.id });
  expect(contextOf(id).data.inputs.raw_notes).toBe('more.md');
});

test('undoes an answer field by field, except fields that an agent has changed since', async () => {
  const { call, workspace, create, contextOf } = await startWork();
  const { id } = await create({ raw_notes: 'notes.md' });
  await call('work.ask', { workspace, id, question: 'Anonymise?', assistant: 'curator' });
  const first = await call('work.answer', { workspace, id, answer: 'yes' });
  await call('context.undo', { workspace, change: first.change?.id });
  expect(contextOf(id)).toMatchObject({
    state: { requires_human_input: true, blocking_issues: ['Anonymise?'], questions: [{ question: 'Anonymise?' }] },
    data: { working_data: {} },
  });
  expect(contextOf(id).data.working_data).toEqual({});
  const { change } = await call('work.answer', { workspace, id, answer: 'no' });
  await call('work.ask', { workspace, id, question: 'And now?', assistant: 'curator' });
  await expect(call('context.undo', { workspace, change: change?.id })).rejects.toMatchObject({
    code: 'change_superseded',
  });
});

test('the settings can name another workflows folder in the workspace', async () => {
  const { world, create } = await startWork();
  await create();
  const settings = `${world.root}/.contexture/settings.yaml`;
  const below = (folder: string) =>
    world.everyFile().filter(({ path }) => path.startsWith(`${world.root}/${folder}/contexts/`));
  for (const [name, folder] of [
    ['agents/work', 'agents/work'],
    ['My work/Büro 2026 (äöü) 仕事', 'My work/Büro 2026 (äöü) 仕事'],
    ['a..b/..c', 'a..b/..c'],
    ['../elsewhere', '.aifriday'],
    ['agents/../../x', '.aifriday'],
    ['/etc', '.aifriday'],
    ['.contexture', '.aifriday'],
    ['.Contexture/work', '.aifriday'],
    ['logs', '.aifriday'],
    ['a//b', '.aifriday'],
  ] as const) {
    world.outside.write(settings, `work_folder: ${JSON.stringify(name)}\n`);
    await world.restart();
    const before = below(folder).length;
    const { call, workspace } = await openIn(world, { startEmpty: true });
    await call('work.create', { workspace, type: 'note_processing', inputs: {} });
    expect([name, below(folder).length]).toEqual([name, before + 1]);
    const { problems } = await call('settings.read', { workspace });
    const problem =
      'work_folder in settings.yaml is not the path of a folder in the workspace that nothing else is kept in, so .aifriday is used.';
    expect([name, problems]).toEqual([name, name === folder ? [] : [problem]]);
    // A refused change leaves everything unchanged.
    const text = world.text(settings);
    await expect(call('settings.write', { workspace, values: { workFolder: '../x' } })).rejects.toMatchObject({
      message: expect.stringContaining('it has to be the path of a folder in the workspace'),
    });
    expect(world.text(settings)).toBe(text);
  }
});
