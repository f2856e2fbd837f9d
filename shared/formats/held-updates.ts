import type { ContextUpdate, Operation } from '../contract/changes.ts';
import { ContextureError } from '../contract/errors.ts';
import { isKeptByPerson, mayOverwrite } from '../entries/correction.ts';
import type { EntryRef } from '../entries/entry.ts';
import { createEntryFinder, shortName } from '../entries/find-entry.ts';
import { cleanValue } from '../text/clean-value.ts';
import { joined } from '../text/eraser.ts';
import type { MemoryDocument, ParsedEntry } from './document.ts';
import type { MemoryFormat } from './format.ts';

/** Update to be applied only once the person has chosen, and the entry of theirs that it contradicts. */
export type HeldUpdate = { readonly update: ContextUpdate; readonly against: ParsedEntry };

/** Note of the history on a held update, so that no answer loses it. */
export const heldNote = (assistant: string | null, { key, value, confidence }: ContextUpdate): string =>
  `Held for you: ${assistant ?? 'An assistant'} would have said “${joined({ key, value })}” (${confidence})`;

const noted = /^Held for you: (.*?) would have said “(.*)” \([a-z]+\)$/s;

/** Reads such a note: who held what; null for any other note. */
export function readHeldNote(note: string): { readonly assistant: string; readonly text: string } | null {
  const [, assistant = '', text = ''] = noted.exec(note) ?? [];
  return text === '' ? null : { assistant, text };
}

/** Sets aside updates less sure than an entry the person kept, if `holds`; drops those that only repeat it. */
export function withoutHeld(
  document: MemoryDocument,
  updates: readonly ContextUpdate[],
  format: Pick<MemoryFormat, 'capabilities'>,
  holds: boolean,
): { readonly free: readonly ContextUpdate[]; readonly held: readonly HeldUpdate[] } {
  const find = createEntryFinder(document.entries);
  const free: ContextUpdate[] = [];
  const held: HeldUpdate[] = [];
  for (const update of new Map(updates.map((each) => [`${each.category} ${each.key}`, each])).values()) {
    const [against] = find.named(spokenOf(update, format));
    if (against && isKeptByPerson(against) && update.value === against.value) {
      continue;
    }
    if (against && holds && !mayOverwrite(update.confidence, against)) {
      held.push({ update, against });
    } else {
      free.push(update);
    }
  }
  return { free, held };
}

/** Returns the name of the entry that an update is about, in a format that may have no sections of categories. */
export function spokenOf(
  { category, key }: ContextUpdate,
  { capabilities }: Pick<MemoryFormat, 'capabilities'>,
): Pick<EntryRef, 'category' | 'key'> {
  return { category: capabilities.sections ? category : null, key };
}

const learnedConfidence = 'likely';

/**
 * Sets aside an assistant's edits of entries the person kept; those that say the same are left out.
 * @param assistant source of the held texts
 * @param holds true to hold such edits for the person
 * @throws `correction_stands` for prose or a name, which can't wait; `invalid_request` for operations only a person may
 * use
 */
export function withoutHeldOperations(
  document: MemoryDocument,
  operations: readonly Operation[],
  assistant: string,
  { checkUpdates }: Pick<MemoryFormat, 'checkUpdates'>,
  holds: boolean,
): { readonly free: readonly Operation[]; readonly held: readonly HeldUpdate[] } {
  const find = createEntryFinder(document.entries);
  const free: Operation[] = [];
  const held: HeldUpdate[] = [];
  for (const operation of operations) {
    refuseForPerson(operation);
    const against = operation.op === 'edit' ? find.exact(operation.entry) : undefined;
    if (operation.op !== 'edit' || !against || !isKeptByPerson(against)) {
      free.push(operation);
    } else if (!saysTheSame(operation, against)) {
      if (!holds || mayOverwrite(learnedConfidence, against)) {
        free.push(operation);
      } else {
        held.push({ update: updateOf(operation, against, assistant, checkUpdates), against });
      }
    }
  }
  return { free, held };
}

/** Refuses changes of confidence, pins and sections: they are the person's, and could be neither held nor reported. */
function refuseForPerson({ op }: Operation): void {
  if (op !== 'add' && op !== 'edit' && op !== 'delete') {
    const message = `An assistant can add, edit and delete entries; “${op}” is for the person. Nothing was changed.`;
    throw new ContextureError('invalid_request', message, { op });
  }
}

type Edit = Extract<Operation, { op: 'edit' }>;

const saysTheSame = ({ key, value }: Edit, entry: ParsedEntry): boolean =>
  (key === undefined || key === entry.key) && (value === undefined || cleanValue(value) === entry.value);

function updateOf(
  operation: Edit,
  against: ParsedEntry,
  assistant: string,
  checkUpdates: MemoryFormat['checkUpdates'],
): ContextUpdate {
  const { category, key } = against;
  const keepsName = operation.key === undefined || operation.key === key;
  const fields = { category, key, value: operation.value, confidence: learnedConfidence };
  const [update] =
    category === null || key === null || !keepsName
      ? []
      : checkUpdates([{ ...fields, source: operation.source ?? assistant }]);
  if (update === undefined) {
    throw new ContextureError(
      'correction_stands',
      `“${shortName(against)}” is what the person corrected, confirmed or pinned. Nothing was changed. Ask them, or put down what you learned as a line of its own.`,
      { entry: against.raw },
    );
  }
  return update;
}
