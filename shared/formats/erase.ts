import { type EntryRef, refOf } from '../entries/entry.ts';
import { applyEdits } from '../text/edits.ts';
import { type Eraser, isNothingElse } from '../text/eraser.ts';
import type { MemoryDocument, ParsedEntry } from './document.ts';
import { carryOut, removeEntries } from './entry-plan.ts';
import type { Read } from './format.ts';

/** What a name becomes that said nothing else. */
const namelessKey = 'erased';

/** Erases a text; the same document where it does not occur. An entry that says nothing else goes with its lines. */
export function eraseFromDocument(document: MemoryDocument, eraser: Eraser, read: Read): MemoryDocument {
  if (!eraser.occurs(document.text)) {
    return document;
  }
  const left = withNamesChanged(withoutWhole(document, eraser, read), eraser, read);
  return eraser.occurs(left.text) ? read(eraser.cut(left.text)) : left;
}

/** Whether an entry goes with its lines when a text is erased. */
export function goesWhole(entry: Pick<ParsedEntry, 'value'>, eraser: Eraser): boolean {
  return isNothingElse(eraser, entry.value);
}

/** An entry's name in what is noted about it, after the text was erased from it; null if the entry went. */
export function eraseFromRef(ref: EntryRef, eraser: Eraser, read: Read): EntryRef | null {
  if (!eraser.occurs(ref.raw)) {
    return ref;
  }
  const { entries, text } = eraseFromDocument(read(ref.raw), eraser, read);
  const [entry] = entries;
  return entry ? { ...refOf(entry), category: ref.category, raw: text, ordinal: ref.ordinal } : null;
}

/** Where lines are indented so oddly that others would go with them, only the text itself is taken. */
function withoutWhole(document: MemoryDocument, eraser: Eraser, read: Read): MemoryDocument {
  try {
    const whole = document.entries.filter((entry) => goesWhole(entry, eraser));
    return carryOut(document, removeEntries(whole), read);
  } catch {
    return document;
  }
}

/** An entry whose name says it keeps what it says, under another name. */
function withNamesChanged(document: MemoryDocument, eraser: Eraser, read: Read): MemoryDocument {
  const edits = document.entries.flatMap(({ key, syntax }) => {
    if (key === null || !isNothingElse(eraser, key)) {
      return [];
    }
    const from = document.text.indexOf(key, syntax.text.from);
    return from === -1 ? [] : [{ from, to: from + key.length, insert: namelessKey }];
  });
  return edits.length === 0 ? document : read(applyEdits(document.text, edits));
}
