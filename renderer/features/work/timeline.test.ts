import { expect, test } from 'vitest';
import { humanised } from '../../wording/workflows.ts';
import { timelineOf } from './timeline.ts';
import { durationInWords } from './work-words.ts';

const step = (name: string, from: string, to: string | null, more = {}) => ({
  step: name,
  agent: `${name}er`,
  started_at: `2026-11-21T10:${from}:00Z`,
  completed_at: to === null ? null : `2026-11-21T10:${to}:00Z`,
  status: 'completed',
  error: null,
  ...more,
});

test('puts simultaneous steps side by side, and others below', () => {
  const { done, ahead } = timelineOf({
    workflow: {
      step_history: [step('a', '00', '02'), step('b', '02', '05'), step('c', '03', '04'), step('d', '06', null)],
      next_steps: ['e', 'f'],
    },
  });
  expect(done.map((group) => group.map(({ step: name }) => name))).toEqual([['a'], ['b', 'c'], ['d']]);
  expect(done[0]?.[0]).toMatchObject({ agent: 'aer', status: 'completed', error: null });
  expect(ahead).toEqual(['e', 'f']);
});

test('lists a running step only once, and links each step to its output file', () => {
  const { done, ahead } = timelineOf({
    workflow: {
      step_history: [step('a', '00', '02'), step('b', '02', null, { status: 'in_progress' })],
      next_steps: ['b', 'c'],
    },
    agents: {
      agent_history: [
        { agent: 'aer', started_at: '2026-11-21T10:00:00Z', context_output: 'steps/001_aer.json' },
        { agent: 'ber', started_at: '2026-11-21T10:01:00Z', context_output: 'steps/002_ber.json' },
      ],
    },
  });
  expect(ahead).toEqual(['c']);
  expect(done.flat().map(({ file }) => file)).toEqual(['steps/001_aer.json', null]);
});

test('lists a step recorded at its start once, with its output file', () => {
  const item = (file: string, status: string, to: string | null) => ({
    ...step('a', '00', to, { status }),
    context_output: `steps/${file}.json`,
  });
  const said = [item('001', 'in_progress', null), item('002', 'completed', '02')];
  const context = { workflow: { step_history: said, next_steps: ['a'] }, agents: { agent_history: said } };
  expect(timelineOf(context)).toMatchObject({ done: [[{ step: 'a', file: 'steps/002.json' }]], ahead: ['a'] });
});

test('gives a step’s duration only if it began before it ended', () => {
  const took = (from: string, to: string | null) =>
    timelineOf({ workflow: { step_history: [step('a', from, to)] } }).done[0]?.[0]?.took;
  expect([took('00', '02'), took('00', null), took('02', '02'), took('03', '02')]).toEqual([120_000, null, null, null]);
});

test('makes a timeline from an incomplete or unusual context', () => {
  expect(timelineOf({})).toEqual({ done: [], ahead: [] });
  expect(
    timelineOf({ workflow: { step_history: ['a', { step: 'b', started_at: 'soon' }], next_steps: [1, 'c'] } }),
  ).toEqual({
    done: [
      [{ step: '', agent: null, status: 'pending', error: null, from: null, to: null, took: null, file: null }],
      [{ step: 'b', agent: null, status: 'pending', error: null, from: null, to: null, took: null, file: null }],
    ],
    ahead: ['c'],
  });
});

test('writes names and durations as a person does', () => {
  expect(humanised('note_processing')).toBe('Note processing');
  expect(humanised('runId')).toBe('Run id');
  expect(humanised('__')).toBe('__');
  expect([450, 1000, 61_000, 3_600_000, 5_430_000].map(durationInWords)).toEqual([
    '450 ms',
    '1 s',
    '1 min 1 s',
    '1 h',
    '1 h 30 min',
  ]);
});
