import type { ChangeResult, Operation } from '#shared/contract/changes.ts';
import type { MethodName, Params, Result } from '#shared/contract/contract.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { confidences, refOf } from '#shared/entries/entry.ts';
import { workspaceNow } from '../../api/app-store.ts';
import { call, type Problem, problemOf } from '../../api/connection.ts';
import { loadContext, readyContext, useContextStore } from '../../api/context-store.ts';
import { keepTypedNow } from '../../api/typed-forms.ts';
import { sayProblem } from '../../services/notices.ts';
import { tellDone } from '../../services/undo.ts';

let running: Promise<unknown> | null = null;

/** Waits for the running change: keys come faster than changes, and each is meant for the result of the one before. */
export function afterChanges(work: () => void): void {
  if (running) {
    void running.then(() => afterChanges(work));
  } else {
    work();
  }
}

/** Runs operations as one step and reports it. @throws what went wrong, which the caller shows */
export async function makeChange(operations: readonly Operation[], corrected = false): Promise<void> {
  keepTypedNow();
  const change = runOperations(operations, corrected);
  const settled = change.catch(() => undefined);
  running = settled;
  try {
    await change;
  } finally {
    if (running === settled) {
      running = null;
    }
  }
}

/** Like {@link makeChange}, but returns the problem, or null. */
export const tryChange = (operations: readonly Operation[], corrected = false): Promise<Problem | null> =>
  makeChange(operations, corrected).then(() => null, problemOf);

async function runOperations(operations: readonly Operation[], corrected: boolean): Promise<void> {
  const workspace = workspaceNow()?.id;
  if (workspace === undefined || operations.length === 0) {
    throw new Error('nothing is open');
  }
  tellDone(workspace, await call('context.change', { workspace, operations: [...operations] }), corrected);
}

/** Like {@link tryChange}, if a notice is the right place for a problem. */
export async function change(operations: readonly Operation[]): Promise<boolean> {
  const problem = await tryChange(operations);
  if (problem) {
    sayProblem(problem);
  }
  return problem === null;
}

/** Operations that raise or lower each entry by one step, except those at the end. */
export function stepConfidence(entries: readonly EntryView[], direction: 'up' | 'down'): Operation[] {
  return entries.flatMap((entry) => {
    const confidence = confidences[confidences.indexOf(entry.confidence) + (direction === 'up' ? -1 : 1)];
    return confidence === undefined ? [] : [{ op: 'confidence' as const, entry: refOf(entry), confidence }];
  });
}

/** Pins all, unless all are pinned: then unpins. */
export function togglePinned(entries: readonly EntryView[]): Operation[] {
  const pinned = !entries.every((entry) => entry.flags.pinned);
  return entries
    .filter((entry) => entry.flags.pinned !== pinned)
    .map((entry) => ({ op: 'pin', entry: refOf(entry), pinned }));
}

/** Marks all as confirmed, unless all are: then removes the mark. */
export function toggleConfirmed(entries: readonly EntryView[]): Operation[] {
  const confirmed = !entries.every((entry) => entry.flags.confirmed);
  return entries
    .filter((entry) => entry.flags.confirmed !== confirmed)
    .map((entry) => ({ op: 'confirm', entry: refOf(entry), confirmed }));
}

/** Moves entries up to where they are read: first under their heading if the heading is read, else first in the file. */
export function raiseAll(entries: readonly EntryView[]): Extract<Operation, { op: 'raise' }>[] {
  const context = readyContext();
  const read = context?.entries.slice(0, context.summary.loaded?.entries ?? 0) ?? [];
  const headings = new Set(read.map(({ section }) => section));
  return entries.map((entry) => ({
    op: 'raise',
    entry: refOf(entry),
    to: headings.has(entry.section) ? 'heading' : 'top',
  }));
}

export const archiveAll = (entries: readonly EntryView[]): Operation[] =>
  entries.map((entry) => ({ op: 'archive', entry: refOf(entry) }));

export const deleteAll = (entries: readonly EntryView[]): Operation[] =>
  entries.map((entry) => ({ op: 'delete', entry: refOf(entry) }));

/** Calls that change a workspace and return what they did. */
type FileChange = {
  [N in MethodName]: Result<N> extends ChangeResult ? (Params<N> extends { workspace: string } ? N : never) : never;
}[MethodName];

/** Makes a call for a whole file, and reports what it did or why it didn't. */
export async function run<N extends FileChange>(method: N, params: Params<N>): Promise<void> {
  try {
    tellDone(params.workspace, await call(method, params));
  } catch (error) {
    sayProblem(problemOf(error));
  }
}

export function readAgain(): void {
  const context = useContextStore.getState();
  if (context.kind !== 'none') {
    void loadContext(context.workspace);
  }
}
