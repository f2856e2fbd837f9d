import type { Bound } from '../../contract/capabilities.ts';
import { lastIndexStartingBy } from '../../text/last-from.ts';
import type { MemoryDocument, ParsedEntry } from '../document.ts';
import { lineEndAt } from '../insertion.ts';
import { entriesRead, loadedOf } from '../loaded.ts';
import { addEntries } from './add-entries.ts';
import type { NewText } from './write-text.ts';

type PlacedAddition = NewText & { readonly section: string };

/** Addition; `keepsSection` is true if it belongs under its heading in any case. */
type Addable<T extends PlacedAddition> = { readonly wanted: T; readonly keepsSection: boolean };

/** Places entries so that an assistant with bounds reads them: as usual, or before the last entry with room for all. */
export function placedWhereRead<T extends PlacedAddition>(
  document: MemoryDocument,
  additions: readonly Addable<T>[],
  bounds: readonly Bound[],
): { readonly placed: readonly (T & { readonly before?: ParsedEntry })[]; readonly notes: readonly string[] } {
  const { text, entries } = document;
  if (bounds.length === 0 || additions.length === 0) {
    return { placed: additions.map(({ wanted }) => wanted), notes: [] };
  }
  const usual = additions.map(({ wanted: { section, key, value } }) =>
    addEntries(document, [{ section, said: { key, value } }], new Set()),
  );
  const lineEnd = lineEndAt(document, 0);
  const lines = usual.map(({ raws }) => (raws[0] ?? '') + lineEnd).join('');
  const fits = (at: number): boolean => {
    const above = text.slice(0, at) + lines;
    return loadedOf(above, bounds).to === above.length;
  };
  const upToBound = entries.slice(0, entriesRead(entries, loadedOf(text, bounds)) + 1);
  // The further down, the less room is left.
  const read = upToBound.slice(0, lastIndexStartingBy(upToBound, 0, ({ range }) => (fits(range.from) ? 0 : 1)) + 1);
  const notes = new Set<string>();
  const placed = additions.map(({ wanted, keepsSection }, index): T & { readonly before?: ParsedEntry } => {
    const [edit] = usual[index]?.plan.edits ?? [];
    if (!edit || fits(edit.from)) {
      return wanted;
    }
    const before = read.findLast(({ section }) => !keepsSection || section === wanted.section);
    notes.add(
      before
        ? 'It is above the last line that your assistant reads, not at the end.'
        : 'Your assistant never reads it: it is below where reading stops.',
    );
    return before ? { ...wanted, section: before.section, before } : wanted;
  });
  return { placed, notes: [...notes] };
}
