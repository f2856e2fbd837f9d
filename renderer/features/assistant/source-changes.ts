import { call, problemOf } from '../../api/connection.ts';
import type { Command } from '../../services/commands/shortcuts.ts';
import { notifyOnce, sayDone, sayProblem } from '../../services/notices.ts';
import {
  type How,
  type ListChange,
  moveSource,
  noSteps,
  type SourceStep,
  type SourceSteps,
  sameList,
  withStep,
} from './source-steps.ts';

/** Changes to each workspace's list since the page began: the engine's own undo concerns the memory. */
const stepsOf = new Map<string, SourceSteps>();
/** Changes of a list are made in turn, each on the result of the one before: a key held down moves or undoes step by step. */
let underWay: Promise<unknown> = Promise.resolve();

/** Changes the present list; null if nothing changes. @param note second line of the notice; none is shown without it */
export function changeSources(
  workspace: string,
  label: string,
  change: ListChange,
  note?: string,
): Promise<readonly string[] | null> {
  const changed = underWay.then(async () => {
    const before = await pathsNow(workspace);
    const after = change(before);
    if (sameList(before, after)) {
      return null;
    }
    await write(workspace, after);
    const step = { label, before, after };
    stepsOf.set(workspace, withStep(stepsOf.get(workspace) ?? noSteps, step));
    if (note !== undefined) {
      offer(workspace, step, 'undo', { title: label, note });
    }
    return after;
  });
  underWay = changed.catch(() => undefined);
  return changed;
}

/** Runs the commands to undo and to redo on the list of files; false if the list was not changed. */
export function undoSourceChange(workspace: string, command: Command): boolean {
  if ((command !== 'undo' && command !== 'redo') || moveSource(stepsOf.get(workspace) ?? noSteps, command) === null) {
    return false;
  }
  undoSoon(workspace, command);
  return true;
}

function undoSoon(workspace: string, how: How, only?: SourceStep): void {
  underWay = underWay.then(() =>
    undoRedo(workspace, how, only).catch((error: unknown) =>
      sayProblem(problemOf(error), how === 'undo' ? 'It could not be undone' : 'It could not be redone'),
    ),
  );
}

/** @param only the step a notice is about, which is not undone a second time */
async function undoRedo(workspace: string, how: How, only?: SourceStep): Promise<void> {
  const taken = moveSource(stepsOf.get(workspace) ?? noSteps, how);
  if (taken === null || (only !== undefined && taken.step !== only)) {
    notifyOnce('undo', 'The list has been changed again since. Undo that first.');
    return;
  }
  if (!sameList(await pathsNow(workspace), taken.from)) {
    stepsOf.delete(workspace);
    notifyOnce('undo', 'The list has been changed elsewhere since, so it stays as it is.');
    return;
  }
  const { step } = taken;
  await write(workspace, taken.to);
  stepsOf.set(workspace, taken.steps);
  const title = `${how === 'undo' ? 'Undone' : 'Redone'}: ${step.label}`;
  offer(workspace, step, how === 'undo' ? 'redo' : 'undo', { title });
}

function offer(workspace: string, step: SourceStep, how: How, { title, note }: { title: string; note?: string }): void {
  const verb = how === 'undo' ? 'Undo' : 'Redo';
  sayDone(title, { verb, run: () => undoSoon(workspace, how, step) }, note);
}

async function pathsNow(workspace: string): Promise<readonly string[]> {
  const { files } = await call('sources.list', { workspace });
  return files.map(({ path }) => path);
}

async function write(workspace: string, memoryFiles: readonly string[]): Promise<void> {
  await call('settings.write', { workspace, values: { memoryFiles: [...memoryFiles] } });
}
