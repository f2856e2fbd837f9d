import { expect, test } from 'vitest';
import { createWorkflowContext } from './create.ts';
import { ownDefinitions, type WorkflowType, workflowTypes } from './definitions.ts';
import { withChanges } from './json-text.ts';
import type { Json, JsonObject } from './json-values.ts';
import { validate, validateText } from './validate.ts';

/** Inputs of the specification, each with a value of its kind. */
const inputs: Readonly<Record<WorkflowType, JsonObject>> = {
  session_creation: {
    session_date: '2026-11-27',
    host_name: 'Ann',
    co_hosts: ['Bo'],
    theme: null,
    confirmed_speakers: [
      {
        name: 'Cy',
        email: 'cy@example.org',
        topic: 'Agents',
        type: 'lightning_talk',
        duration_minutes: 10,
        requirements: [],
        materials: ['slides.pdf'],
      },
    ],
    special_requirements: [],
    use_baseline_topics: true,
  },
  note_processing: {
    raw_notes: 'notes.md',
    recording_transcript: 'talk.vtt',
    chat_export: 'chat.txt',
    shared_materials: ['https://example.org/a'],
    session_context: 'session-12',
    participants: ['Ann'],
    processing_preferences: {
      summary_style: 'brief',
      action_item_format: 'checklist',
      include_verbatim: false,
      anonymize_feedback: true,
    },
  },
  meeting_prep: { meeting_date: '2026-11-27', purpose: 'Plan', participants: ['Ann'] },
  backlog_management: { backlog: 'backlog.md', goals: ['fewer'] },
};

const contextOf = (type: WorkflowType): JsonObject =>
  createWorkflowContext({
    id: '3f2c0a9e-8f6d-4f3a-9a1e-1d2c3b4a5f60',
    type,
    inputs: inputs[type],
    now: '2026-11-21T09:00:00.000Z',
    definition: ownDefinitions[type],
    template: null,
    agent: null,
  }).context;

test.each(workflowTypes)('finds no problem in a new context of %s', (type) => {
  expect(validate(contextOf(type))).toEqual({ valid: true, errors: [], findings: [] });
});

test('knows every field of the specification’s types, and reports all wrong kinds at once', () => {
  const wrongly = (value: Json): Json => (typeof value === 'number' ? 'x' : 7);
  for (const type of ['session_creation', 'note_processing'] as const) {
    for (const [name, value] of Object.entries(inputs[type])) {
      const context = withChanges(contextOf(type), [{ path: ['data', 'inputs', name], value: wrongly(value) }]);
      expect([name, validate(context).findings.map(({ path }) => path)]).toEqual([name, [`data.inputs.${name}`]]);
    }
  }
  const working = {
    content_sections: [{ type: 'summary', confidence: 2, needs_review: 'no' }],
    extracted_entities: { people: 'Ann' },
  };
  const { errors, findings } = validate(
    withChanges(contextOf('note_processing'), [
      { path: ['data', 'working_data'], value: working },
      { path: ['data', 'outputs'], value: { quality_metrics: { completeness_score: -1 }, structured_notes: [] } },
      { path: ['workflow', 'total_steps'], value: 'eight' },
      { path: ['meta', 'workflow_id'], remove: true },
    ]),
  );
  expect(findings.map(({ severity, path }) => `${severity} ${path}`)).toEqual([
    'error meta.workflow_id',
    'error workflow.total_steps',
    'warning data.working_data.content_sections.0.confidence',
    'error data.working_data.content_sections.0.needs_review',
    'error data.working_data.extracted_entities.people',
    'error data.outputs.structured_notes',
    'warning data.outputs.quality_metrics.completeness_score',
  ]);
  expect(errors).toHaveLength(5);
});

test('reports a name used twice in one object, anywhere', () => {
  const text = '{"meta": {"a": 1, "a": 2}, "data": {"inputs": [{"x": 1}, {"x": 1, "y": {}, "x": 2}]}, "meta": {}}';
  const twice = (one: string) =>
    validateText(one)
      .findings.filter(({ type }) => type === 'name_twice')
      .map(({ path, severity }) => [path, severity]);
  expect(twice(text)).toEqual([
    ['meta', 'warning'],
    ['meta.a', 'warning'],
    ['data.inputs.1.x', 'warning'],
  ]);
  expect(twice('{"a": {"x": 1}, "b": {"x": 1}}')).toEqual([]);
  expect(twice('{"a": 1, "a"')).toEqual([]);
});
