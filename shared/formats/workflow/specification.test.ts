import { describe, expect, test } from 'vitest';
import { createWorkflowContext } from './create.ts';
import { ownDefinitions, type WorkflowType } from './definitions.ts';
import type { Json } from './json-values.ts';
import { validate } from './validate.ts';

/** A valid value of a field, and one of a wrong kind or outside its choices. */
type Row = readonly [right: Json, wrong: Json];

const text: Row = ['some words', 7];
const texts: Row = [['a', 'b'], 'a'];
const list: Row = [[{ any: 'thing' }, 'b'], 'b'];
const object: Row = [{ any: 'thing' }, 'words'];
const moment: Row = ['2026-11-21T09:00:00.000Z', 'yesterday'];
const day: Row = ['2026-11-21', '21.11.2026'];
const whole: Row = [3, 'three'];
const truth: Row = [true, 'yes'];
const score: Row = [0.5, 1.5];
const oneOf = (...values: readonly string[]): Row => [values.at(-1) ?? '', 'something else'];

/** All fields of the specification, in its order. */
const base: Readonly<Record<string, Row>> = {
  'meta.workflow_id': text,
  'meta.workflow_type': text,
  'meta.created_at': moment,
  'meta.updated_at': moment,
  'meta.version': ['1.2.3', 'first'],
  'meta.schema_version': ['1.0.0', 7],
  'workflow.current_step': text,
  'workflow.total_steps': whole,
  'workflow.step_history[].step': text,
  'workflow.step_history[].agent': text,
  'workflow.step_history[].started_at': moment,
  'workflow.step_history[].completed_at': moment,
  'workflow.step_history[].status': oneOf('pending', 'in_progress', 'completed', 'error', 'skipped'),
  'workflow.step_history[].error': text,
  'workflow.next_steps': texts,
  'workflow.branch_point': text,
  'workflow.alternate_paths': list,
  'session.session_id': text,
  'session.date': day,
  'session.session_number': whole,
  'session.status': oneOf('planning', 'preparation', 'active', 'completed', 'archived'),
  'agents.current_agent': text,
  'agents.agent_history[].agent': text,
  'agents.agent_history[].started_at': moment,
  'agents.agent_history[].completed_at': moment,
  'agents.agent_history[].context_input': text,
  'agents.agent_history[].context_output': text,
  'agents.agent_history[].resources_used': texts,
  'agents.agent_history[].performance.duration_ms': whole,
  'agents.agent_history[].performance.memory_used': whole,
  'agents.agent_history[].performance.api_calls': whole,
  'data.inputs': object,
  'data.working_data': object,
  'data.outputs': object,
  'data.references': object,
  'files.created': texts,
  'files.modified': texts,
  'files.deleted': texts,
  'files.references': texts,
  'state.can_resume': truth,
  'state.resume_from_step': text,
  'state.requires_human_input': truth,
  'state.blocking_issues': list,
  'state.confidence_score': score,
  'audit.checkpoints[].step': text,
  'audit.checkpoints[].timestamp': moment,
  'audit.checkpoints[].data_snapshot': text,
  'audit.checkpoints[].verification': text,
  'audit.human_interventions[].timestamp': moment,
  'audit.human_interventions[].user': text,
  'audit.human_interventions[].action': text,
};

const sessionCreation: Readonly<Record<string, Row>> = {
  'data.inputs.session_date': day,
  'data.inputs.host_name': text,
  'data.inputs.co_hosts': texts,
  'data.inputs.theme': text,
  'data.inputs.confirmed_speakers[].name': text,
  'data.inputs.confirmed_speakers[].email': text,
  'data.inputs.confirmed_speakers[].topic': text,
  'data.inputs.confirmed_speakers[].type': oneOf('lightning_talk', 'demo', 'clinic'),
  'data.inputs.confirmed_speakers[].duration_minutes': whole,
  'data.inputs.confirmed_speakers[].requirements': texts,
  'data.inputs.confirmed_speakers[].materials': texts,
  'data.inputs.special_requirements': texts,
  'data.inputs.use_baseline_topics': truth,
  'data.working_data.session_folder': text,
  'data.working_data.templates_processed': texts,
  'data.working_data.baseline_topics_selected': list,
  'data.working_data.speaker_confirmations[].speaker': text,
  'data.working_data.speaker_confirmations[].status': oneOf('confirmed', 'pending', 'declined'),
  'data.working_data.speaker_confirmations[].confirmation_date': day,
  'data.outputs.session_structure.folder_path': text,
  'data.outputs.session_structure.files_created': texts,
  'data.outputs.session_structure.templates_populated': texts,
  'data.outputs.agenda.lightning_talks': list,
  'data.outputs.agenda.feature_demo': object,
  'data.outputs.agenda.open_clinic': list,
  'data.outputs.agenda.timing': object,
  'data.outputs.prep_materials.host_checklist': text,
  'data.outputs.prep_materials.speaker_guides': texts,
  'data.outputs.prep_materials.communication_templates': texts,
  'data.references.previous_sessions': texts,
  'data.references.baseline_topics': texts,
  'data.references.speaker_database': text,
  'data.references.resource_library': text,
};

const noteProcessing: Readonly<Record<string, Row>> = {
  'data.inputs.raw_notes': text,
  'data.inputs.recording_transcript': text,
  'data.inputs.chat_export': text,
  'data.inputs.shared_materials': texts,
  'data.inputs.session_context': text,
  'data.inputs.participants': texts,
  'data.inputs.processing_preferences.summary_style': oneOf('brief', 'detailed', 'executive'),
  'data.inputs.processing_preferences.action_item_format': oneOf('checklist', 'table', 'cards'),
  'data.inputs.processing_preferences.include_verbatim': truth,
  'data.inputs.processing_preferences.anonymize_feedback': truth,
  'data.working_data.content_sections[].type': oneOf('summary', 'presentation', 'discussion', 'action_items'),
  'data.working_data.content_sections[].raw_content': text,
  'data.working_data.content_sections[].processed_content': text,
  'data.working_data.content_sections[].confidence': score,
  'data.working_data.content_sections[].needs_review': truth,
  'data.working_data.extracted_entities.people': texts,
  'data.working_data.extracted_entities.tools': list,
  'data.working_data.extracted_entities.resources': list,
  'data.working_data.extracted_entities.action_items': list,
  'data.working_data.extracted_entities.decisions': list,
  'data.outputs.structured_notes.executive_summary': text,
  'data.outputs.structured_notes.presentation_summaries': list,
  'data.outputs.structured_notes.key_decisions': list,
  'data.outputs.structured_notes.action_items': list,
  'data.outputs.structured_notes.resources_shared': list,
  'data.outputs.structured_notes.follow_up_topics': list,
  'data.outputs.deliverables.formatted_notes': text,
  'data.outputs.deliverables.action_tracker': text,
  'data.outputs.deliverables.resource_updates': text,
  'data.outputs.deliverables.confluence_export': text,
  'data.outputs.quality_metrics.completeness_score': score,
  'data.outputs.quality_metrics.accuracy_confidence': score,
  'data.outputs.quality_metrics.processing_time': whole,
  'data.outputs.quality_metrics.human_review_needed': truth,
};

/** Sets a value at a path; `name[]` is a list with one item. */
function withValue(value: Json, [name, ...rest]: readonly string[], inner: Json): Json {
  if (name === undefined) {
    return inner;
  }
  const object = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  const plain = name.replace('[]', '');
  return {
    ...object,
    [plain]: name === plain ? withValue(object[plain] ?? {}, rest, inner) : [withValue({}, rest, inner)],
  };
}

const contextWith = (type: WorkflowType, path: string, value: Json): Json =>
  withValue(
    createWorkflowContext({
      id: '3f2c0a9e-8f6d-4f3a-9a1e-1d2c3b4a5f60',
      type,
      inputs: {},
      now: '2026-11-21T09:00:00.000Z',
      definition: ownDefinitions[type],
      template: null,
      agent: null,
    }).context,
    path.split('.'),
    value,
  );

const told = (type: WorkflowType, path: string, value: Json): string[] =>
  validate(contextWith(type, path, value))
    .findings.filter(({ type: kind }) => kind !== 'missing')
    .map((finding) => finding.path);

describe.each([
  ['every context', 'backlog_management', base],
  ['session creation', 'session_creation', sessionCreation],
  ['note processing', 'note_processing', noteProcessing],
] as const)('of %s', (_, type, fields) => {
  test.each(Object.keys(fields))('accepts a valid %s and reports an invalid one', (path) => {
    const [right, wrong] = fields[path] ?? text;
    expect(told(type, path, right)).toEqual([]);
    expect(told(type, path, wrong)).toEqual([path.replaceAll('[]', '.0')]);
    // Unknown values are null, except the data itself.
    expect(told(type, path, null)).toEqual([]);
  });
});
