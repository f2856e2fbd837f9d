import { z } from 'zod';
import { ContextureError } from '#shared/contract/errors.ts';
import { isSameJson, type Json } from '#shared/formats/workflow/json-values.ts';
import type { Session } from './session.ts';

type Answer = { readonly [name: string]: Json };

/** State of a question: it waits, has an answer, or is no longer asked. */
type QuestionState =
  | { readonly status: 'waiting' | 'gone'; readonly question: string | null }
  | ({ readonly status: 'answered' } & Answer);

/**
 * Follows the questions of workflows that an agent looked at, and reports each change once: an answer, one that was taken back or
 * replaced, a question that is no longer asked.
 */
export function followQuestions({ client, workspace, enqueue }: Session, notify: (data: object) => Promise<void>) {
  /** Last known state of each question, by workflow and by its id. */
  const followed = new Map<string, Map<string, QuestionState>>();

  async function checkWorkflow(workflow: string): Promise<void> {
    const now = await enqueue(() => readQuestions(workflow));
    const before = followed.get(workflow);
    if (now === null || before === undefined) {
      return;
    }
    const changed: [string, QuestionState][] = [];
    for (const [id, state] of addWithdrawn(before, now)) {
      const earlier = before.get(id);
      before.set(id, state);
      if (earlier !== undefined && !isSameJson(earlier, state)) {
        changed.push([id, state]);
      }
    }
    for (const [id, state] of changed) {
      await notify({ ...state, workflow_id: workflow, question_id: id });
    }
  }

  /** Reads the states of a workflow's questions; null if they can’t be told. */
  async function readQuestions(id: string): Promise<Map<string, QuestionState> | null> {
    const params = { workspace: workspace.id, id, agent: 'person' };
    const read = await client.call('work.agentView', params).catch((error: unknown) => {
      if (error instanceof ContextureError && error.code === 'not_found') {
        return { view: {}, questions: [] };
      }
      throw error;
    });
    if (read.questions === null) {
      return null;
    }
    const answers = answersSchema.safeParse(read.view).data?.working_data.answers ?? {};
    return new Map<string, QuestionState>([
      ...read.questions.map(({ id: one, question }) => [one, { status: 'waiting', question }] as const),
      ...Object.entries(answers).map(([one, answer]) => [one, { ...answer, status: 'answered' }] as const),
    ]);
  }

  client.on('work.changed', (event) => {
    for (const workflow of event.workspace === workspace.id ? event.ids : []) {
      if (followed.has(workflow)) {
        // Ignore failures: the connection may be gone by now, and nobody is left to report to.
        void checkWorkflow(workflow).catch(() => {});
      }
    }
  });

  return {
    /** Follows a workflow from now on, without reporting its current state. */
    async follow(workflow: string): Promise<void> {
      followed.set(workflow, followed.get(workflow) ?? new Map());
      await checkWorkflow(workflow);
    },
    /** Follows a question that was just asked, and may be answered by now. */
    async followAsked(workflow: string, id: string, question: string): Promise<void> {
      const states = followed.get(workflow) ?? new Map<string, QuestionState>();
      followed.set(workflow, states.set(id, { status: 'waiting', question }));
      await checkWorkflow(workflow);
    },
  };
}

const answersSchema = z.looseObject({
  working_data: z.looseObject({
    answers: z.record(z.string(), z.looseObject({ answer: z.json() }).catchall(z.json())),
  }),
});

/** Adds the questions that are no longer asked to the current ones. */
function addWithdrawn(
  before: ReadonlyMap<string, QuestionState>,
  now: ReadonlyMap<string, QuestionState>,
): Map<string, QuestionState> {
  const withdrawn = [...before].flatMap(([id, { question }]): [string, QuestionState][] =>
    now.has(id) ? [] : [[id, { status: 'gone', question: z.string().catch('').parse(question) }]],
  );
  return new Map([...withdrawn, ...now]);
}
