import { expect, test } from 'vitest';
import { definitionOf } from './definitions.ts';
import { verifyIntegrity } from './integrity.ts';
import type { Json } from './json-values.ts';
import { update } from './operations.ts';

const workflows: Json = { workflows: { tidy: { steps: ['gather', 'sort', 'file'] } } };
const facts = { id: 'w', workflows, fileState: () => 'there' as const, hashOf: () => null, isWorkflow: () => false };
const contextAfter = (steps: readonly string[], more: { readonly [name: string]: Json } = {}): Json => ({
  meta: { workflow_id: 'w', workflow_type: 'tidy' },
  workflow: {
    current_step: steps.at(-1) ?? 'gather',
    step_history: steps.map((step) => ({ step, status: 'completed' })),
    next_steps: [],
    ...more,
  },
});
const found = (context: Json) => verifyIntegrity(context, facts).filter(({ type }) => type === 'nothing_next');

test('reports a running workflow with steps left and none next', () => {
  expect(found(contextAfter([]))).toMatchObject([
    { message: '3 steps are left, and none of them is said to be next.' },
  ]);
  expect(found(contextAfter(['gather', 'sort']))).toHaveLength(1);
  expect(found(contextAfter(['gather', 'sort', 'file']))).toEqual([]);
  expect(found(contextAfter([], { next_steps: ['gather'] }))).toEqual([]);
  expect(found(contextAfter([], { status: 'completed' }))).toEqual([]);
});

test('continues such a workflow with the next step of its type', () => {
  const options = {
    now: '2026-11-27T10:00:00Z',
    definition: definitionOf(workflows, 'tidy'),
    output: null,
    agentFor: () => null,
  };
  const { currentStep, nextSteps } = update(
    contextAfter([]),
    { step: 'gather', agent: 'x', status: 'completed' },
    options,
  );
  expect([currentStep, nextSteps]).toEqual(['sort', ['sort', 'file']]);
  const last = update(contextAfter(['gather', 'sort']), { step: 'file', agent: 'x', status: 'completed' }, options);
  expect(last.nextSteps).toEqual([]);
});
