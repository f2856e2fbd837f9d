import { type About, aboutKinds, maxAboutName } from '../../entries/about.ts';
import { type Confidence, confidences, type Flags, noFlags } from '../../entries/entry.ts';
import { isCalendarDate } from '../../text/dates.ts';

/** Placeholder of older writers for an unknown source; it reads as unknown. */
export const unknownSource = 'parsed_from_file';

type Bracket = {
  /** Day as written, even if no such day exists. */
  readonly writtenDate: string;
  readonly date: string | null;
  /** Null if none, or an unknown one, is written. */
  readonly confidence: Confidence | null;
  readonly writtenConfidence: string | null;
  readonly source: string | null;
  readonly flags: Flags;
  /** Length of the bracket in UTF-16 units, `]` included. */
  readonly length: number;
};

const datedBracket = /^\[[ \t]*(\d{4}-\d{2}-\d{2})[ \t]*(?:\|([^\]\r\n]*))?\](?![([])/;

/** Reads `[date]`, `[date|confidence]` or `[date|confidence|source|flag|…]` at the start; no `[link](…)` or `[ ]`. */
export function readBracket(text: string): Bracket | null {
  const match = datedBracket.exec(text);
  const writtenDate = match?.[1];
  if (!match || writtenDate === undefined) {
    return null;
  }
  const fields = match[2]?.split('|') ?? [];
  const writtenConfidence = fields[0]?.trim() || null;
  const source = fields[1]?.trim() || unknownSource;
  const flags = readFlags(fields);
  return {
    writtenDate,
    date: isCalendarDate(writtenDate) && !flags.undated ? writtenDate : null,
    confidence: writtenConfidence === null ? null : confidenceOf(writtenConfidence),
    writtenConfidence,
    source: source === unknownSource ? null : source,
    flags,
    length: match[0].length,
  };
}

function confidenceOf(written: string): Confidence | null {
  const lower = written.toLowerCase();
  return confidences.find((known) => known === lower) ?? null;
}

function readFlags(fields: readonly string[]): Flags {
  let { pinned, until: protectedUntil, byHand, confirmed, undated, about } = noFlags;
  const other: string[] = [];
  for (const written of fields.slice(2)) {
    const field = written.trim();
    const until = /^until=(\d{4}-\d{2}-\d{2})$/.exec(field)?.[1];
    if (field === 'pinned') {
      pinned = true;
    } else if (field === 'by_hand') {
      byHand = true;
    } else if (field === 'confirmed') {
      confirmed = true;
    } else if (field === 'undated') {
      undated = true;
    } else if (until !== undefined && isCalendarDate(until)) {
      protectedUntil = until;
    } else if (about === null && readAbout(field) !== null) {
      about = readAbout(field);
    } else if (field !== '') {
      other.push(field);
    }
  }
  return { pinned, until: protectedUntil, byHand, confirmed, undated, about, other };
}

const aboutField = new RegExp(`^about=(${aboutKinds.join('|')}):(.+)$`);

/** Reads `about=person:Sarah`; null for any other field. */
function readAbout(field: string): About | null {
  const [, kind, written = ''] = aboutField.exec(field) ?? [];
  const name = written.trim();
  const aboutKind = aboutKinds.find((each) => each === kind);
  return aboutKind === undefined || name === '' || name.length > maxAboutName ? null : { kind: aboutKind, name };
}

/** Writes the bracket in its newest form. */
export function writeBracket(parts: {
  readonly date: string;
  /** Known confidence, or the word another writer put in its place. */
  readonly confidence: string;
  readonly source: string | null;
  readonly flags: Flags;
}): string {
  const { pinned, until, byHand, confirmed, undated, about, other } = parts.flags;
  const flags = [
    ...(pinned ? ['pinned'] : []),
    ...(until === null ? [] : [`until=${until}`]),
    ...(byHand ? ['by_hand'] : []),
    ...(confirmed ? ['confirmed'] : []),
    ...(undated ? ['undated'] : []),
    ...(about === null ? [] : [`about=${about.kind}:${about.name}`]),
    ...other,
  ];
  return `[${[parts.date, parts.confidence, parts.source ?? unknownSource, ...flags].join('|')}]`;
}
