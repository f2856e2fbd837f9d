import { type Confidence, confidences, type Flags, noFlags } from '../../entries/entry.ts';
import { isCalendarDate } from '../../text/dates.ts';

/** What older readers write where they do not know a source; it reads as unknown. */
export const unknownSource = 'parsed_from_file';

export type Bracket = {
  /** As written, whether such a day exists or not. */
  readonly writtenDate: string;
  readonly date: string | null;
  /** Null where none, or none we know, is written. */
  readonly confidence: Confidence | null;
  readonly writtenConfidence: string | null;
  readonly source: string | null;
  readonly flags: Flags;
  /** Length of the bracket in UTF-16 units, `]` included. */
  readonly length: number;
};

const datedBracket = /^\[[ \t]*(\d{4}-\d{2}-\d{2})[ \t]*(?:\|([^\]\r\n]*))?\](?![([])/;

/**
 * The bracket a text begins with: `[date]`, `[date|confidence]`, `[date|confidence|source|flag|…]`. Only a date-shaped
 * first field makes one, so `[link](…)` and `[ ]` are text.
 */
export function readBracket(text: string): Bracket | null {
  const match = datedBracket.exec(text);
  const writtenDate = match?.[1];
  if (!match || writtenDate === undefined) {
    return null;
  }
  const fields = match[2]?.split('|').map((field) => field.trim()) ?? [];
  const writtenConfidence = fields[0] === undefined || fields[0] === '' ? null : fields[0];
  const source = fields[1] === undefined || fields[1] === '' || fields[1] === unknownSource ? null : fields[1];
  return {
    writtenDate,
    date: isCalendarDate(writtenDate) ? writtenDate : null,
    confidence: confidences.find((known) => known === writtenConfidence?.toLowerCase()) ?? null,
    writtenConfidence,
    source,
    flags: readFlags(fields.slice(2)),
    length: match[0].length,
  };
}

function readFlags(fields: readonly string[]): Flags {
  let flags = noFlags;
  for (const field of fields) {
    const until = /^until=(\d{4}-\d{2}-\d{2})$/.exec(field)?.[1];
    if (field === 'pinned') {
      flags = { ...flags, pinned: true };
    } else if (field === 'by_hand') {
      flags = { ...flags, byHand: true };
    } else if (until !== undefined && isCalendarDate(until)) {
      flags = { ...flags, until };
    } else if (field !== '') {
      flags = { ...flags, other: [...flags.other, field] };
    }
  }
  return flags;
}

/** The bracket in its newest form. */
export function writeBracket(parts: {
  readonly date: string;
  /** One we know, or what another writer has written in its place. */
  readonly confidence: string;
  readonly source: string | null;
  readonly flags: Flags;
}): string {
  const { pinned, until, byHand, other } = parts.flags;
  const flags = [
    ...(pinned ? ['pinned'] : []),
    ...(until === null ? [] : [`until=${until}`]),
    ...(byHand ? ['by_hand'] : []),
    ...other,
  ];
  return `[${[parts.date, parts.confidence, parts.source ?? unknownSource, ...flags].join('|')}]`;
}
