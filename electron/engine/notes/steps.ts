import type { Operation } from '#shared/contract/changes.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import { runPlan } from '#shared/formats/entry-plan.ts';
import type { OperationsPlan } from '#shared/formats/format.ts';
import { notesFormat, planNotes } from '#shared/notes/list.ts';
import { notedBy } from '#shared/notes/with-notes.ts';
import type { Rules } from '../steps/rules.ts';
import type { StepFile, StepInput } from '../steps/step.ts';

/** Notes as a file of a step by which a person changes entries; none if nothing is to be noted. */
export async function notesFile(
  input: StepInput,
  { layout: { notesPath }, today }: Rules,
  before: MemoryDocument,
  operations: readonly Operation[],
  planned: Pick<OperationsPlan, 'plan' | 'rewordings'>,
): Promise<StepFile[]> {
  if (notesPath === null) {
    return [];
  }
  const list = (await input.document(notesPath))?.document ?? notesFormat.read('');
  const changes = notedBy(before, operations, planned, list);
  const after = runPlan(list, planNotes(list, changes, today), notesFormat.read);
  // Written first: a crash in between may leave a note without its text, but no correction without its note.
  return after.text === list.text ? [] : [{ path: notesPath, after, phase: 'gains' }];
}
