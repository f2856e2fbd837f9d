import type { MethodName, Params } from '#shared/contract/contract.ts';
import type { ChangeResult, EntryView, Operation } from '#shared/contract/features/memory.ts';
import { type Confidence, confidences, refOf } from '#shared/entries/entry.ts';
import { workspaceNow } from '../../api/app-store.ts';
import { call } from '../../api/connection.ts';
import { type Problem, problemOf } from '../../api/problem.ts';
import { sayProblem } from '../../services/notices.ts';
import { tellDone } from '../../services/undo.ts';

export type Outcome =
  | { readonly kind: 'done'; readonly result: ChangeResult }
  | { readonly kind: 'failed'; readonly problem: Problem };

let running: Promise<unknown> | null = null;

/**
 * Does something once no change is under way any more: keys can be pressed faster than a change is made, and each is
 * meant for what the one before left.
 */
export function afterChanges(work: () => void): void {
  if (running) {
    void running.then(() => afterChanges(work));
  } else {
    work();
  }
}

/** Carries out operations as one step and says so; what went wrong is the caller's to show. */
export async function tryChange(operations: readonly Operation[], corrected = false): Promise<Outcome> {
  const attempt = carryOut(operations, corrected);
  running = attempt;
  const outcome = await attempt;
  if (running === attempt) {
    running = null;
  }
  return outcome;
}

async function carryOut(operations: readonly Operation[], corrected: boolean): Promise<Outcome> {
  const workspace = workspaceNow()?.id;
  if (workspace === undefined || operations.length === 0) {
    return { kind: 'failed', problem: problemOf(new Error('nothing is open')) };
  }
  try {
    const result = await call('context.change', { workspace, operations: [...operations] });
    tellDone(workspace, result, corrected);
    return { kind: 'done', result };
  } catch (error) {
    return { kind: 'failed', problem: problemOf(error) };
  }
}

/** Like {@link tryChange}, for where a notice is the right place for a problem. */
export async function change(operations: readonly Operation[]): Promise<boolean> {
  const outcome = await tryChange(operations);
  if (outcome.kind === 'failed') {
    sayProblem(outcome.problem);
  }
  return outcome.kind === 'done';
}

/** The next step up or down; null at the end. */
function nextConfidence(confidence: Confidence, direction: 'up' | 'down'): Confidence | null {
  return confidences[confidences.indexOf(confidence) + (direction === 'up' ? -1 : 1)] ?? null;
}

export function stepConfidence(entries: readonly EntryView[], direction: 'up' | 'down'): Operation[] {
  return entries.flatMap((entry) => {
    const confidence = nextConfidence(entry.confidence, direction);
    return confidence === null ? [] : [{ op: 'confidence' as const, entry: refOf(entry), confidence }];
  });
}

/** Pins all, unless all are pinned: then unpins. */
export function togglePinned(entries: readonly EntryView[]): Operation[] {
  const pinned = !entries.every((entry) => entry.flags.pinned);
  return entries
    .filter((entry) => entry.flags.pinned !== pinned)
    .map((entry) => ({ op: 'pin', entry: refOf(entry), pinned }));
}

export const archiveAll = (entries: readonly EntryView[]): Operation[] =>
  entries.map((entry) => ({ op: 'archive', entry: refOf(entry) }));

export const deleteAll = (entries: readonly EntryView[]): Operation[] =>
  entries.map((entry) => ({ op: 'delete', entry: refOf(entry) }));

/** The calls that change the context and are answered with what they did. */
type Changing = Extract<MethodName, 'context.putBack' | 'context.repair' | 'context.archiveOverflow'>;

/** Makes a call for the whole file, and says what it did or why it didn't. */
export async function run<N extends Changing>(method: N, params: Params<N>): Promise<void> {
  try {
    tellDone(params.workspace, await call(method, params));
  } catch (error) {
    sayProblem(problemOf(error));
  }
}
