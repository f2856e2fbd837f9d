import { ContextureError } from '../../contract/errors.ts';
import type { ContextUpdate, Operation } from '../../contract/features/memory.ts';
import { isCorrection } from '../../entries/correction.ts';
import { createEntryFinder, shortName } from '../../entries/find-entry.ts';
import type { MemoryDocument, ParsedEntry } from '../document.ts';
import { checkUpdates, type HeldUpdate } from './updates.ts';
import { cleanValue } from './write-entry.ts';

/** What an assistant learns without saying how sure it is counts as this. */
export const learnedConfidence = 'likely';

/**
 * Sets aside those edits of an assistant that would write over what the person corrected and is certain of.
 *
 * @param assistant where the held texts came from
 * @throws `correction_stands` for one that can't wait for the person's choice: of prose, or of an entry's name
 */
export function withoutHeldOperations(
  document: MemoryDocument,
  operations: readonly Operation[],
  assistant: string,
): { readonly free: readonly Operation[]; readonly held: readonly HeldUpdate[] } {
  const find = createEntryFinder(document.entries);
  const free: Operation[] = [];
  const held: HeldUpdate[] = [];
  for (const operation of operations) {
    const against = operation.op === 'edit' ? find.exact(operation.entry) : undefined;
    if (operation.op !== 'edit' || !against || !isCorrection(against) || against.confidence !== 'certain') {
      free.push(operation);
    } else {
      const update = againstCorrection(operation, against, assistant);
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
