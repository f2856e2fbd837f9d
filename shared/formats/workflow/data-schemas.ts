import { z } from 'zod';
import type { WorkflowType } from './definitions.ts';

/** Data of each type of workflow. Any field may be missing or null, and there may be more. */

type Shape = Record<string, z.ZodType>;

/** Makes a schema of an object in which any field may be missing, and there may be more. */
export const loose = (shape: Shape) =>
  z.looseObject(Object.fromEntries(Object.entries(shape).map(([name, type]) => [name, type.nullish()])));

const text = z.string();
const texts = z.array(text);
export const day = z.iso.date();
export const score = z.number().min(0).max(1);
const anything = z.json();
const things = z.array(anything);
const object = z.looseObject({});

export const dataParts = ['inputs', 'working_data', 'outputs', 'references'] as const;
export type DataPart = (typeof dataParts)[number];

type DataSchema = Readonly<Record<DataPart, z.ZodType>> & {
  /** Inputs without which the work can hardly be done. */
  readonly required: readonly string[];
};

const sessionCreation: DataSchema = {
  required: ['session_date', 'host_name'],
  inputs: loose({
    session_date: day,
    host_name: text,
    co_hosts: texts,
    theme: text,
    confirmed_speakers: z.array(
      loose({
        name: text,
        email: text,
        topic: text,
        type: z.enum(['lightning_talk', 'demo', 'clinic']),
        duration_minutes: z.int(),
        requirements: texts,
        materials: texts,
      }),
    ),
    special_requirements: texts,
    use_baseline_topics: z.boolean(),
  }),
  working_data: loose({
    session_folder: text,
    templates_processed: texts,
    baseline_topics_selected: things,
    speaker_confirmations: z.array(
      loose({ speaker: text, status: z.enum(['confirmed', 'pending', 'declined']), confirmation_date: day }),
    ),
  }),
  outputs: loose({
    session_structure: loose({ folder_path: text, files_created: texts, templates_populated: texts }),
    agenda: loose({ lightning_talks: things, feature_demo: object, open_clinic: things, timing: object }),
    prep_materials: loose({ host_checklist: text, speaker_guides: texts, communication_templates: texts }),
  }),
  references: loose({
    previous_sessions: texts,
    baseline_topics: texts,
    speaker_database: text,
    resource_library: text,
  }),
};

const noteProcessing: DataSchema = {
  required: ['raw_notes'],
  inputs: loose({
    raw_notes: text,
    recording_transcript: text,
    chat_export: text,
    shared_materials: texts,
    session_context: text,
    participants: texts,
    processing_preferences: loose({
      summary_style: z.enum(['brief', 'detailed', 'executive']),
      action_item_format: z.enum(['checklist', 'table', 'cards']),
      include_verbatim: z.boolean(),
      anonymize_feedback: z.boolean(),
    }),
  }),
  working_data: loose({
    content_sections: z.array(
      loose({
        type: z.enum(['summary', 'presentation', 'discussion', 'action_items']),
        raw_content: text,
        processed_content: text,
        confidence: score,
        needs_review: z.boolean(),
      }),
    ),
    extracted_entities: loose({
      people: texts,
      tools: things,
      resources: things,
      action_items: things,
      decisions: things,
    }),
  }),
  outputs: loose({
    structured_notes: loose({
      executive_summary: text,
      presentation_summaries: things,
      key_decisions: things,
      action_items: things,
      resources_shared: things,
      follow_up_topics: things,
    }),
    deliverables: loose({
      formatted_notes: text,
      action_tracker: text,
      resource_updates: text,
      confluence_export: text,
    }),
    quality_metrics: loose({
      completeness_score: score,
      accuracy_confidence: score,
      processing_time: z.number(),
      human_review_needed: z.boolean(),
    }),
  }),
  references: loose({}),
};

const meetingPrep: DataSchema = {
  required: ['meeting_date', 'purpose'],
  inputs: loose({
    meeting_date: day,
    purpose: text,
    organizer: text,
    participants: texts,
    topics: things,
    duration_minutes: z.int(),
    background_materials: texts,
  }),
  working_data: loose({
    background_summary: text,
    participant_confirmations: z.array(
      loose({ participant: text, status: z.enum(['confirmed', 'pending', 'declined']) }),
    ),
    open_questions: things,
  }),
  outputs: loose({ agenda: object, briefing: text, materials: texts }),
  references: loose({ previous_meetings: texts }),
};

const backlogManagement: DataSchema = {
  required: ['backlog'],
  inputs: loose({ backlog: z.union([text, things]), goals: texts, capacity: z.number(), owners: texts, due_date: day }),
  working_data: loose({ items: things, duplicates: things, priorities: things }),
  outputs: loose({ ordered_items: things, assignments: things, report: text }),
  references: loose({ previous_backlogs: texts }),
};

const anyData: DataSchema = { required: [], inputs: object, working_data: object, outputs: object, references: object };

const schemas: Readonly<Record<WorkflowType, DataSchema>> = {
  session_creation: sessionCreation,
  meeting_prep: meetingPrep,
  note_processing: noteProcessing,
  backlog_management: backlogManagement,
};

type SchemaDefinition = {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
};

export const definedBy = (schema: z.ZodType): SchemaDefinition => schema._zod.def as unknown as SchemaDefinition;

/** Strips the wrappers by which it may be missing or null. */
export function bareSchema(schema: z.ZodType | undefined): z.ZodType | undefined {
  const inner = schema && definedBy(schema).innerType;
  return inner === undefined ? schema : bareSchema(inner);
}

export function shapeOf(schema: z.ZodType | undefined): Readonly<Record<string, z.ZodType>> {
  const own = bareSchema(schema);
  return (own && definedBy(own).shape) ?? {};
}

/** Returns the schema of a type; for an unknown one, anything that is objects. */
export const dataSchemaOf = (type: string): DataSchema =>
  Object.hasOwn(schemas, type) ? schemas[type as WorkflowType] : anyData;
