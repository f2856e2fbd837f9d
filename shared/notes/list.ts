import { type About, sameAbout } from '../entries/about.ts';
import { personSource } from '../entries/correction.ts';
import { noFlags } from '../entries/entry.ts';
import { writeBracket } from '../formats/context/bracket.ts';
import { contextFormat } from '../formats/context/format.ts';
import { entryWholeText } from '../formats/context/read-entry.ts';
import { writeEntry } from '../formats/context/write-entry.ts';
import type { MemoryDocument, ParsedEntry } from '../formats/document.ts';
import { type EntryPlan, joinPlans, noEntryPlan, removeEntries, replaceEntry } from '../formats/entry-plan.ts';
import type { ArchiveFormat, FileFormat } from '../formats/format.ts';
import { cleanValue } from '../text/clean-value.ts';
import { perObject } from '../text/per-object.ts';

/** Notes on entries of a format without a place for them: a list in our form, by the unchanged text of an entry. */
export const notesFormat: FileFormat = contextFormat.archive as ArchiveFormat;

export type Note = {
  readonly pinned: boolean;
  readonly confirmed: boolean;
  readonly corrected: boolean;
  /** Subject, other than the person. */
  readonly about: About | null;
};

export const noNote: Note = { pinned: false, confirmed: false, corrected: false, about: null };

/** True if a note does not vouch for an entry. */
export const saysNoMore = ({ pinned, confirmed, corrected }: Note): boolean => !pinned && !confirmed && !corrected;

const sameNote = (one: Note, other: Note): boolean =>
  one.pinned === other.pinned &&
  one.confirmed === other.confirmed &&
  one.corrected === other.corrected &&
  sameAbout(one.about, other.about);

/** Notes of a list, by the text of the entry. */
export const notesIn = perObject(
  ({ text, entries }: MemoryDocument): ReadonlyMap<string, { readonly note: Note; readonly entry: ParsedEntry }> =>
    new Map(
      entries.map((entry) => {
        const { source } = entry;
        const { pinned, confirmed, about } = entry.flags;
        const note = { pinned, confirmed, corrected: source === personSource, about };
        return [entryWholeText(text, entry), { note, entry }];
      }),
    ),
);

/** Normalises an entry's text for a list: white space at its ends and at those of blank lines is dropped. */
export const textOfEntry = (raw: string): string => cleanValue(raw.trimEnd());

/** Plans the edits that set the notes of these texts, and remove them for those without one. */
export function planNotes(list: MemoryDocument, changes: ReadonlyMap<string, Note>, today: string): EntryPlan {
  const existingNotes = notesIn(list);
  const plans: EntryPlan[] = [];
  const added: string[] = [];
  for (const [text, note] of changes) {
    const before = existingNotes.get(text);
    if (sameNote(note, noNote)) {
      plans.push(removeEntries(list, before ? [before.entry] : []));
    } else if (!before) {
      added.push(lineOf(text, note, today, list));
    } else if (!sameNote(before.note, note)) {
      const raw = lineOf(text, note, before.entry.syntax.writtenDate ?? today, list);
      plans.push(replaceEntry(before.entry, raw));
    }
  }
  return joinPlans([...plans, atEnd(list, added)]);
}

function lineOf(
  text: string,
  { pinned, confirmed, corrected, about }: Note,
  date: string,
  { lineEnd }: MemoryDocument,
): string {
  const source = corrected ? personSource : null;
  const bracket = writeBracket({
    date,
    confidence: 'certain',
    source,
    flags: { ...noFlags, pinned, confirmed, about },
  });
  return writeEntry({ key: null, value: text, bracket, indent: 0, marker: '-' }, lineEnd);
}

function atEnd({ text, lineEnd }: MemoryDocument, raws: readonly string[]): EntryPlan {
  if (raws.length === 0) {
    return noEntryPlan;
  }
  const begin = text === '' || /[\r\n]$/.test(text) ? '' : lineEnd;
  return {
    edits: [{ from: text.length, to: text.length, insert: begin + raws.map((raw) => raw + lineEnd).join('') }],
    gone: [],
    came: raws.map((raw) => ({ category: null, raw })),
  };
}
