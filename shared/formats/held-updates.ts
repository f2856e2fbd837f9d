import { ContextureError } from '../contract/errors.ts';
import type { ContextUpdate, Operation } from '../contract/features/memory.ts';
import { isCorrection } from '../entries/correction.ts';
import { type Confidence, confidences } from '../entries/entry.ts';
import { createEntryFinder, shortName } from '../entries/find-entry.ts';
import { cleanValue } from '../text/clean-value.ts';
import type { MemoryDocument, ParsedEntry } from './document.ts';
import type { MemoryFormat } from './format.ts';

/** An update that is not to be applied before the person has chosen, and the correction of theirs it speaks against. */
export type HeldUpdate = { readonly update: ContextUpdate; readonly against: ParsedEntry };

/** Sets aside updates that would overwrite a correction with less confidence; those that repeat it are left out. */
export function withoutHeld(
  document: MemoryDocument,
  updates: readonly ContextUpdate[],
): { readonly free: readonly ContextUpdate[]; readonly held: readonly HeldUpdate[] } {
  const find = createEntryFinder(document.entries);
  const free: ContextUpdate[] = [];
  const held: HeldUpdate[] = [];
  for (const update of new Map(updates.map((each) => [`${each.category} ${each.key}`, each])).values()) {
    const [against] = find.named(update);
    if (!against || !isCorrection(against) || !isLessSure(update.confidence, against.confidence)) {
      free.push(update);
    } else if (update.value !== against.value) {
      held.push({ update, against });
    }
  }
  return { free, held };
}

const isLessSure = (one: Confidence, other: Confidence): boolean =>
  confidences.indexOf(one) > confidences.indexOf(other);

/** What an assistant learns without saying how sure it is counts as this. */
const learnedConfidence = 'likely';

/**
 * Sets aside edits of certain corrections.
 * @param assistant where the held texts came from
 * @throws `correction_stands` for prose or a name, which can't wait
 */
export function withoutHeldOperations(
  document: MemoryDocument,
  operations: readonly Operation[],
  assistant: string,
  { checkUpdates }: Pick<MemoryFormat, 'checkUpdates'>,
): { readonly free: readonly Operation[]; readonly held: readonly HeldUpdate[] } {
  const find = createEntryFinder(document.entries);
  const free: Operation[] = [];
  const held: HeldUpdate[] = [];
  for (const operation of operations) {
    const against = operation.op === 'edit' ? find.exact(operation.entry) : undefined;
    if (operation.op !== 'edit' || !against || !isCorrection(against) || against.confidence !== 'certain') {
      free.push(operation);
    } else {
      const update = againstCorrection(operation, against, assistant, checkUpdates);
      if (update !== null) {
        held.push({ update, against });
      }
    }
  }
  return { free, held };
}

/** The update that an edit of a correction comes to; null where it says the same. */
function againstCorrection(
  operation: Extract<Operation, { op: 'edit' }>,
  against: ParsedEntry,
  assistant: string,
  checkUpdates: MemoryFormat['checkUpdates'],
): ContextUpdate | null {
  const { category, key } = against;
  const value = operation.value === undefined ? against.value : cleanValue(operation.value);
  const keepsName = operation.key === undefined || operation.key === key;
  if (keepsName && value === against.value) {
    return null;
  }
  if (category === null || key === null || !keepsName) {
    throw new ContextureError(
      'correction_stands',
      `“${shortName(against)}” is how the person put it right, and they are certain of it. Nothing was changed. Ask them, or put down what you learned as a line of its own.`,
      { entry: against.raw },
    );
  }
  const [update = null] = checkUpdates([
    { category, key, value, confidence: learnedConfidence, source: operation.source ?? assistant },
  ]);
  return update;
}
