import type { ErrorCode } from '#shared/contract/error-codes.ts';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { Change, ChangeResult } from '#shared/contract/features/memory.ts';
import { type OnDuplicate, patchBetween } from '#shared/formats/context/patch.ts';
import { readArchive, readContext } from '#shared/formats/context/read-document.ts';
import type { Author } from '../history/history.ts';
import { type Rules, undoStep } from '../memory/steps.ts';
import { type TypedInto, undoTextStep } from '../memory/text-steps.ts';
import type { Step, StepInput, WrittenStep } from '../workspace/transaction.ts';
import type { UndoLog, UndoRecord } from './undo-log.ts';

/** Why a change can't be taken back that trying again would not mend. */
const cannotBeUndone: readonly ErrorCode[] = ['change_superseded', 'section_unclear', 'version_unknown'];

/** A change that is taken back, to undo it or, if it undid another, to do that again. */
export type UndoRequest = { readonly how: 'undo' | 'redo'; readonly undo: UndoRecord };

export type UndoOptions = {
  readonly undoLog: UndoLog;
  readonly newId: () => string;
  readonly rules: () => Rules;
  /** @throws `version_unknown` */
  readonly versionText: (hash: string | null) => Promise<TypedInto>;
  readonly write: (compute: (input: StepInput) => Promise<Step>, undoes: UndoRequest) => Promise<ChangeResult>;
  /** Goes on to the change before one that can't be taken back as things are. */
  readonly pass: (id: string) => Promise<void>;
};

/** How a workspace's changes are noted down and taken back. All of it must be called in turn. */
export function createUndo({ undoLog, newId, rules, versionText, write, pass }: UndoOptions) {
  /** Notes down how a step is taken back. The lock must be held. */
  async function noteDown(who: Author, written: WrittenStep, undoes: UndoRequest | null): Promise<Change> {
    const { step, contextBefore, contextAfter, archives } = written;
    const change: Change = { id: newId(), label: step.label };
    const byText = step.undo === 'by text';
    const undo: UndoRecord = {
      change,
      name: undoes?.undo.name ?? step.label,
      text: byText && contextAfter ? { before: contextBefore?.hash ?? null, after: contextAfter.hash } : null,
      context:
        contextAfter && !byText
          ? patchBetween(
              contextAfter.document,
              contextBefore?.document ?? readContext(''),
              undoLog.absent(),
              step.rewordings.map(({ from, to }) => ({ from: to, to: from })),
            )
          : { remove: [], add: [], change: [] },
      moves: step.moves,
      archives: archives.map(({ name, before, after }) => ({
        name,
        patch: patchBetween(after, before ?? readArchive('')),
      })),
    };
    const stack = who !== 'person' ? null : undoes?.how === 'undo' ? 'undone' : 'done';
    await undoLog.add(undo, stack, undoes?.undo.change.id ?? null);
    return change;
  }

  /** Takes the named change back, or the latest there is to undo or redo. */
  async function takeBack(
    how: UndoRequest['how'],
    named: string | undefined,
    onDuplicate: OnDuplicate | undefined,
  ): Promise<ChangeResult> {
    await undoLog.refresh();
    const id = named ?? undoLog.next()[how]?.id;
    if (id === undefined) {
      throw new ContextureError('change_unknown', `There is nothing to ${how}.`);
    }
    const undo = undoLog.find(id);
    // One that took another back and is itself taken back does that other again, whatever it is called.
    const request: UndoRequest = { how: undoLog.isUndone(id) ? 'redo' : 'undo', undo };
    try {
      const result = await write(await stepOf(request, onDuplicate), request);
      if (result.change === null) {
        await pass(id);
      }
      return result;
    } catch (error) {
      if (cannotBeUndone.includes(toContextureError(error).code)) {
        await pass(id);
      }
      throw error;
    }
  }

  async function stepOf({ how, undo }: UndoRequest, onDuplicate: OnDuplicate | undefined) {
    const label = `${how === 'undo' ? 'Undone' : 'Redone'}: ${undo.name}`;
    if (undo.text === null) {
      return undoStep(label, undo, onDuplicate, rules());
    }
    const { after, before } = undo.text;
    const [from, to] = [await keptText(after), await keptText(before)];
    return undoTextStep(label, from, to, rules());
  }

  async function keptText(hash: string | null): Promise<string> {
    try {
      return (await versionText(hash)).text;
    } catch (error) {
      throw toContextureError(error).code === 'version_unknown'
        ? new ContextureError(
            'version_unknown',
            'The text from before that change is not in the history any more, so it can’t be taken back. Nothing was changed.',
          )
        : error;
    }
  }

  return { noteDown, takeBack };
}
