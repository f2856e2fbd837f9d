import { type EntryRef, type Range, refOf } from '../entries/entry.ts';
import { applyEdits } from '../text/edits.ts';
import { type Eraser, isNothingElse, joined } from '../text/eraser.ts';
import type { MemoryDocument, ParsedEntry } from './document.ts';
import { removeEntries, withoutEntries } from './entry-plan.ts';
import type { FileFormat, Read } from './format.ts';

/** What a name becomes that said nothing else. */
const namelessKey = 'erased';

/**
 * Erases a text; the same document where it does not occur. An entry that says nothing else goes with its lines.
 * @param syntaxOf where a document is written in words of the format, in order; it stays there unless that is chosen
 */
export function eraseFromDocument(
  document: MemoryDocument,
  eraser: Eraser,
  read: Read,
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

/** Whether an entry goes with its lines when a text is erased. */
function goesWhole(entry: Pick<ParsedEntry, 'key' | 'value' | 'raw'>, eraser: Eraser): boolean {
  return [entry.value, joined(entry), entry.raw].some((said) => isNothingElse(eraser, said));
}

/** An entry's name in what is noted about it, after the text was erased from it; null if the entry went. */
export function eraseFromRef(ref: EntryRef, eraser: Eraser, format: FileFormat): EntryRef | null {
  if (!eraser.occurs(ref.raw)) {
    return ref;
  }
  const { entries, text } = format.erase(format.read(ref.raw), eraser);
  const [entry] = entries;
  return entry ? { ...refOf(entry), category: ref.category, raw: text, ordinal: ref.ordinal } : null;
}

/** Where lines are indented so oddly that others would go with them, only the text itself is taken. */
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

/** A line that an erasure changes, by its number in the text before (from 1); null where it goes. */
export type ErasedLine = { readonly line: number; readonly before: string; readonly after: string | null };

/** Which lines an erasure changes, and to what. It only takes away, so what is left of a line is in it in the same order. */
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

/** In which lines a text stands still after it was erased from what is said there: as syntax. */
export function linesHolding(text: string, eraser: Eraser): { readonly line: number; readonly text: string }[] {
  return linesOf(text).flatMap((line, index) => (eraser.occurs(line) ? [{ line: index + 1, text: line }] : []));
}

const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/);

/** Whether a line is left of another after something was taken from it, or an entry was given the name it gets then. */
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
