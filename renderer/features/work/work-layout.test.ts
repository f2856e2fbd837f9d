import { expect, test } from 'vitest';
import type { WorkflowSummary } from '#shared/contract/features/work.ts';
import { fits, layOutWork, narrowedWork, valuesOf } from './work-layout.ts';

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
  changedAt: 0,
  ...more,
});
const ids = (workflows: readonly WorkflowSummary[]) => workflows.map(({ id }) => id);
const all = { query: '', chosen: [], type: null, agent: null };

test('what needs the person stands first, then what goes on, then what is completed', () => {
  const rows = layOutWork([
    workflow('a'),
    workflow('b', { status: 'completed', where: 'completed' }),
    workflow('c', { status: 'failed' }),
    workflow('d', { isLowConfidence: true }),
  ]);
  expect(rows.map((row) => (row.kind === 'heading' ? `${row.title} ${row.count}` : `${row.kind} ${row.key}`))).toEqual([
    'Needs you 2',
    'needy active c',
    'needy active d',
    'Under way 1',
    'workflow active a',
    'Completed 1',
    'workflow completed b',
  ]);
  expect(layOutWork([])).toEqual([]);
});

test('a workflow takes long that goes on over a day after it began', () => {
  const long = workflow('a', { createdAt: '2026-11-21T08:00:00Z' });
  expect(fits(long, 'long', now)).toBe(true);
  expect(fits({ ...long, where: 'completed' }, 'long', now)).toBe(false);
  expect(fits(workflow('b'), 'long', now)).toBe(false);
  expect(fits(workflow('c', { createdAt: null }), 'long', now)).toBe(false);
});

test('filters of one kind add up, and narrow each other with type, agent and words', () => {
  const workflows = [
    workflow('a', { status: 'waiting', questions: [question('Which Guests?')] }),
    workflow('b', { status: 'failed', type: 'meeting_prep', currentAgent: 'secretary' }),
    workflow('c', { createdAt: '2026-11-01T08:00:00Z' }),
  ];
  expect(ids(narrowedWork(workflows, { ...all, chosen: ['waiting', 'failed'] }, now))).toEqual(['a', 'b']);
  expect(ids(narrowedWork(workflows, { ...all, chosen: ['long'] }, now))).toEqual(['c']);
  expect(ids(narrowedWork(workflows, { ...all, chosen: ['failed'], type: 'note_processing' }, now))).toEqual([]);
  expect(ids(narrowedWork(workflows, { ...all, agent: 'secretary' }, now))).toEqual(['b']);
  expect(ids(narrowedWork(workflows, { ...all, query: 'guests which' }, now))).toEqual(['a']);
  expect(ids(narrowedWork(workflows, { ...all, query: 'meeting prep' }, now))).toEqual(['b']);
});

test('types and agents are offered by name, with how many workflows have each', () => {
  const workflows = [workflow('a', { type: 'triage' }), workflow('b'), workflow('c'), workflow('d', { type: null })];
  expect(valuesOf(workflows, 'type')).toEqual([
    { value: 'note_processing', label: 'Note processing (2)' },
    { value: 'triage', label: 'Triage (1)' },
  ]);
});

const question = (text: string) => ({ id: 'q', question: text, options: [], agent: null, step: null, askedAt: null });
