import type { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { EntryView } from '#shared/contract/features/memory.ts';
import type { EntryRef } from '#shared/entries/entry.ts';
import type { ParsedEntry } from '#shared/formats/document.ts';
import { lastIndexStartingBy } from '#shared/text/last-from.ts';
import { freshReading, placeThen, readingOf } from '../../memory-text/reading.ts';

const withPlainEnds = (raw: string): string => (raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw);

type CachedPlace = { readonly among: readonly EntryView[]; readonly entry: EntryView | null };

/** Entry of the file for a parsed entry, cached: the cursor stays in it for many keys, and finding it among many takes long. */
const cachedEntries = new WeakMap<ParsedEntry, CachedPlace>();

/** Entry the cursor is in, if the file has it too. Uses the last reading, since it runs with every key. */
export function entryAtCursor(state: EditorState, entries: readonly EntryView[]): EntryView | null {
  const head = placeThen(state, state.selection.main.head);
  const { document } = readingOf(state);
  const parsed = document.entries[lastIndexStartingBy(document.entries, head, ({ range }) => range.from)];
  if (!parsed || head > Math.max(parsed.range.to, parsed.syntax.blockEnd - 1)) {
    return null;
  }
  const cached = cachedEntries.get(parsed);
  if (cached?.among === entries) {
    return cached.entry;
  }
  const isHere = ({ raw, category, ordinal }: EntryView): boolean =>
    category === parsed.category &&
    ordinal === parsed.ordinal &&
    (raw === parsed.raw || withPlainEnds(raw) === parsed.raw);
  const entry = entries.find(isHere) ?? null;
  cachedEntries.set(parsed, { among: entries, entry });
  return entry;
}

/** Puts the cursor on an entry and shows it, if it is in the text. */
export function goToEntry(view: EditorView, target: EntryRef): void {
  const { entries } = freshReading(view.state).document;
  const raw = withPlainEnds(target.raw);
  const same = entries.filter((entry) => entry.raw === raw && entry.category === target.category);
  const match =
    same.find(({ ordinal }) => ordinal === target.ordinal) ??
    same[0] ??
    entries.find(({ key, category }) => key !== null && key === target.key && category === target.category);
  if (match) {
    const { from } = match.syntax.text;
    view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
    view.focus();
  }
}
