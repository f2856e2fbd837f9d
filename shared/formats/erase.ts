import { type EntryRef, type Range, refOf } from '../entries/entry.ts';
import { applyEdits } from '../text/edits.ts';
import { type Eraser, isNothingElse, joined } from '../text/eraser.ts';
import type { MemoryDocument, ParsedEntry } from './document.ts';
import { removeEntries, withoutEntries } from './entry-plan.ts';
import type { FileFormat, TextReader } from './format.ts';

/** Replacement for a name with nothing left after erasing. */
const namelessKey = 'erased';

/** Erases a text; an entry that says nothing else goes. @param syntaxOf returns ranges in which the text stays */
export function eraseFromDocument(
  document: MemoryDocument,
  eraser: Eraser,
  read: TextReader,
  syntaxOf: (document: MemoryDocument) => readonly Range[] = () => [],
  remove: FileFormat['remove'] = removeEntries,
): MemoryDocument {
  if (!eraser.occurs(document.text)) {
    return document;
  }
  const left = withNamesChanged(withoutWhole(document, eraser, { read, remove }), eraser, read);
  const text = eraser.occurs(left.text) ? eraser.cut(left.text, syntaxOf(left)) : left.text;
  return text === left.text ? left : read(text);
}

const goesWhole = (entry: Pick<ParsedEntry, 'key' | 'value' | 'raw'>, eraser: Eraser): boolean =>
  [entry.value, joined(entry), entry.raw].some((said) => isNothingElse(eraser, said));

/** Erases a text from an entry's name in notes about it; null if the entry went. */
export function eraseFromRef(ref: EntryRef, eraser: Eraser, format: FileFormat): EntryRef | null {
  if (!eraser.occurs(ref.raw)) {
    return ref;
  }
  const { entries, text } = format.erase(format.read(ref.raw), eraser);
  const [entry] = entries;
  return entry ? { ...refOf(entry), category: ref.category, raw: text, ordinal: ref.ordinal } : null;
}

/** Removes only the text itself if lines are indented so oddly that others would go with them. */
function withoutWhole(
  document: MemoryDocument,
  eraser: Eraser,
  { read, remove }: Pick<FileFormat, 'read' | 'remove'>,
): MemoryDocument {
  try {
    const whole = document.entries.filter((entry) => goesWhole(entry, eraser));
    if (whole.length === 0) {
      return document;
    }
    return withoutEntries(document, whole, { read, remove });
  } catch {
    return document;
  }
}

/** Renames entries whose name holds the text; they keep their value. */
function withNamesChanged(document: MemoryDocument, eraser: Eraser, read: TextReader): MemoryDocument {
  const edits = document.entries.flatMap(({ key, syntax }) => {
    if (key === null || !isNothingElse(eraser, key)) {
      return [];
    }
    const from = document.text.indexOf(key, syntax.text.from);
    return from === -1 ? [] : [{ from, to: from + key.length, insert: namelessKey }];
  });
  return edits.length === 0 ? document : read(applyEdits(document.text, edits));
}

/** Line that an erasure changes, by its number in the text before (from 1); null if it goes. */
export type ErasedLine = { readonly line: number; readonly before: string; readonly after: string | null };

/** Finds the lines an erasure changes, and their new text, which is in the old one in the same order. */
export function erasedLines(before: string, after: string): ErasedLine[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const changed: ErasedLine[] = [];
  let at = 0;
  for (const [index, line] of old.entries()) {
    const left = now[at];
    if (left === line) {
      at += 1;
    } else if (left !== undefined && left.trim() !== '' && isLeftOf(left, line)) {
      changed.push({ line: index + 1, before: line, after: left });
      at += 1;
    } else {
      changed.push({ line: index + 1, before: line, after: null });
    }
  }
  return changed;
}

/** Finds the lines that still hold a text after erasing: as syntax. */
export const linesHolding = (text: string, eraser: Eraser): { readonly line: number; readonly text: string }[] =>
  linesOf(text).flatMap((line, index) => (eraser.occurs(line) ? [{ line: index + 1, text: line }] : []));

const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/);

/** True if a line is the rest of another after something was taken from it, or a name was replaced. */
function isLeftOf(left: string, line: string): boolean {
  let at = 0;
  for (const character of left.replace(namelessKey, '')) {
    at = line.indexOf(character, at) + 1;
    if (at === 0) {
      return false;
    }
  }
  return true;
}
