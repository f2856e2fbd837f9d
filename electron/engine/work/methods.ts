import type { z } from 'zod';
import { ContextureError } from '#shared/contract/errors.ts';
import type { workMethods as declared, WorkflowSummary } from '#shared/contract/features/work.ts';
import { jsonObjectSchema } from '#shared/contract/fields.ts';
import { readJsonExactly, readJsonText } from '#shared/formats/workflow/json-text.ts';
import {
  isObject,
  type Json,
  listOf,
  objectOf,
  plainJson,
  textOf,
  valueAt,
} from '#shared/formats/workflow/json-values.ts';
import { nextStepsIn } from '#shared/formats/workflow/operations.ts';
import { findingsOf } from '#shared/formats/workflow/problems.ts';
import { type Update, updateSchema } from '#shared/formats/workflow/update-schema.ts';
import { readBytes, readVersion } from '../app-files/file-version.ts';
import type { WorkspaceHandlersOf } from '../handlers.ts';
import type { StepInput } from '../steps/step.ts';
import { chunkOf } from '../text-chunk.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import type { WorkArchiving } from './archiving.ts';
import { type CarryOutNeeds, carriedOut, momentOf, newUuid, toolsOf } from './carry-out.ts';
import { besideWork, findingsIn, viewOfAgent } from './look-into.ts';
import { acceptGapsStep } from './record-gaps.ts';
import { searchWork } from './search.ts';
import {
  planAnswer,
  planCheckpoint,
  planCompletion,
  planCreation,
  planEdit,
  planQuestion,
  planResume,
  planUpdate,
} from './steps.ts';
import { templateStep } from './template-step.ts';
import { textStep } from './text-step.ts';
import { summarizeWorkflow } from './work.ts';

type Needs = CarryOutNeeds &
  Pick<WorkspaceParts, 'layout' | 'access' | 'history'> & {
    readonly workArchiving: Pick<WorkArchiving, 'archiveDueSoon'>;
    attending(): readonly string[];
  };

const maxShownBytes = 2 * 1024 * 1024;

const isOf = (
  { sessionId, agents }: WorkflowSummary,
  of: { readonly sessions: readonly string[]; readonly agents: readonly string[] },
): boolean =>
  (sessionId !== null && of.sessions.includes(sessionId)) || agents.some((agent) => of.agents.includes(agent));

export const workHandlers: WorkspaceHandlersOf<typeof declared, Needs> = {
  'work.list': async (open, { where, ids, of, offset, limit }) => {
    const { work } = open;
    await followForLookers(open);
    const listed = await work.list(where, ids);
    const all = of === undefined ? listed : listed.filter((each) => isOf(each, of));
    if (open.attending().length > 0) {
      open.workArchiving.archiveDueSoon();
    }
    const isWhole = offset === 0 && ids === undefined && of === undefined;
    return {
      folder: work.places.root,
      total: all.length,
      workflows: all.slice(offset, offset + limit),
      findings: isWhole ? await besideWork(open) : [],
    };
  },
  'work.show': async (open, { id }) => {
    const { work } = open;
    await followForLookers(open);
    const where = await work.find(id);
    const version = await work.read(where, id);
    const context = version.bytes.length > maxShownBytes ? undefined : readJsonText(version.text);
    return {
      summary: summarizeWorkflow(where, id, version),
      folder: work.places.folder(where, id),
      version: version.hash,
      context: isObject(context) ? context : null,
    };
  },
  'work.text': async ({ ports, work }, { id, file, from }) => {
    const folder = work.places.folder(await work.find(id), id);
    if (!/^(?:\w[\w.-]*\/)*\w[\w.-]*$/.test(file)) {
      throw new ContextureError('outside_workspace', `“${file}” isn’t a path of a file of a workflow.`, { file });
    }
    const path = ports.paths.join(folder, file);
    await work.checkInside(path);
    const version = await readVersion(ports, path);
    if (version === null) {
      throw new ContextureError('not_found', `The workflow has no file ${file}.`, { file });
    }
    return { version: version.hash, ...chunkOf(version.text, from) };
  },
  'work.create': (open, { type, inputs: given, assistant }, { cancelled }) => {
    const inputs = typeof given === 'string' ? exactly(jsonObjectSchema, given) : given;
    const id = newUuid(open);
    const change = { event: 'created', id, assistant, cancelled, isActive: false };
    return carriedOut(open, change, async (input, tools, { now }) => {
      const { step, result } = await planCreation(input, { id, type, inputs, now }, tools);
      return { step, result: { ...result, id } };
    });
  },
  'work.update': (open, { id, update }, { cancelled }) => {
    const given = typeof update === 'string' ? exactly(updateSchema, update) : update;
    const { agent, step, status, error } = given;
    const did = { step, status, ...(error ? { error } : {}) };
    return carriedOut(open, { event: 'updated', id, assistant: agent, did, cancelled }, (input, tools, { now }) =>
      planUpdate(input, { id, given, now, by: null }, tools),
    );
  },
  'work.agentView': async (open, { id, agent }) => {
    await followForLookers(open);
    return viewOfAgent(open, id, agent);
  },
  'work.edit': (open, { id, fields, action, user }, { cancelled }) =>
    carriedOut(open, { event: 'edited', id, user, cancelled }, (input, tools, { now }) =>
      planEdit(input, { id, fields, action, by: { now, user } }, tools),
    ),
  'work.editText': (open, { id, version, edits, user }, { cancelled }) =>
    carriedOut(open, { event: 'edited', id, user, cancelled }, (input, tools, { now }) =>
      textStep(input, { id, version, edits, by: { now, user } }, tools),
    ),
  'work.skip': (open, { id, step, reason, ...by }) =>
    endedStep(open, { id, step, ...by }, { status: 'skipped', error: reason ?? null }),
  'work.fail': (open, { id, step, error, ...by }) => endedStep(open, { id, step, ...by }, { status: 'error', error }),
  'work.ask': (open, { id, assistant, workspace: _, ...question }, { cancelled }) => {
    const questionId = newUuid(open).slice(0, 8);
    return carriedOut(open, { event: 'asked', id, assistant, cancelled }, (input, tools, { now }) =>
      planQuestion(input, { id, question, questionId, now }, tools),
    );
  },
  'work.answer': (open, { id, user, workspace: _, ...given }, { cancelled }) =>
    carriedOut(open, { event: 'answered', id, user, cancelled }, (input, tools, { now }) =>
      planAnswer(input, { id, given, by: { now, user } }, tools),
    ),
  'work.checkpoint': (open, { id, assistant }, { cancelled }) =>
    carriedOut(open, { event: 'checkpoint_kept', id, assistant, cancelled }, (input, tools, { now }) =>
      planCheckpoint(input, { id, now }, tools),
    ),
  'work.previewResume': async (open, { id, from }) => {
    const { ports, work } = open;
    const input: Pick<StepInput, 'bytes'> = {
      bytes: async (path) => {
        await work.checkInside(path);
        return readBytes(ports, path);
      },
    };
    const resuming = { id, from, now: momentOf(open), by: null };
    const { result } = await planResume({ ...input, document: async () => null }, resuming, toolsOf(open));
    return { changes: result.changes, status: result.status };
  },
  'work.resume': (open, { id, from, user, assistant }, { cancelled }) =>
    carriedOut(open, { event: 'resumed', id, assistant, user, cancelled }, (input, tools, { now, by }) =>
      planResume(input, { id, from, now, by }, tools),
    ),
  'work.complete': (open, { id, user, assistant }, { cancelled }) =>
    carriedOut(open, { event: 'completed', id, assistant, user, cancelled }, async (input, tools, { now, by }) => {
      await open.work.checkInside(tools.places.folder('completed', id));
      return planCompletion(input, { id, now, by }, tools);
    }),
  'work.makeTemplate': async (open, { id, type, replace, user, assistant }, { cancelled }) => {
    const where = await open.work.find(id);
    const change = { event: 'template_made', id, assistant, user, cancelled, isActive: false };
    return carriedOut(open, change, (input, tools) => templateStep(input, { id, where, type, replace }, tools));
  },
  'work.search': (open, query, work) => searchWork(open, query, work),
  'work.acceptGaps': (open, { id, user }, { cancelled }) =>
    carriedOut(open, { event: 'gaps_accepted', id, user, cancelled }, (input, tools, { now }) =>
      acceptGapsStep(input, { open, id, by: { now, user } }, tools),
    ),
  'work.check': async (open, { id }) => ({ findings: await findingsIn(open, id) }),
};

/** Value of a JSON text, with numbers as written. @throws `invalid_request` if it doesn't fit the schema */
function exactly<T extends object>(schema: z.ZodType<T>, text: string): T {
  const value = readJsonExactly(text);
  const parsed = schema.safeParse(value && plainJson(value));
  if (!parsed.success || !isObject(value)) {
    const wrong = findingsOf(parsed.error?.issues ?? [], []).map(({ message }) => message);
    throw new ContextureError('invalid_request', `${wrong.join(' ')} Nothing was changed.`);
  }
  return { ...parsed.data, ...value };
}

async function followForLookers({ access, attending, work }: Needs): Promise<void> {
  if (attending().length > 0) {
    await access.inTurn(work.following.follow);
  }
}

/** Result of a step that has ended; null if it is still ahead, or failed. */
function finished(context: Json, step: string): 'done' | 'skipped' | null {
  const items = listOf(valueAt(context, ['workflow', 'step_history'])).map(objectOf);
  const status = items.findLast((each) => each['step'] === step)?.['status'];
  const isOver = !nextStepsIn(context).includes(step);
  return isOver && status === 'completed' ? 'done' : isOver && status === 'skipped' ? 'skipped' : null;
}

type StepEnd = {
  readonly id: string;
  readonly step: string | undefined;
  readonly user: string;
  readonly assistant?: string | undefined;
};

async function endedStep(
  open: Needs,
  { id, step, user, assistant }: StepEnd,
  how: { status: Update['status']; error: string | null },
) {
  const event = how.status === 'skipped' ? 'step_skipped' : 'step_failed';
  return carriedOut(open, { event, id, assistant, user }, async (input, tools, { now, by }) => {
    const text = (await input.bytes(tools.places.context('active', id)))?.bytes;
    const context = text && readJsonText(tools.decodeText(text) ?? '');
    const ended = step ?? textOf(valueAt(context, ['workflow', 'current_step'])) ?? 'initialize';
    const over = how.status === 'skipped' && context ? finished(context, ended) : null;
    if (over !== null) {
      const message = `“${ended}” is ${over} already, so it can’t be skipped. Nothing was changed. To do it again, resume from it.`;
      throw new ContextureError('value_invalid', message, { step: ended });
    }
    const given: Update = { step: ended, agent: assistant ?? user, ...how };
    return planUpdate(input, { id, given, now, by }, tools);
  });
}
