import { createHash } from 'node:crypto';
import { exampleContext } from './example-context.ts';

const folder = '.aifriday/contexts/active';
const at = (time: string): string => `2026-11-20T${time}:00.000Z`;
const step = (name: string, agent: string, from: string, to: string | null, more: object = {}) => ({
  step: name,
  agent,
  started_at: at(from),
  completed_at: to === null ? null : at(to),
  status: to === null ? 'in_progress' : 'completed',
  error: null,
  ...more,
});

/** A workflow as an agent writes it, in the notation of the specification. */
const context = (
  id: string,
  type: string,
  date: string,
  parts: { workflow: object; data?: object; state?: object },
) => ({
  meta: {
    workflow_id: id,
    workflow_type: type,
    created_at: at('09:00'),
    updated_at: at('10:30'),
    version: '1.0.4',
    schema_version: '1.0.0',
  },
  workflow: { branch_point: null, alternate_paths: [], ...parts.workflow },
  session: { session_id: `s-${id}`, date, session_number: 12, status: 'active' },
  agents: { current_agent: 'editor', agent_history: [] },
  data: { inputs: {}, working_data: {}, outputs: {}, references: {}, ...parts.data },
  files: { created: ['notes/summary.md'], modified: [], deleted: [], references: [] },
  state: {
    can_resume: true,
    resume_from_step: null,
    requires_human_input: false,
    blocking_issues: [],
    confidence_score: 0.9,
    ...parts.state,
  },
  audit: { checkpoints: [], human_interventions: [] },
});

const question = 'Leave the names of the guests out of the summary?';

const notes = context('notes-12', 'note_processing', '2026-11-20', {
  workflow: {
    current_step: 'review',
    total_steps: 8,
    step_history: [
      step('initialize', 'session_manager', '09:00', '09:01'),
      step('collect_materials', 'collector', '09:01', '09:12'),
      step('extract_entities', 'reader', '09:12', '09:30'),
      step('summarize_sections', 'editor', '09:14', '09:50'),
      step('identify_action_items', 'editor', '09:50', '10:20'),
    ],
    next_steps: ['review', 'generate_deliverables', 'finalize'],
  },
  data: {
    inputs: {
      raw_notes: 'notes/raw.md',
      participants: ['Ann', 'Ben'],
      processing_preferences: { summary_style: 'brief' },
    },
    working_data: { title: 'Harbour sesion', action_items: ['Book the room', 'Ask Ben for slides'] },
    outputs: { executive_summary: 'The harbour tour is planned for spring; two guests will speak.' },
  },
  state: {
    requires_human_input: true,
    blocking_issues: [question],
    questions: [
      {
        id: 'q-1',
        question,
        options: ['Leave them out', 'Keep them'],
        agent: 'editor',
        step: 'review',
        asked_at: at('10:30'),
      },
    ],
  },
});

/** The workflow before its last step, as a checkpoint holds it. */
const earlier = {
  ...notes,
  workflow: {
    ...notes.workflow,
    current_step: 'identify_action_items',
    next_steps: ['identify_action_items', 'review', 'generate_deliverables', 'finalize'],
  },
  data: { ...notes.data, working_data: { title: 'Harbour plans' }, outputs: {} },
};
const checkpoint = `${JSON.stringify(earlier, null, 2)}\n`;
const checkpointFile = 'checkpoints/checkpoint_001.json';
const kept = {
  ...notes,
  files: { ...notes.files, modified: ['notes/gone.md'], references: ['/srv/shared/plan.md'] },
  audit: {
    ...notes.audit,
    checkpoints: [
      {
        step: 'summarize_sections',
        timestamp: at('09:50'),
        data_snapshot: checkpointFile,
        verification: createHash('sha256').update(checkpoint).digest('hex'),
      },
    ],
  },
};

const failed = context('prep-3', 'meeting_prep', '2026-11-24', {
  workflow: {
    current_step: 'confirm_participants',
    total_steps: 7,
    step_history: [
      step('initialize', 'session_manager', '08:00', '08:01'),
      step('gather_background', 'collector', '08:01', '08:09'),
      step('confirm_participants', 'secretary', '08:09', '08:10', {
        status: 'error',
        error: 'The calendar did not answer.',
      }),
    ],
    next_steps: ['draft_agenda', 'prepare_materials', 'review', 'finalize'],
  },
});

const running = context('session-9', 'session_creation', '2026-12-04', {
  workflow: {
    current_step: 'process_templates',
    total_steps: 8,
    step_history: [step('initialize', 'session_manager', '10:00', '10:01')],
    next_steps: ['process_templates', 'confirm_speakers', 'finalize'],
  },
});

export const workQuestion = question;

/** A memory, and three workflows of agents: one waits for an answer, one failed, one is under way. */
export const workInProgress = {
  'logs/context/global.md': exampleContext,
  'notes/summary.md': '# Summary\n',
  'notes/raw.md': 'as said\n',
  [`${folder}/notes-12/${checkpointFile}`]: checkpoint,
  ...Object.fromEntries(
    [kept, failed, running].map((one) => [
      `${folder}/${one.meta.workflow_id}/context.json`,
      `${JSON.stringify(one, null, 2)}\n`,
    ]),
  ),
};

const longText = 'The notes of the harbour tour, with everything that anyone said about it in four hours. '.repeat(12);

/** 10,000 workflows, with one whose texts are very long, one in Chinese, and one that is damaged. */
export const muchWork = {
  ...workInProgress,
  ...Object.fromEntries(
    Array.from({ length: 9_994 }, (_, index) => {
      const id = `session-${1000 + index}`;
      return [
        `${folder}/${id}/context.json`,
        JSON.stringify(context(id, 'session_creation', `2026-${String((index % 9) + 1).padStart(2, '0')}-11`, running)),
      ];
    }),
  ),
  [`${folder}/long/context.json`]: JSON.stringify(
    context('long', `note_processing_${'of_everything_'.repeat(8)}`, '2026-11-22', {
      workflow: { ...notes.workflow, current_step: 'review_'.repeat(30) },
      data: { inputs: { raw_notes: longText }, working_data: { ['a_name_'.repeat(20)]: 'x'.repeat(500) } },
      state: { requires_human_input: true, questions: [{ id: 'q', question: longText, options: [longText, 'No'] }] },
    }),
  ),
  [`${folder}/chinese/context.json`]: JSON.stringify(
    context('chinese', '会议准备', '2026-11-22', {
      workflow: {
        ...failed.workflow,
        current_step: '确认参加者',
        step_history: [step('收集资料', '秘书', '08:00', '08:10', { status: 'error', error: '日历没有回答。' })],
      },
      data: { working_data: { 标题: '港口参观的会议记录，包括四个小时内所有人说过的话' } },
    }),
  ),
  [`${folder}/broken/context.json`]: '{"meta": ',
};
