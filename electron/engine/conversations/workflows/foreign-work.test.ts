import { mkdirSync, readFileSync, symlinkSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { filesWith } from '#testing/byte-search.ts';
import { erase } from '#testing/engine-suite/erasing.ts';
import { createNodeWorld, openIn } from '#testing/engine-world.ts';

const lines = (...records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

const record = {
  runId: 'wf_1ab',
  workflowName: 'audit',
  summary: 'Find and check',
  status: 'completed',
  startTime: 1_790_000_000_000,
  durationMs: 60_000,
  totalTokens: '1234',
  phases: [{ title: 'Find', detail: 'look everywhere' }, { title: 'Check' }],
  result: { bugs: 2 },
  futureField: ['kept'],
  workflowProgress: [
    { type: 'workflow_phase', index: 1, title: 'Find' },
    {
      type: 'workflow_agent',
      index: '1',
      label: 'find:a',
      phaseIndex: '1',
      agentId: 'a1',
      model: 'some-model',
      state: 'done',
      tokens: '36188',
      durationMs: '5000',
      startedAt: '1790000001000',
      attempt: 2,
    },
    { type: 'workflow_agent', label: 'check:b', phaseTitle: 'Check', agentId: 'a2', state: 'error', error: 'no quota' },
    { type: 'workflow_agent', label: 'check:c', phaseTitle: 'Check', agentId: 'a3', state: 'progress' },
    { type: 'workflow_log', message: 'half way' },
  ],
};

async function started() {
  const world = await createNodeWorld();
  const home = world.ports.homeFolder;
  const session = join(home, '.claude/projects/-home-person-app/6f1c');
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    world.outside.write(path, text);
  };
  const opened = await openIn(world, { startEmpty: true });
  const { call, workspace } = opened;
  const list = async () => (await call('foreignWork.list', { workspace })).workflows;
  const only = async () => {
    const [summary] = await list();
    return call('foreignWork.show', { workspace, id: summary?.id ?? '' });
  };
  const approve = (place: string, approved = true) => call('conversations.approve', { place, approved });
  return { ...opened, world, home, session, write, list, only, approve };
}

test('shows a Claude Code workflow with phases, agents, times and unknown fields', async () => {
  const { session, write, list, only, approve } = await started();
  write(join(session, 'workflows/wf_1ab.json'), JSON.stringify(record));
  const journal = join(session, 'subagents/workflows/wf_1ab/journal.jsonl');
  write(journal, lines({ type: 'result', key: 'v2:x', agentId: 'a1', result: { found: ['all of it'] } }));
  const said = { type: 'user', uuid: 'u1', cwd: '/home/person/app', message: { role: 'user', content: 'Audit it.' } };
  write(join(session, '../6f1c.jsonl'), lines(said));
  write(join(session, 'subagents/workflows/wf_1ab/agent-a1.jsonl'), lines(said));
  expect(await list()).toEqual([]);

  await approve('claude');
  expect(await list()).toMatchObject([
    {
      id: `claude:${join(session, 'workflows/wf_1ab.json')}`,
      assistant: 'Claude Code',
      project: { name: 'app', path: '/home/person/app' },
      name: 'audit',
      status: 'completed',
      startedAt: 1_790_000_000_000,
      endedAt: 1_790_000_060_000,
      tokens: 1234,
      stepsDone: 1,
      totalSteps: 3,
      conversation: `claude:${session}.jsonl`,
      problem: null,
      tornCount: 0,
    },
  ]);
  const { run, files } = await only();
  expect(run.groups).toEqual([
    { name: 'Find', about: 'look everywhere' },
    { name: 'Check', about: null },
  ]);
  expect(run.steps).toMatchObject([
    {
      name: 'find:a',
      group: 'Find',
      status: 'completed',
      tokens: 36188,
      durationMs: 5000,
      attempt: 2,
      made: '{"found":["all of it"]}',
      conversation: `claude:${join(session, 'subagents/workflows/wf_1ab/agent-a1.jsonl')}`,
      more: { model: 'some-model', index: '1' },
    },
    { name: 'check:b', group: 'Check', status: 'failed', error: 'no quota', conversation: null },
    { name: 'check:c', status: 'stopped', said: 'progress' },
  ]);
  expect(run.more).toMatchObject({
    futureField: ['kept'],
    result: { bugs: 2 },
    workflowProgress: [{ type: 'workflow_log', message: 'half way' }],
  });
  expect(files.map(({ path }) => path)).toContain(journal);

  await approve('claude', false);
  expect(await list()).toEqual([]);
});

test('reads a running Claude Code workflow from its journal, and reports torn lines', async () => {
  const { world, session, write, list, only, approve } = await started();
  await approve('claude');
  const folder = join(session, 'subagents/workflows/wf_2');
  const started2 = { type: 'started', key: 'v2:b', agentId: 'a2', label: 'write:b', phase: 'Write' };
  write(
    join(folder, 'journal.jsonl'),
    `${lines({ type: 'started', key: 'v2:a', agentId: 'a1' }, { type: 'result', key: 'v2:a', agentId: 'a1', result: 'done' }, started2)}{"type":"result","ke`,
  );
  write(join(folder, 'agent-a1.meta.json'), JSON.stringify({ agentType: 'reader', description: 'read:a' }));
  write(join(session, 'workflows/scripts/feature-pr-wf_2.js'), 'export const meta = {};');
  expect(await list()).toMatchObject([{ name: 'feature-pr', status: 'running', underWay: ['write:b'], tornCount: 1 }]);
  const { run } = await only();
  expect(run.steps).toMatchObject([
    { name: 'read:a', agent: 'reader', status: 'completed', made: 'done' },
    { name: 'write:b', group: 'Write', status: 'running' },
  ]);
  expect(run.torn).toEqual([{ file: 'journal.jsonl', line: 4, text: '{"type":"result","ke' }]);

  const long = new Date(world.ports.clock.now() - 3_600_000);
  utimesSync(join(folder, 'journal.jsonl'), long, long);
  expect(await list()).toMatchObject([{ status: 'unfinished' }]);
});

const state = {
  session_id: '7cc7-20261123_recipe',
  recipe_name: 'release',
  recipe_version: '1.0',
  started: '2026-11-23T09:00:00Z',
  current_step_index: 2,
  context: { target: 'v2' },
  completed_steps: ['collect', 'draft'],
  project_path: '/home/person/site',
  stage_approvals: { drafting: 'approved', publishing: 'pending' },
  approval_history: [{ stage: 'drafting', status: 'approved', timestamp: '2026-11-23T09:10:00Z', reason: 'fine' }],
  pending_approval_stage: 'publishing',
  pending_approval_prompt: 'Publish v2?',
  pending_approval_timeout: 3600,
  pending_approval_default: 'deny',
  pending_approval_requested_at: '2026-11-23T09:20:00Z',
};
const recipe = `name: release
description: Publish a version
stages:
  - name: drafting
    steps:
      - { id: collect, agent: reader }
      - { id: draft, agent: writer }
  - name: publishing
    steps:
      - { id: publish, type: bash }
`;

test('shows an Amplifier recipe with its stages, given approvals and the pending one', async () => {
  const { home, write, list, only, approve } = await started();
  const folder = join(home, '.amplifier/projects/home-person-site/recipe-sessions/7cc7');
  write(join(folder, 'state.json'), JSON.stringify(state));
  write(join(folder, 'recipe.yaml'), recipe);
  write(
    join(folder, 'steps.jsonl'),
    lines(
      { v: 1, event: 'header', engine: 'x' },
      { record_id: 'r1', event: 'started', step_id: 'draft', started_at: '2026-11-23T09:11:00Z' },
      {
        record_id: 'r1',
        event: 'finished',
        step_id: 'draft',
        status: 'completed',
        agent: 'writer',
        started_at: '2026-11-23T09:11:00Z',
        finished_at: '2026-11-23T09:12:00Z',
        duration_s: 60,
        prompt_resolved: 'Write v2',
        response: 'Written',
        response_truncated: false,
      },
    ),
  );
  expect(await list()).toEqual([]);
  await approve('amplifier');
  expect(await list()).toMatchObject([
    {
      assistant: 'Amplifier',
      project: { name: 'site', path: '/home/person/site' },
      name: 'release',
      about: 'Publish a version',
      status: 'waiting',
      currentStep: 'publishing',
      stepsDone: 2,
      totalSteps: 3,
      waitsFor: {
        stage: 'publishing',
        question: 'Publish v2?',
        until: Date.UTC(2026, 10, 23, 10, 20),
        otherwise: 'deny',
      },
      deletedAt: Date.UTC(2026, 10, 30, 9),
    },
  ]);
  const { run } = await only();
  expect(run.steps).toMatchObject([
    { name: 'collect', group: 'drafting', agent: 'reader', status: 'completed' },
    { name: 'draft', asked: 'Write v2', made: 'Written', durationMs: 60_000, more: { response_truncated: false } },
    { name: 'publish', group: 'publishing', status: 'pending' },
  ]);
  expect(run.approvals).toMatchObject([
    { stage: 'drafting', status: 'approved', reason: 'fine' },
    { stage: 'publishing', status: 'pending' },
  ]);
  expect(run.more).toEqual({ session_id: state.session_id, recipe_version: '1.0', context: { target: 'v2' } });

  // A given approval stays noted as pending until the recipe continues.
  const given = { ...state, stage_approvals: { ...state.stage_approvals, publishing: 'approved' } };
  write(join(folder, 'state.json'), JSON.stringify(given));
  expect(await list()).toMatchObject([{ waitsFor: null, status: 'running' }]);
});

test('reads the saved copy of a workflow that its program deleted, to the byte', async () => {
  const { world, home, write, list, only, approve, call, workspace } = await started();
  await approve('amplifier');
  const folder = join(home, '.amplifier/projects/home-person-site/recipe-sessions/7cc7');
  const text = `${JSON.stringify(state, null, 3)}\n\n`;
  write(join(folder, 'state.json'), text);
  write(join(folder, 'recipe.yaml'), recipe);
  const before = await only();
  const { id } = before.summary;
  expect(before.summary.kept).toBeNull();
  expect(await call('foreignWork.keep', { workspace, id })).toMatchObject({ isLast: false });
  expect((await call('conversations.keeping', {})).kept).toEqual([]);

  world.outside.remove(join(folder, 'state.json'));
  world.outside.remove(join(folder, 'recipe.yaml'));
  expect(await list()).toMatchObject([
    { id, name: 'release', status: 'waiting', kept: { isLast: true }, deletedAt: null },
  ]);
  const after = await only();
  expect(after.run).toEqual(before.run);
  const file = join(folder, 'state.json');
  expect(await call('foreignWork.text', { workspace, id, file })).toMatchObject({ text, total: text.length });

  await expect(call('foreignWork.removeCopy', { id })).rejects.toMatchObject({ code: 'value_invalid' });
  await call('foreignWork.removeCopy', { id, evenLast: true });
  expect(await list()).toEqual([]);
});

test('erases a text from saved workflows; the program’s own stays', async () => {
  const opened = await started();
  const { world, home, write, approve, call, workspace, only } = opened;
  await approve('amplifier');
  const path = join(home, '.amplifier/projects/home-person-site/recipe-sessions/7cc7/state.json');
  write(path, JSON.stringify({ ...state, context: { secret: 'hunter2-ünïque' } }));
  await call('foreignWork.keep', { workspace, id: (await only()).summary.id });
  const ours = async () => (await filesWith(world, 'hunter2')).filter((each) => !each.includes('/.amplifier/'));
  expect(await ours()).toHaveLength(1);
  const outcome = await erase(opened, { text: 'hunter2-ünïque' });
  expect(outcome.left).toEqual([{ path, why: expect.stringContaining('Amplifier') }]);
  expect(await ours()).toEqual([]);
  expect(readFileSync(path, 'utf8')).toContain('hunter2');
  world.outside.remove(path);
  expect(JSON.stringify((await only()).run)).not.toContain('hunter2');
});

test('shows a workflow-state.json of any shape as far as its field names are understood', async () => {
  const { world, write, list, only, approve } = await started();
  const path = join(world.root, '.claude/workflow-state.json');
  const shaped = {
    task_id: 'fix-inventory',
    task_description: 'Items drop',
    currentStep: 'execute',
    created_at: '2026-11-14T15:30:22Z',
    steps: {
      understand: { status: 'completed', completed_at: '2026-11-14T15:40:00Z' },
      execute: { status: 'in_progress', user_confirmed: false },
      verify: { status: 'odd word' },
    },
    figmaVerified: true,
  };
  write(path, JSON.stringify(shaped));
  expect(await list()).toEqual([]);
  await approve('claude');
  expect(await list()).toMatchObject([
    {
      source: 'state',
      name: 'fix-inventory',
      about: 'Items drop',
      status: 'running',
      currentStep: 'execute',
      stepsDone: 1,
    },
  ]);
  const { run } = await only();
  expect(run.steps).toMatchObject([
    { name: 'understand', status: 'completed' },
    { name: 'execute', status: 'running', more: { user_confirmed: false } },
    { name: 'verify', status: 'unknown', said: 'odd word' },
  ]);
  expect(run.more).toEqual({ figmaVerified: true });

  write(path, '{"phase": "review", "awaiting_approval": true, "question": "Merge?", "completed": ["plan", "build"]}');
  expect(await list()).toMatchObject([
    { status: 'waiting', stepsDone: 2, waitsFor: { stage: 'review', question: 'Merge?' } },
  ]);
  write(path, '["a list"]');
  expect((await only()).run.more).toEqual({ value: ['a list'] });
  write(path, '{"phase": "rev');
  expect(await list()).toMatchObject([{ status: 'unknown', problem: expect.stringContaining('can’t be read') }]);
});

test('links, other folders and damaged files reveal nothing and stop nothing', async () => {
  const { home, session, write, list, approve, call, workspace } = await started();
  await approve('claude');
  const secret = join(home, 'secret');
  write(join(secret, 'wf_9.json'), JSON.stringify({ ...record, workflowName: 'hidden' }));
  write(join(secret, 'run/journal.jsonl'), lines({ type: 'started', agentId: 'hidden' }));
  mkdirSync(join(session, 'workflows'), { recursive: true });
  symlinkSync(join(secret, 'wf_9.json'), join(session, 'workflows/wf_9.json'));
  mkdirSync(join(session, 'subagents/workflows'), { recursive: true });
  symlinkSync(join(secret, 'run'), join(session, 'subagents/workflows/wf_3'));
  write(join(session, 'workflows/wf_3.json'), '{"status": "comp');
  write(
    join(session, 'workflows/wf_4.json'),
    JSON.stringify({ status: 7, workflowProgress: ['junk', { type: 'workflow_agent' }] }),
  );
  const all = await list();
  expect(all.map(({ name, status, stepsDone }) => ({ name, status, stepsDone }))).toEqual([
    { name: null, status: 'unknown', stepsDone: 0 },
    { name: null, status: 'unknown', stepsDone: 0 },
  ]);
  expect(JSON.stringify(all)).not.toContain('hidden');
  const damaged = all.find(({ problem }) => problem !== null);
  const shown = await call('foreignWork.show', { workspace, id: damaged?.id ?? '' });
  expect(shown.run.torn).toEqual([{ file: 'record', line: 0, text: '{"status": "comp' }]);
  for (const id of [`claude:${join(secret, 'wf_9.json')}`, `claude:${session}/workflows/wf_9.json`]) {
    await expect(call('foreignWork.show', { workspace, id })).rejects.toMatchObject({ code: 'not_found' });
  }
  const file = join(secret, 'wf_9.json');
  await expect(call('foreignWork.text', { workspace, id: damaged?.id ?? '', file })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('reads a workflow saved with its conversation from that copy once its program has deleted it', async () => {
  const { world, session, write, list, only, approve, call } = await started();
  await approve('claude');
  const said = { type: 'user', uuid: 'u1', cwd: '/home/person/app', message: { role: 'user', content: 'Audit it.' } };
  const files = {
    [`${session}.jsonl`]: lines(said),
    [join(session, 'workflows/wf_1ab.json')]: JSON.stringify(record),
    [join(session, 'workflows/scripts/audit-wf_1ab.js')]: 'script',
    [join(session, 'subagents/workflows/wf_1ab/journal.jsonl')]: lines({
      type: 'result',
      agentId: 'a1',
      result: 'found',
    }),
    [join(session, 'tool-results/other.txt')]: 'something else',
  };
  for (const [path, text] of Object.entries(files)) {
    write(path, text);
  }
  const before = await only();
  expect(before.summary.kept).toBeNull();
  await call('conversations.keep', { id: `claude:${session}.jsonl` });
  for (const path of Object.keys(files)) {
    world.outside.remove(path);
  }
  expect(await list()).toMatchObject([
    { id: before.summary.id, name: 'audit', status: 'completed', kept: { isLast: true, withConversation: true } },
  ]);
  const after = await only();
  expect(after.run).toEqual(before.run);
  expect(after.files.map(({ path }) => path).sort()).toEqual(before.files.map(({ path }) => path).sort());
  await expect(call('foreignWork.removeCopy', { id: before.summary.id, evenLast: true })).rejects.toMatchObject({
    code: 'not_found',
  });
});
