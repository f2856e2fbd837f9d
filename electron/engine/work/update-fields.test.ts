import { expect, test } from 'vitest';
import { done, startWork } from '#testing/start-work.ts';

test('an update fills every field of the specification it names, and lists of files only grow', async () => {
  const { create, call, workspace, contextOf } = await startWork();
  const { id } = await create({ raw_notes: 'n', session_id: 's-7', date: '2026-11-20', session_number: 7 });
  expect(contextOf(id).session).toEqual({
    session_id: 's-7',
    date: '2026-11-20',
    session_number: 7,
    status: null,
  });
  const files = (letter: string) => ({
    files_created: [`${letter}1`],
    files_modified: [`${letter}2`],
    files_deleted: [`${letter}3`],
    files_references: [`${letter}4`],
  });
  const first = done('initialize', 'curator', {
    ...files('a'),
    started_at: '2026-11-21T09:00:00Z',
    completed_at: '2026-11-21T09:00:30Z',
    references: { book: 'b-1' },
    branch_point: 'review',
    alternate_paths: ['short', 'long'],
    resources_used: ['search'],
    performance: { memory_used: 1024, api_calls: 3 },
    confidence_score: 0.3,
    requires_human_input: true,
    blocking_issues: ['no transcript'],
  });
  await call('work.update', { workspace, id, update: first });
  await call('work.update', { workspace, id, update: done('collect_materials', 'curator', files('b')) });
  const context = contextOf(id);
  expect(context.files).toEqual({
    created: ['a1', 'b1'],
    modified: ['a2', 'b2'],
    deleted: ['a3', 'b3'],
    references: ['a4', 'b4'],
  });
  expect(context.data.references).toEqual({ book: 'b-1' });
  expect(context.workflow).toMatchObject({ branch_point: 'review', alternate_paths: ['short', 'long'] });
  expect(context.agents.agent_history).toMatchObject([
    {
      agent: 'curator',
      context_input: 'context.json',
      context_output: 'steps/001_curator.json',
      resources_used: ['search'],
      performance: { duration_ms: 30_000, memory_used: 1024, api_calls: 3 },
    },
    {
      context_input: 'steps/001_curator.json',
      context_output: 'steps/002_curator.json',
      resources_used: [],
      performance: { memory_used: null, api_calls: null },
    },
  ]);
  expect(context.state).toEqual({
    can_resume: true,
    resume_from_step: 'extract_entities',
    requires_human_input: true,
    blocking_issues: ['no transcript'],
    confidence_score: 0.3,
  });
});
