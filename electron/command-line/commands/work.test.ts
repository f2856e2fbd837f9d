import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startWorkCommands as start } from '#testing/work-commands.ts';

test('runs a workflow from creation to completion on the command line, in an empty folder', async () => {
  const { run, json, create, path } = start();
  const id = await create();
  const context = JSON.parse(readFileSync(path('contexts/active', id, 'context.json'), 'utf8'));
  expect(context.meta.workflow_id).toBe(id);
  const update = { step: 'initialize', agent: 'session_manager', status: 'completed', outputs: { plan: 1 } };
  expect(await json(['work', 'update', id, '-'], { ...update, create_checkpoint: true })).toMatchObject({
    workflow_id: id,
    step_file: 'steps/001_session_manager.json',
    checkpoint: 'checkpoints/checkpoint_001.json',
    current_step: 'collect_materials',
    overwritten: {},
    findings: [],
  });
  expect(JSON.parse((await run(['work', 'agent-view', id, 'other'])).output)).toMatchObject({
    workflow_info: { id, current_step: 'collect_materials' },
    previous_outputs: [{ step: 'initialize', outputs: { plan: 1 } }],
  });
  await run(['work', 'update', id, '-'], { step: 'collect_materials', agent: 'later', status: 'in_progress' });
  expect((await json(['work', 'list', '--agent', 'session_manager'])).workflows).toMatchObject([
    { id, currentAgent: 'later' },
  ]);
  expect((await json(['work', 'list', '--agent', 'nobody'])).workflows).toEqual([]);
  const asked = await run(['work', 'ask', id, 'Anonymise?', '--option', 'yes', 'no']);
  expect((await run(['work', 'list'])).output).toContain('asks: Anonymise? (yes, no)');
  await json(['work', 'answer', id, '-'], { answer: 'yes', action: 'Decided', working_data: { anonymous: true } });
  const { data, audit } = await json(['work', 'show', id]);
  expect(data.working_data).toMatchObject({ anonymous: true, answers: { [asked.output.trim()]: { answer: 'yes' } } });
  expect(audit.human_interventions).toMatchObject([{ user: 'person', action: 'Decided' }]);
  await run(['work', 'skip', id, '--user', 'ann']);
  await run(['work', 'fail', id, 'no sources']);
  expect((await run(['work', 'list', '--status', 'failed'])).output).toContain('failed: no sources');
  expect((await run(['work', 'resume', id, '--checkpoint', '1', '--preview'])).output).toContain(
    'workflow.current_step',
  );
  expect((await json(['work', 'resume', id, '--checkpoint', '1'])).changes).not.toEqual([]);
  expect((await run(['work', 'checkpoint', id])).output).toBe('checkpoints/checkpoint_002.json\n');
  expect(await run(['work', 'complete', id])).toMatchObject({ code: 0, output: 'Completed.\n' });
  expect(readdirSync(path('contexts/completed', id)).sort()).toEqual(['checkpoints', 'context.json', 'steps']);
  expect((await json(['work', 'list'])).workflows).toMatchObject([{ id, where: 'completed', status: 'completed' }]);
});

test('archives, lists, restores and removes a workflow on the command line', async () => {
  const { root, run, json, create, path } = start();
  const [id, other] = [await create(), await create()];
  await run(['work', 'complete', other]);
  const context = path('contexts/completed', other, 'context.json');
  writeFileSync(context, readFileSync(context, 'utf8').replace(/\b20\d\d-\d\d-\d\dT/g, '2020-03-04T'));
  const moved = await run(['work', 'archive', id]);
  expect(moved.output).toContain(`“contexture work restore ${id}” takes that back.`);
  const back = await run(['work', 'restore', id]);
  expect(back.output).toContain(`“contexture work archive ${id}” takes that back.`);
  expect(await json(['work', 'archive', id])).toMatchObject({ id, where: 'active', problem: null });
  expect((await run(['work', 'archive'])).output).toMatch(
    new RegExp(`^2020-03 {2}${other} {2}note_processing, was completed, `),
  );
  expect((await run(['work', 'archive'])).output).toBe('No workflow is to be archived yet.\n');
  expect((await run(['work', 'list'])).output).toContain('No workflows here.');
  expect((await json(['work', 'archived'])).workflows.map((each: { id: string }) => each.id)).toEqual([id, other]);
  expect((await run(['work', 'archived', '--month', '2020-03'])).output).toContain(other);
  const refused = await run(['work', 'show', id]);
  expect(refused.errors).toContain(`“contexture work restore ${id}” brings it back`);
  for (const args of [
    ['update', id, '-'],
    ['skip', id],
    ['fail', id, 'no'],
    ['ask', id, 'Go on?'],
    ['answer', id, '--text', 'yes'],
    ['checkpoint', id],
    ['resume', id, '--step', 'review', '--preview'],
    ['complete', id],
  ]) {
    const said = await run(['work', ...args], { step: 'initialize', agent: 'a' });
    expect(said).toMatchObject({ code: 1, output: '', errors: expect.stringContaining(`${id} is archived`) });
  }
  expect((await run(['work', 'remove-archived', '--yes'])).output).toContain('work_remove_archived is not true');
  mkdirSync(join(root, '.contexture'), { recursive: true });
  writeFileSync(join(root, '.contexture/settings.yaml'), 'work_remove_archived: true\n');
  expect((await run(['work', 'remove-archived', '--preview'])).output).toContain(other);
  expect(await run(['work', 'remove-archived'])).toMatchObject({ code: 2, output: '' });
  expect((await run(['work', 'remove-archived', '--yes'])).output).toBe('Removed 1 archived workflow.\n');
  expect((await run(['work', 'restore', other])).code).toBe(1);
  expect(await json(['work', 'restore', id])).toMatchObject({ workflow_id: id, where: 'active' });
  expect((await json(['work', 'show', id])).meta.workflow_id).toBe(id);
});

test('validate and check print their findings, and fail only for errors', async () => {
  const { root, run, json, create } = start();
  const id = await create();
  expect(await run(['work', 'check', id])).toMatchObject({ code: 0, output: 'No problems.\n' });
  const file = join(root, 'context.json');
  writeFileSync(file, '{"meta": {"workflow_type": "note_processing"}, "data": {"inputs": {"participants": "Ann"}}}');
  const found = await json(['work', 'validate', file]);
  expect(found).toMatchObject({
    valid: false,
    errors: ['Missing workflow_id', 'Missing current_step', '“data.inputs.participants” is not a list'],
  });
  expect((await run(['work', 'validate', file])).code).toBe(1);
  for (const [text, says] of [
    ['[]', 'error wrong_type: The context isn’t a JSON object. Write it as one, with meta, workflow and data.\n'],
    ['"x"', 'error wrong_type: The context isn’t a JSON object. Write it as one, with meta, workflow and data.\n'],
    [
      '['.repeat(10_000) + ']'.repeat(10_000),
      'error not_json: The context isn’t valid JSON, or is nested too deeply to be read. Mend it in an editor, or restore an earlier version.\n',
    ],
  ]) {
    writeFileSync(file, text ?? '');
    expect(await run(['work', 'validate', file])).toEqual({ code: 1, output: says, errors: '' });
  }
  writeFileSync(file, '{}');
  expect((await json(['work', 'validate', file])).errors).toEqual([
    'Missing workflow_id',
    'Missing workflow_type',
    'Missing current_step',
    'Missing inputs data',
  ]);
  const files = { files_created: ['C:\\x', 'gone.md', 'gone.md', 'a\0b', '//h/x'], files_modified: ['gone.md'] };
  await run(['work', 'update', id, '-'], { step: 'initialize', agent: 'a', ...files });
  expect(await json(['work', 'check', id])).toMatchObject([
    { type: 'file_outside', file: 'C:\\x', severity: 'info' },
    { type: 'file_missing', file: 'gone.md', severity: 'error', path: 'files.created.1' },
    { type: 'file_unreadable', file: 'a\0b', severity: 'warning' },
    { type: 'file_outside', file: '//h/x', severity: 'info' },
  ]);
  expect((await run(['work', 'check', id])).code).toBe(1);
});

test('refuses invalid options in words, all at once', async () => {
  const { run, create } = start();
  const id = await create();
  const refused = await run(['work', 'update', id, '-'], { agent: 7, status: 'finished' });
  expect(refused).toMatchObject({ code: 2, output: '' });
  expect(refused.errors).toContain('“step” is not a text. “agent” is not a text. “status” is none of pending');
  const kinds = await run(['work', 'update', id, '-'], { step: '', agent: 'a', working_data: [1] });
  expect(kinds.errors).toContain('“step” is empty. “working_data” is not an object. Nothing was changed.');
  expect((await run(['work', 'create', 'note_processing', '-'], '[]')).code).toBe(2);
  for (const lost of [
    '{"__proto__": 1, "step": "initialize", "agent": "a"}',
    '{"step": "initialize", "agent": "a", "outputs": {"a": [{"__proto__": 1}]}}',
  ]) {
    const named = await run(['work', 'update', id, '-'], lost);
    expect(named).toMatchObject({
      code: 2,
      output: '',
      errors: expect.stringContaining('__proto__ can’t be a name. Nothing was changed.'),
    });
  }
  expect(await run(['work', 'create', 'note_processing', '-'], '{"__proto__": 1}')).toMatchObject({
    code: 2,
    output: '',
    errors: expect.stringContaining('__proto__ can’t be a name'),
  });
  expect((await run(['work', 'answer', id])).code).toBe(2);
  expect((await run(['work', 'answer', id, 'tea'])).errors).toContain(
    'There is no file tea. Answer in words with --text.',
  );
  expect((await run(['work', 'show', 'none'])).code).toBe(1);
});

test('prints nothing that controls the terminal from agents’ text', async () => {
  const { run, create } = start();
  const id = await create();
  const evil = '\u001b]0;gone\u0007 \u009b31m';
  const update = { step: 'initialize', agent: 'a', status: 'error', error: evil, working_data: { [evil]: evil } };
  const said = [await run(['work', 'update', id, '-'], update), await run(['work', 'update', id, '-'], update)];
  await run(['work', 'ask', id, evil]);
  for (const args of [
    ['list'],
    ['show', id],
    ['agent-view', id, 'b'],
    ['check', id],
    ['resume', id, '--step', 'review', '--preview'],
  ]) {
    said.push(await run(['work', ...args]));
  }
  for (const { output, errors } of said) {
    expect(output + errors).not.toMatch(/[\u001b\u0007\u009b]/);
  }
});

test('the sample has a workflow that waits for an answer, without problems', async () => {
  const { root, run, json } = start();
  cpSync(join(import.meta.dirname, '../../../resources/sample'), root, { recursive: true });
  const { workflows } = await json(['work', 'list']);
  expect(workflows).toMatchObject([{ status: 'waiting', stepsDone: 2, questions: [{ agent: 'mailer' }] }]);
  const [{ id }] = workflows;
  expect(await run(['work', 'check', id])).toMatchObject({ code: 0, output: 'No problems.\n' });
  expect((await run(['work', 'resume', id, '--checkpoint', '1'])).code).toBe(0);
});

test('shows what an agent waits for without a question, and accepts an answer', async () => {
  const { run, json, create } = start();
  const id = await create();
  const waits = { requires_human_input: true, blocking_issues: ['Need the transcript'], confidence_score: 0.2 };
  await run(['work', 'update', id, '-'], { step: 'initialize', agent: 'a', status: 'in_progress', ...waits });
  expect((await run(['work', 'list', '--status', 'waiting'])).output).toContain(
    '    needs: Need the transcript\n    only 0.2 sure\n',
  );
  await run(['work', 'answer', id, '--text', 'It is in talk.vtt']);
  expect((await json(['work', 'show', id])).data.working_data.answers).toMatchObject({
    human_input: { question: 'Need the transcript', answer: 'It is in talk.vtt' },
  });
  expect((await json(['work', 'list'])).workflows).toMatchObject([{ status: 'running', blockingIssues: [] }]);
});

test('finds words in workflows with file and line, separately and with everything else', async () => {
  const { run, json, create } = start();
  const id = await create();
  const outputs = { birds: ['a kestrel', 'evil \u001b]0;gone\u0007 kestrel'] };
  await run(['work', 'update', id, '-'], { step: 'initialize', agent: 'a', outputs });
  const found = await run(['work', 'search', 'Kestrel', 'birds']);
  expect(found.output).toMatch(new RegExp(`${id}  context.json:\\d+  data.outputs.birds\\[0\\]  a kestrel\\n`));
  expect(found.output).not.toMatch(/[\u001b\u0007]/);
  expect((await run(['work', 'search', 'heron'])).output).toBe('Nothing in workflows.\n');
  await run(['add', 'Likes herons', '--start-empty']);
  expect((await json(['search', 'kestrel'])).work).toHaveLength(4);
});

test('lists, shows and saves workflows of other programs once their place is approved, and never changes them', async () => {
  const { root, home, run, json } = start();
  const folder = join(home, '.amplifier/projects/home-person-site/recipe-sessions/7cc7');
  mkdirSync(folder, { recursive: true });
  const state = {
    recipe_name: 'release',
    started: '2026-11-23T09:00:00Z',
    completed_steps: ['draft'],
    pending_approval_stage: 'publishing',
    pending_approval_prompt: 'Publish \u001b[31m?',
    approval_history: [{ stage: 'drafting', status: 'approved', timestamp: '2026-11-23T09:10:00Z', reason: null }],
    custom: { kept: true },
  };
  writeFileSync(join(folder, 'state.json'), JSON.stringify(state));
  writeFileSync(join(folder, 'steps.jsonl'), '{"event": "fin');
  expect((await run(['work', 'elsewhere'])).output).toBe('No workflows of other programs.\n');
  await run(['call', 'conversations.approve', '{"place": "amplifier", "approved": true}', '--start-empty']);
  expect((await run(['work', 'list'])).output).toContain('1 workflow of other programs: contexture work elsewhere');
  const { output } = await run(['work', 'elsewhere', 'releas']);
  expect(output).toContain('release  Amplifier, home-person-site, waiting');
  expect(output).toContain('waits for approval of publishing: Publish');
  expect(output).toContain('draft, completed');
  // Local time, in any time zone.
  expect(output).toMatch(/Approval of drafting: approved, 2026-11-2\d \d\d:\d0\n/);
  expect(output).toContain('Not read: steps.jsonl:1  {"event": "fin');
  expect(output).toContain('"kept": true');
  expect(output).not.toContain('\u001b');
  for (const save of ['--save', '--keep']) {
    expect(await run(['work', 'elsewhere', 'release', save])).toMatchObject({ code: 0, output: 'Saved.\n' });
  }
  expect(readdirSync(folder).sort()).toEqual(['state.json', 'steps.jsonl']);
  expect(readFileSync(join(folder, 'state.json'), 'utf8')).toBe(JSON.stringify(state));
  expect((await json(['work', 'elsewhere'])).workflows).toMatchObject([{ kept: { isLast: false } }]);
  expect((await json(['work', 'elsewhere', '7cc7'])).summary).toMatchObject({ name: 'release' });
  expect((await run(['work', 'elsewhere', 'none'])).code).toBe(1);
  const place = `release, Amplifier  ${join(folder, 'state.json')}:1  pending_approval_prompt  Publish`;
  expect((await run(['work', 'search', 'publish'])).output).toContain(place);
  mkdirSync(join(root, 'logs/context'), { recursive: true });
  writeFileSync(join(root, 'logs/context/global.md'), '## Facts (certain)\n- city: Lisbon\n');
  expect((await run(['search', 'publish'])).output).toContain(place);
});
