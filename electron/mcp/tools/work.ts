import { z } from 'zod';
import { ContextureError } from '#shared/contract/errors.ts';
import { type WorkflowSummary, workflowIdSchema } from '#shared/contract/features/work.ts';
import { jsonObjectSchema } from '#shared/contract/fields.ts';
import { listWorkflows } from '#shared/contract/reading/work.ts';
import { statuses } from '#shared/formats/workflow/status.ts';
import { questionSchema, updateSchema } from '#shared/formats/workflow/update-schema.ts';
import { followQuestions } from '../followed-questions.ts';
import type { Session } from '../session.ts';
import { firstPage, from } from './pages.ts';
import { asJson, callsInOrder, type ToolServer } from './tool-server.ts';

const id = workflowIdSchema.describe('Its workflow_id.');
const agent = z.string().min(1).max(200).describe('The name of the agent.');

const changing = { readOnlyHint: false, destructiveHint: false, idempotentHint: false };

/** Registers the tools to work step by step in a workflow that the person sees. Answers are JSON. */
export function registerWorkTools(server: ToolServer, session: Session): void {
  const workspace = session.workspace.id;
  const call = callsInOrder(session);

  const questions = followQuestions(session, server.notify);
  server.registerTool(
    'work_create',
    {
      title: 'Begin a workflow',
      description:
        'Begins a workflow of a type (session_creation, meeting_prep, note_processing, backlog_management) with its inputs. Gives its workflow_id and what is missing of the inputs.',
      inputSchema: z.strictObject({ type: z.string().min(1).max(200), inputs: jsonObjectSchema }),
      annotations: changing,
    },
    async ({ type, inputs }) => {
      const assistant = server.assistantName();
      const { id: workflow, findings } = await call('work.create', { workspace, type, inputs, assistant });
      return asJson({ workflow_id: workflow, findings });
    },
  );

  registerReading(server, session, questions);

  server.registerTool(
    'work_update',
    {
      title: 'Say what was done in a step',
      description:
        'Takes in what an agent did in a step: status, working_data and outputs (set name by name), files, the next step, and a checkpoint with create_checkpoint. Gives the next step and what was overwritten.',
      inputSchema: z.strictObject({ workflow_id: id, update: updateSchema }),
      annotations: changing,
    },
    async ({ workflow_id: workflow, update }) => {
      const done = await call('work.update', { workspace, id: workflow, update });
      return asJson({
        current_step: done.currentStep,
        next_steps: done.nextSteps,
        checkpoint: done.checkpoint,
        overwritten: done.overwritten,
        findings: done.findings,
      });
    },
  );

  server.registerTool(
    'work_resume',
    {
      title: 'Go on from an earlier state',
      description: 'Goes on from a checkpoint, by its number from 1 on, or from a step. Name one of them.',
      inputSchema: z.strictObject({
        workflow_id: id,
        checkpoint: z.int().min(1).optional(),
        step: z.string().min(1).max(200).optional(),
      }),
      annotations: changing,
    },
    async ({ workflow_id: workflow, checkpoint, step }) => {
      const from = resumeFrom(checkpoint, step);
      const assistant = server.assistantName();
      const { currentStep } = await call('work.resume', { workspace, id: workflow, from, assistant });
      return asJson({ current_step: currentStep });
    },
  );

  server.registerTool(
    'work_complete',
    {
      title: 'End a workflow',
      description: 'Ends a workflow, which is not changed any more then. Gives what was left undone.',
      inputSchema: z.strictObject({ workflow_id: id }),
      annotations: changing,
    },
    async ({ workflow_id: workflow }) => {
      const { findings } = await call('work.complete', { workspace, id: workflow, assistant: server.assistantName() });
      return asJson({ findings });
    },
  );

  server.registerTool(
    'work_ask',
    {
      title: 'Ask the person',
      description:
        'Asks the person something that the workflow needs, and gives the id of the question. You are told by a notification (notifications/message with workflow_id, question_id and status) of the answer, which also stands in working_data.answers, of an answer that is taken back (waiting), and of a question that is asked no more (gone).',
      inputSchema: z.strictObject({ workflow_id: id, ...questionSchema.shape }),
      annotations: changing,
    },
    async ({ workflow_id: workflow, ...params }) => {
      const assistant = server.assistantName();
      const { question } = await call('work.ask', { workspace, id: workflow, ...params, assistant });
      await questions.followAsked(workflow, question, params.question);
      return asJson({ question });
    },
  );
}

function registerReading(server: ToolServer, session: Session, questions: ReturnType<typeof followQuestions>): void {
  const workspace = session.workspace.id;
  const call = callsInOrder(session);
  server.registerTool(
    'work_list',
    {
      title: 'Which workflows there are',
      description:
        'Workflows with their workflow_id, status, current step and what they ask, those changed last first. Name a status, a type or an agent for those alone. Where there are more, next says where the next page begins.',
      inputSchema: z.strictObject({
        status: z.enum(statuses).optional(),
        type: z.string().max(200).optional(),
        agent: z.string().max(200).optional(),
        from: from.optional(),
      }),
      annotations: { readOnlyHint: true },
    },
    async ({ from: begin = 0, ...filter }) => {
      const { workflows: all } = await session.enqueue(() => listWorkflows(session.client, workspace, filter));
      const texts = firstPage(all.slice(begin).map((each) => ({ text: asJson(inShort(each)) })));
      const next = begin + texts.length < all.length ? begin + texts.length : null;
      return `{"total":${all.length},"workflows":[${texts.map(({ text }) => text).join(',')}],"next":${next}}`;
    },
  );

  server.registerTool(
    'work_view',
    {
      title: 'A workflow as an agent needs it',
      description:
        'Inputs, working_data (with the person’s answers under answers), what other agents made, references and files of a workflow, and its current step.',
      inputSchema: z.strictObject({ workflow_id: id, agent }),
      annotations: { readOnlyHint: true },
    },
    async ({ workflow_id: workflow, agent: name }) => {
      await questions.follow(workflow);
      return asJson((await call('work.agentView', { workspace, id: workflow, agent: name })).view);
    },
  );
}

/** Characters after which texts are cut, so that a list stays short. */
const maxText = 300;

const inShort = (summary: WorkflowSummary) => ({
  workflow_id: summary.id,
  type: summary.type,
  status: summary.status,
  current_step: summary.currentStep,
  current_agent: summary.currentAgent,
  steps_done: summary.stepsDone,
  total_steps: summary.totalSteps,
  updated_at: summary.updatedAt,
  questions: summary.questions.map(({ id: question_id, question }) => ({ question_id, question: cut(question) })),
  error: summary.error && cut(summary.error),
  problem: summary.problem,
});

const cut = (text: string): string => (text.length > maxText ? `${text.slice(0, maxText)}…` : text);

/** @throws `invalid_request` if neither is named, or both */
function resumeFrom(checkpoint: number | undefined, step: string | undefined) {
  if (checkpoint !== undefined && step === undefined) {
    return { checkpoint };
  }
  if (checkpoint === undefined && step !== undefined) {
    return { step };
  }
  const how = step === undefined ? 'one of them' : 'not both';
  throw new ContextureError('invalid_request', `Name a checkpoint or a step, ${how}. Nothing was changed.`);
}
