import type { Diagnostic, Repair } from '#shared/contract/features/memory.ts';
import { type Confidence, confidences, type Range } from '#shared/entries/entry.ts';
import type { ParsedEntry } from '#shared/formats/document.ts';
import { isCalendarDate } from '#shared/text/dates.ts';
import type { Edit } from '#shared/text/edits.ts';
import { lastIndexStartingBy } from '#shared/text/last-from.ts';
import { bracketFields } from '../../../memory-text/entry-parts.ts';
import type { TextReading } from '../../../memory-text/reading.ts';
import { dateInWords } from '../../../wording/dates.ts';
import { repairInWords } from '../../../wording/repairs.ts';
import { editorChanges } from '../buffer.ts';

export type Fix = { readonly name: string; readonly edits: readonly Edit[] };

export function fixesOf(reading: TextReading, diagnostic: Diagnostic): Fix[] {
  const entry = entryAt(reading, diagnostic.from);
  switch (diagnostic.code) {
    case 'date_impossible':
      return entry ? dateFixes(entry) : [];
    case 'confidence_unknown':
      return entry ? confidenceFixes(reading, entry) : [];
    case 'value_empty':
      return entry ? [{ name: 'Remove this line', edits: [removal(reading.document.text, entry)] }] : [];
    case 'unclosed_block':
      return blockFixes(reading.document.text, diagnostic);
    case 'conflict_markers':
    case 'frontmatter_conflict':
      return repairFix(reading, 'conflict');
    case 'form_differs':
      return repairFix(reading, 'form');
    case 'estimate_differs':
    case 'entry_too_long':
      return [];
    default:
      return repairFix(reading, 'frontmatter');
  }
}

export function entryAt({ document }: TextReading, offset: number): ParsedEntry | null {
  const entry = document.entries[lastIndexStartingBy(document.entries, offset, (item) => item.range.from)];
  return entry && offset <= entry.range.to ? entry : null;
}

function dateFixes({ syntax }: ParsedEntry): Fix[] {
  const { bracket, writtenDate } = syntax;
  if (!bracket || writtenDate === null) {
    return [];
  }
  const date = nearestDate(writtenDate);
  const from = bracket.from + 1;
  return [{ name: `Change to ${dateInWords(date)}`, edits: [{ from, to: from + writtenDate.length, insert: date }] }];
}

/** Nearest real day to one that does not exist: the last of a month that is too short, the last month of a year. */
export function nearestDate(written: string): string {
  const [year = 1, month = 1, day = 1] = written.split('-').map(Number);
  const start = `${String(Math.max(year, 1)).padStart(4, '0')}-${two(Math.min(Math.max(month, 1), 12))}`;
  for (let last = Math.min(Math.max(day, 1), 31); last > 28; last--) {
    if (isCalendarDate(`${start}-${two(last)}`)) {
      return `${start}-${two(last)}`;
    }
  }
  return `${start}-${two(Math.min(Math.max(day, 1), 28))}`;
}

const two = (part: number): string => String(part).padStart(2, '0');

export function confidencePlace({ document }: TextReading, { syntax }: ParsedEntry): Range | null {
  return syntax.bracket
    ? (bracketFields(document.text, syntax.bracket).find((field) => field.kind === 'confidence') ?? null)
    : null;
}

function confidenceFixes(reading: TextReading, entry: ParsedEntry): Fix[] {
  const range = confidencePlace(reading, entry);
  return range
    ? nearestConfidences(entry.syntax.writtenConfidence ?? '').map((word) => ({
        name: `Change to ${word}`,
        edits: [{ from: range.from, to: range.to, insert: word }],
      }))
    : [];
}

/** Other writers' names for the three. */
const otherWords: Readonly<Record<Confidence, readonly string[]>> = {
  certain: ['sure', 'high', 'confirmed', 'definite'],
  likely: ['probable', 'probably', 'medium'],
  tentative: ['maybe', 'possible', 'unsure', 'uncertain', 'low', 'guess'],
};

/** Likely intended words: the nearest one, or all three if none is near. */
export function nearestConfidences(written: string): readonly Confidence[] {
  const word = written.toLowerCase();
  const other = confidences.find((confidence) => otherWords[confidence].includes(word));
  if (other) {
    return [other];
  }
  const near = confidences
    .map((confidence) => ({ confidence, distance: editDistance(word, confidence) }))
    .filter(({ confidence, distance }) => distance <= confidence.length / 2)
    .sort((a, b) => a.distance - b.distance);
  return near[0]
    ? near.filter(({ distance }) => distance === near[0]?.distance).map(({ confidence }) => confidence)
    : confidences;
}

/** Number of letters to add, remove or change to turn one word into the other. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let at = 1; at <= a.length; at++) {
    const next = [at];
    for (let index = 1; index <= b.length; index++) {
      const changed = (row[index - 1] ?? 0) + (a[at - 1] === b[index - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Removes the whole line; for a last line without a line end, the end of the line before. */
function removal(text: string, { range, syntax }: ParsedEntry): Edit {
  const isLastLine = syntax.blockEnd === range.to && range.from > 0;
  const from = isLastLine && text[range.from - 1] === '\n' ? range.from - 1 : range.from;
  return { from, to: syntax.blockEnd, insert: '' };
}

function blockFixes(text: string, { from, to }: Range): Fix[] {
  return text.slice(from, to).trimStart().startsWith('<!--')
    ? [{ name: 'End the comment in this line', edits: [{ from: to, to, insert: ' -->' }] }]
    : [{ name: 'Remove this line', edits: [{ from, to: Math.min(to + 1, text.length), insert: '' }] }];
}

/** A repair of the format as the few edits it consists of, so that cursor and undo keep their places. */
function repairFix({ document, format, rules }: TextReading, repair: Repair): Fix[] {
  const repaired = format.repair(document, repair, rules.today).text;
  const name = repairInWords(repair, format.capabilities.assistant);
  return [{ name, edits: editorChanges(document.text, repaired) }];
}
