import { sameAbout } from '../../entries/about.ts';
import type { Confidence, Flags } from '../../entries/entry.ts';
import type { Edit } from '../../text/edits.ts';
import type { MemoryDocument, ParsedEntry } from '../document.ts';
import { type EntryPlan, editEntry } from '../entry-plan.ts';
import { writeBracket } from './bracket.ts';
import { checkReadsBack, writeText } from './write-entry.ts';

/** New fields of an entry that stays in its section. */
type FieldsToWrite = {
  readonly key: string | null;
  readonly value: string;
  readonly confidence: Confidence;
  readonly source: string | null;
  readonly flags: Flags;
};

/** Changes the differing parts of an entry; the rest of its line stays as it is. */
export function rewriteEntry(
  document: MemoryDocument,
  entry: ParsedEntry,
  fields: FieldsToWrite,
  today: string,
): EntryPlan {
  const { syntax } = entry;
  const edits: Edit[] = [];
  const blank = /[ \t]/.test(document.text[syntax.text.from - 1] ?? '') ? '' : ' ';
  let bracket = writtenBracket(document, entry);
  let space = blank;
  if (!sameFields(entry, fields)) {
    bracket = newBracket(document, entry, fields, today);
    if (syntax.bracket) {
      edits.push({ ...syntax.bracket, insert: bracket });
    } else {
      edits.push({ from: syntax.text.from, to: syntax.text.from, insert: `${blank}${bracket} ` });
      space = '';
    }
  }
  if (fields.key !== entry.key || fields.value !== entry.value) {
    const marker = document.text.charAt(syntax.marker);
    checkReadsBack({ key: fields.key, value: fields.value, bracket, indent: syntax.indent, marker });
    const written = writeText(fields.key, fields.value, syntax.indent, document.lineEnd);
    edits.push({ ...syntax.text, insert: space + written });
  }
  return editEntry(entry, edits);
}

/** True if the bracket of an entry can stay as it is. */
export function sameFields(entry: ParsedEntry, fields: FieldsToWrite): boolean {
  return (
    fields.confidence === entry.confidence &&
    fields.source === entry.source &&
    fields.flags.pinned === entry.flags.pinned &&
    fields.flags.confirmed === entry.flags.confirmed &&
    fields.flags.until === entry.flags.until &&
    sameAbout(fields.flags.about, entry.flags.about)
  );
}

export function writtenBracket(document: MemoryDocument, entry: ParsedEntry): string | null {
  const { bracket } = entry.syntax;
  return bracket ? document.text.slice(bracket.from, bracket.to) : null;
}

export function newBracket(
  document: MemoryDocument,
  entry: ParsedEntry,
  fields: Pick<FieldsToWrite, 'confidence' | 'source' | 'flags'>,
  today: string,
): string {
  const { writtenDate } = entry.syntax;
  const date = writtenDate ?? dateForUndated(document, today);
  const flags = { ...fields.flags, undated: fields.flags.undated || writtenDate === null };
  // An unknown confidence stays as written until the person says another.
  const unknown =
    fields.confidence === entry.confidence && !entry.ownConfidence ? entry.syntax.writtenConfidence : null;
  return writeBracket({ date, confidence: unknown ?? fields.confidence, source: fields.source, flags });
}

/** Returns the date for the bracket of an entry without one: the file's. It is flagged as unknown. */
export const dateForUndated = (document: MemoryDocument, today: string): string =>
  document.frontmatter.lastUpdated?.value ?? today;
