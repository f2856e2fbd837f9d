import type { ChangeCounts } from '#shared/contract/fields.ts';
import { amountInWords } from '#shared/entries/measure.ts';
import { counted, countInWords, sizeInWords as exactly } from '#shared/text/counts.ts';
import { once } from './once.ts';

export { counted, countInWords };

/** Size of something for people: single bytes mean nothing to anyone. */
export const bytesInWords = (bytes: number): string => (bytes < 1000 ? 'under 1 KB' : exactly(bytes));

export const entriesInWords = (count: number): string => counted(count, 'entry', 'entries');
/** Words for amounts always measured in tokens; use `amountInWords` for the memory’s own measure. */
export const tokensInWords = (count: number): string => amountInWords(count, 'estimate');
/** Changes to entries: "2 added, 1 removed"; empty if there are none. */
export function changesInWords({ added, changed, removed }: ChangeCounts): string {
  const parts = [
    added > 0 && `${countInWords(added)} added`,
    changed > 0 && `${countInWords(changed)} changed`,
    removed > 0 && `${countInWords(removed)} removed`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** A part of a whole in whole percents; a part that exists is never called 0 %. */
export function shareInWords(part: number, whole: number): string {
  if (whole <= 0) {
    return '0%';
  }
  const share = part / whole;
  return part > 0 && share < 0.01 ? 'under 1%' : `${countInWords(Math.round(share * 100))}%`;
}

const ordinals = once(() => new Intl.PluralRules('en', { type: 'ordinal' }));
const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** 2 → "2nd". */
export function rankInWords(rank: number): string {
  return `${countInWords(rank)}${endings[ordinals().select(rank)] ?? 'th'}`;
}
