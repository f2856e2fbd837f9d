import { expect, test } from 'vitest';
import type { ForeignWorkflow } from '#shared/contract/features/foreign-work.ts';
import type { WorkflowSummary } from '#shared/contract/features/work.ts';
import { foreignItem, ownItem, type WorkItem, workItemFits } from './work-items.ts';
import { facetsOf, layOutWork, narrowedWork } from './work-layout.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
const workflow = (id: string, more: Partial<WorkflowSummary> = {}): WorkflowSummary => ({
  id,
  where: 'active',
  type: 'note_processing',
  status: 'running',
  problem: null,
  currentStep: 'extract_entities',
  totalSteps: 8,
  stepsDone: 2,
  currentAgent: 'content_curator',
  agents: ['content_curator'],
  createdAt: '2026-11-23T08:00:00Z',
  updatedAt: null,
  version: null,
  completedAt: null,
  sessionId: null,
  date: null,
  confidence: null,
  isLowConfidence: false,
  questions: [],
  blockingIssues: [],
  error: null,
  failedStep: null,
  changedAt: 0,
  ...more,
});
const own = (id: string, more: Partial<WorkflowSummary> = {}) => ownItem(workflow(id, more));
const foreign = (id: string, more: Partial<ForeignWorkflow> = {}) =>
  foreignItem({
    id,
    source: 'amplifier',
    assistant: 'Amplifier',
    name: 'Release notes',
    about: null,
    status: 'running',
    said: null,
    currentStep: null,
    totalSteps: null,
    startedAt: null,
    endedAt: null,
    durationMs: null,
    tokens: null,
    folder: null,
    error: null,
    waitsFor: null,
    project: null,
    stepsDone: 0,
    underWay: [],
    conversation: null,
    path: '/a',
    bytes: 1,
    changedAt: 0,
    deletedAt: null,
    kept: null,
    tornCount: 0,
    problem: null,
    ...more,
  });
const ids = (items: readonly WorkItem[]) => items.map(({ workflow: { id } }) => id);
const all = { query: '', chosen: [], type: null, agent: null };

test('lists workflows that need the person first, then running, then ended ones, of all programs', () => {
  const rows = layOutWork([
    own('a'),
    own('b', { status: 'completed', where: 'completed' }),
    own('c', { status: 'failed' }),
    own('d', { isLowConfidence: true }),
    foreign('e', { status: 'waiting' }),
    foreign('f', { status: 'failed' }),
    foreign('g', { status: 'completed' }),
    foreign('h'),
  ]);
  expect(rows.map((row) => (row.kind === 'heading' ? `${row.title} ${row.count}` : `${row.kind} ${row.key}`))).toEqual([
    'Needs you 3',
    'needy foreign e',
    'needy active c',
    'needy active d',
    'Under way 2',
    'item active a',
    'item foreign h',
    'Not finished 1',
    'item foreign f',
    'Completed 2',
    'item completed b',
    'item foreign g',
  ]);
  expect(layOutWork([])).toEqual([]);
});

test('lists matches in the text of workflows last, each place once', () => {
  const match = { id: 'a', where: 'active', type: 'triage', file: 'context.json', shown: 'Harbour' } as const;
  const rows = layOutWork(
    [],
    [
      { ...match, at: 'data.inputs.title', line: 3 },
      { ...match, at: 'data.outputs.title', line: 9 },
    ],
  );
  expect(rows.map(({ kind }) => kind)).toEqual(['heading', 'match', 'match']);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(3);
});

test('a running workflow that fails a check needs the person', () => {
  const [fails, completed] = [ownItem(workflow('a'), true), ownItem(workflow('b', { where: 'completed' }), true)];
  const rows = layOutWork([fails, own('c', { status: 'failed' }), own('d', { status: 'waiting' })]);
  expect(rows.map(({ key }) => key)).toEqual(['heading Needs you', 'active d', 'active c', 'active a']);
  expect(layOutWork([fails, completed]).flatMap((row) => (row.kind === 'heading' ? [row.title] : []))).toEqual([
    'Needs you',
    'Completed',
  ]);
  expect([workItemFits(fails, 'check', now), workItemFits(completed, 'check', now)]).toEqual([true, false]);
});

test('a workflow is slow once it has run for over a day', () => {
  const createdAt = '2026-11-21T08:00:00Z';
  expect(workItemFits(own('a', { createdAt }), 'long', now)).toBe(true);
  expect(workItemFits(own('a', { createdAt, where: 'completed' }), 'long', now)).toBe(false);
  expect(workItemFits(own('b'), 'long', now)).toBe(false);
  expect(workItemFits(own('c', { createdAt: null }), 'long', now)).toBe(false);
  expect(workItemFits(foreign('d', { startedAt: Date.parse(createdAt) }), 'long', now)).toBe(true);
  expect(workItemFits(foreign('e', { startedAt: Date.parse(createdAt), status: 'stopped' }), 'long', now)).toBe(false);
});

test('adds up filters of one kind, and narrows by type, agent and words', () => {
  const items = [
    own('a', { status: 'waiting', questions: [question('Which Guests?')] }),
    own('b', { status: 'failed', type: 'meeting_prep', agents: ['reader', 'secretary'] }),
    own('c', { createdAt: '2026-11-01T08:00:00Z' }),
    foreign('d', { status: 'failed' }),
  ];
  expect(ids(narrowedWork(items, { ...all, chosen: ['waiting', 'failed'] }, now))).toEqual(['a', 'b', 'd']);
  expect(ids(narrowedWork(items, { ...all, chosen: ['long'] }, now))).toEqual(['c']);
  expect(ids(narrowedWork(items, { ...all, chosen: ['failed'], type: 'Note processing' }, now))).toEqual([]);
  expect(ids(narrowedWork(items, { ...all, chosen: ['failed'], type: 'Amplifier' }, now))).toEqual(['d']);
  expect(ids(narrowedWork(items, { ...all, agent: 'Secretary' }, now))).toEqual(['b']);
  expect(ids(narrowedWork(items, { ...all, agent: 'Reader' }, now))).toEqual(['b']);
  expect(ids(narrowedWork(items, { ...all, query: 'guests which' }, now))).toEqual(['a']);
  expect(ids(narrowedWork(items, { ...all, query: 'meeting prep' }, now))).toEqual(['b']);
});

test('offers types, programs and agents by name, with their counts', () => {
  const items = [own('a', { type: 'triage' }), own('b'), own('c'), own('d', { type: null }), foreign('e')];
  const { types, agents, filters } = facetsOf(items, '', now);
  expect(types).toEqual([
    { value: 'Amplifier', label: 'Amplifier (1)' },
    { value: 'Note processing', label: 'Note processing (2)' },
    { value: 'Triage', label: 'Triage (1)' },
  ]);
  expect(agents).toEqual([{ value: 'Content curator', label: 'Content curator (4)' }]);
  expect(filters.find(({ filter }) => filter === 'running')?.count).toBe(5);
});

const question = (text: string) => ({ id: 'q', question: text, options: [], agent: null, step: null, askedAt: null });
