import { call } from '../../api/connection.ts';
import { problemOf } from '../../api/problem.ts';
import type { Command } from '../keyboard/shortcuts.ts';
import { sayDone, sayOnce, sayProblem } from '../notices/notices.ts';
import { type How, noSteps, type SourceStep, type SourceSteps, sameList, takeStep, withStep } from './source-steps.ts';

/** What was done to the list of each workspace since the page began: the engine's own undo is of the memory. */
const stepsOf = new Map<string, SourceSteps>();
/** Changes of a list are made in turn, so that a key held down takes back one after the other. */
let underWay: Promise<unknown> = Promise.resolve();

/** Changes the list of files. @param note what a notice that offers the way back says besides; none if left out */
export async function changeSources(workspace: string, step: SourceStep, note?: string): Promise<void> {
  await write(workspace, step.after);
  stepsOf.set(workspace, withStep(stepsOf.get(workspace) ?? noSteps, step));
  if (note !== undefined) {
    offer(workspace, step, 'undo', { title: step.label, note });
  }
}

/** Carries out the commands to undo and to redo on the list of files; false where nothing was done to it. */
export function takeSourcesBack(workspace: string, command: Command): boolean {
  if ((command !== 'undo' && command !== 'redo') || takeStep(stepsOf.get(workspace) ?? noSteps, command) === null) {
    return false;
  }
  takeBackSoon(workspace, command);
  return true;
}

function takeBackSoon(workspace: string, how: How, only?: SourceStep): void {
  underWay = underWay.then(() =>
    takeBack(workspace, how, only).catch((error: unknown) =>
      sayProblem(problemOf(error), how === 'undo' ? 'It could not be taken back' : 'It could not be done again'),
    ),
  );
}

/** @param only the step a notice is about, which is not taken back a second time */
async function takeBack(workspace: string, how: How, only?: SourceStep): Promise<void> {
  const taken = takeStep(stepsOf.get(workspace) ?? noSteps, how);
  if (taken === null || (only !== undefined && taken.step !== only)) {
    sayOnce('undo', 'Something else was done to the list since, which is to be taken back first.');
    return;
  }
  const { files } = await call('sources.list', { workspace });
  const now = files.map(({ path }) => path);
  if (!sameList(now, taken.from)) {
    stepsOf.delete(workspace);
    sayOnce('undo', 'The list was changed elsewhere meanwhile, so it stays as it is.');
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
  sayDone(title, { verb, run: () => takeBackSoon(workspace, how, step) }, note);
}

async function write(workspace: string, memoryFiles: readonly string[]): Promise<void> {
  await call('settings.write', { workspace, values: { memoryFiles: [...memoryFiles] } });
}
