import { z } from 'zod';
import { ContextureError } from '#shared/contract/errors.ts';
import { isSameJson, type Json } from '#shared/formats/workflow/json-values.ts';
import type { Session } from './session.ts';

type Answer = { readonly [name: string]: Json };

/** How it stands with a question: it waits, has an answer, or is asked no more. */
type Asked =
  | { readonly status: 'waiting' | 'gone'; readonly question: string | null }
  | ({ readonly status: 'answered' } & Answer);

/**
 * Follows what is asked in the workflows that an agent looked at, and tells it of each change once: an answer, that one was taken
 * back, that another was given, that nobody is asked any more.
 */
export function followQuestions({ client, workspace, enqueue }: Session, notify: (data: object) => Promise<void>) {
  /** What is known of each question, by workflow and by its id. */
  const known = new Map<string, Map<string, Asked>>();

  async function look(workflow: string): Promise<void> {
    const now = await enqueue(() => askedIn(workflow));
    const before = known.get(workflow);
    if (now === null || before === undefined) {
      return;
    }
    const changed: [string, Asked][] = [];
    for (const [id, asked] of withGone(before, now)) {
      const was = before.get(id);
      before.set(id, asked);
      if (was !== undefined && !isSameJson(was, asked)) {
        changed.push([id, asked]);
      }
    }
    for (const [id, asked] of changed) {
      await notify({ ...asked, workflow_id: workflow, question_id: id });
    }
  }

  /** Null where that can’t be told. */
  async function askedIn(id: string): Promise<Map<string, Asked> | null> {
    const asked = { workspace: workspace.id, id, agent: 'person' };
    const read = await client.call('work.agentView', asked).catch((error: unknown) => {
      if (error instanceof ContextureError && error.code === 'not_found') {
        return { view: {}, questions: [] };
      }
      throw error;
    });
    if (read.questions === null) {
      return null;
    }
    const answers = answersSchema.safeParse(read.view).data?.working_data.answers ?? {};
    return new Map<string, Asked>([
      ...read.questions.map(({ id: one, question }) => [one, { status: 'waiting', question }] as const),
      ...Object.entries(answers).map(([one, answer]) => [one, { ...answer, status: 'answered' }] as const),
    ]);
  }

  client.on('work.changed', (event) => {
    for (const workflow of event.workspace === workspace.id ? event.ids : []) {
      if (known.has(workflow)) {
        // The connection may be gone by now, and then nobody is left to be told.
        void look(workflow).catch(() => {});
      }
    }
  });

  return {
    /** Follows a workflow from now on. What it says now is no news. */
    async follow(workflow: string): Promise<void> {
      known.set(workflow, known.get(workflow) ?? new Map());
      await look(workflow);
    },
    /** Follows what was just asked, which may be answered by now. */
    async followAsked(workflow: string, id: string, question: string): Promise<void> {
      const asked = known.get(workflow) ?? new Map<string, Asked>();
      known.set(workflow, asked.set(id, { status: 'waiting', question }));
      await look(workflow);
    },
  };
}

const answersSchema = z.looseObject({
  working_data: z.looseObject({
    answers: z.record(z.string(), z.looseObject({ answer: z.json() }).catchall(z.json())),
  }),
});

/** What is asked now, and what was asked before and is no more. */
function withGone(before: ReadonlyMap<string, Asked>, now: ReadonlyMap<string, Asked>): Map<string, Asked> {
  const gone = [...before].flatMap(([id, was]): [string, Asked][] =>
    now.has(id) ? [] : [[id, { status: 'gone', question: z.string().catch('').parse(was.question) }]],
  );
  return new Map([...gone, ...now]);
}
