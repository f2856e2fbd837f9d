import type { Operation } from '../contract/changes.ts';
import { personSource } from '../entries/correction.ts';
import { createEntryFinder } from '../entries/find-entry.ts';
import { countEach } from '../entries/multimap.ts';
import { checkAbout } from '../formats/check-text.ts';
import type { MemoryDocument, ParsedEntry } from '../formats/document.ts';
import type { MemoryFormat, OperationsPlan } from '../formats/format.ts';
import { mapReading } from '../formats/map-reading.ts';
import { type Note, noNote, notesIn, saysNoMore, textOfEntry } from './list.ts';

/** Adds notes to a format without a place for them. @param list the notes as they are by now */
export function withNotes(format: MemoryFormat, list: () => MemoryDocument): MemoryFormat {
  const noted = (document: MemoryDocument): MemoryDocument => {
    const notes = notesIn(list());
    if (notes.size === 0) {
      return document;
    }
    return {
      ...document,
      entries: document.entries.map((entry) => withNote(entry, notes.get(textOfEntry(entry.raw))?.note)),
    };
  };
  return mapReading(format, noted);
}

function withNote(entry: ParsedEntry, note: Note | undefined): ParsedEntry {
  return note === undefined
    ? entry
    : {
        ...entry,
        // Certain, since the person has looked at it, and no assistant is surer.
        confidence: saysNoMore(note) ? entry.confidence : 'certain',
        source: note.corrected ? personSource : entry.source,
        flags: { ...entry.flags, pinned: note.pinned, confirmed: note.confirmed, about: note.about },
      };
}

/** Computes the notes after a person's operations, by text: what they wrote is theirs, and notes follow rewording. */
export function notedBy(
  { entries }: MemoryDocument,
  operations: readonly Operation[],
  { plan, rewordings }: Pick<OperationsPlan, 'plan' | 'rewordings'>,
  list: MemoryDocument,
): ReadonlyMap<string, Note> {
  const existingNotes = notesIn(list);
  const find = createEntryFinder(entries);
  const changes = new Map<string, Note>();
  const rawNow = new Map(rewordings.map(({ from, to }) => [from.raw, to.raw]));
  const left = countEach(entries.map(({ raw }) => textOfEntry(raw)));
  const leave = (text: string): void => {
    const others = (left.get(text) ?? 1) - 1;
    left.set(text, others);
    // The other of two equal entries keeps the note.
    if (others === 0) {
      changes.set(text, noNote);
    }
  };
  for (const operation of operations) {
    const entry = operation.op === 'add' ? undefined : find.exact(operation.entry);
    if (entry === undefined) {
      continue;
    }
    const before = textOfEntry(entry.raw);
    const after = textOfEntry(rawNow.get(entry.raw) ?? entry.raw);
    const note = changes.get(after) ?? existingNotes.get(before)?.note ?? noNote;
    if (operation.op === 'pin') {
      changes.set(after, { ...note, pinned: operation.pinned });
    } else if (operation.op === 'confirm') {
      changes.set(after, { ...note, confirmed: operation.confirmed });
    } else if (operation.op === 'about') {
      changes.set(after, { ...note, about: operation.about && checkAbout(operation.about) });
    } else if (operation.op === 'delete') {
      leave(before);
    } else if (operation.op === 'edit' && after !== before) {
      leave(before);
      changes.set(after, { ...note, corrected: true });
    }
  }
  // Entries that were reworded without being named.
  const named = new Set(operations.flatMap((each) => (each.op === 'add' ? [] : [each.entry.raw])));
  for (const { from, to } of rewordings) {
    const note = existingNotes.get(textOfEntry(from.raw))?.note;
    if (note !== undefined && !named.has(from.raw)) {
      leave(textOfEntry(from.raw));
      changes.set(textOfEntry(to.raw), note);
    }
  }
  const notNew = new Set([...rawNow.values(), ...entries.map(({ raw }) => raw)]);
  for (const { raw } of plan.came) {
    if (!notNew.has(raw)) {
      changes.set(textOfEntry(raw), { ...noNote, corrected: true });
    }
  }
  return changes;
}
