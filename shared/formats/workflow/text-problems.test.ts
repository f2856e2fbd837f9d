import { expect, test } from 'vitest';
import { problemsInText } from './text-problems.ts';

const said = (text: string) =>
  problemsInText(text).map(({ from, to, severity, message }) => ({ at: text.slice(from, to), severity, message }));

const whole = {
  meta: { workflow_id: 'a', workflow_type: 'note_processing' },
  workflow: { current_step: 'review', total_steps: 8 },
  data: { inputs: { raw_notes: 'notes.md' } },
};

test('marks a value of the wrong kind', () => {
  const text = JSON.stringify({ ...whole, workflow: { ...whole.workflow, total_steps: 'eight' } }, null, 2);
  expect(said(text)).toContainEqual({
    at: '"eight"',
    severity: 'error',
    message: '“workflow.total_steps” is not a number.',
  });
});

test('marks a missing field at its parent’s name', () => {
  const text = JSON.stringify({ ...whole, meta: { workflow_type: 'note_processing' } }, null, 2);
  expect(said(text)).toEqual([{ at: '"meta"', severity: 'error', message: 'Missing workflow_id.' }]);
  expect(said('{}').find(({ message }) => message === 'Missing workflow_id.')?.at).toBe('{');
});

test('marks the place where a text stops being JSON, with a sentence', () => {
  expect(said('{\n  "meta" 1\n}')).toEqual([{ at: '1', severity: 'error', message: 'A colon is missing here.' }]);
  expect(said('{"a": 1')).toEqual([{ at: '1', severity: 'error', message: 'A } is missing here.' }]);
  expect(said('')).toHaveLength(1);
  expect(problemsInText('\uFEFF{"a": }')[0]?.from).toBe(7);
});

test('reports no optional fields as missing', () => {
  expect(said(JSON.stringify(whole))).toEqual([]);
});
