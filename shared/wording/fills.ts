import type { Fill } from '../contract/features/memories.ts';
import { counted, countInWords } from '../text/counts.ts';

const units: Readonly<Record<Fill['unit'], (count: number) => string>> = {
  tokens: (count) => counted(count, 'token', 'tokens'),
  lines: (count) => counted(count, 'line', 'lines'),
  characters: (count) => counted(count, 'character', 'characters'),
  bytes: (count) => (count < 1000 ? counted(count, 'byte', 'bytes') : `${kilobytes(count)} KB`),
};

/** Formats thousands, with tenths if there are few. */
const kilobytes = (bytes: number): string =>
  bytes < 10_000 ? String(Math.round(bytes / 100) / 10) : countInWords(Math.round(bytes / 1000));

/** Formats the used amount in the limit's unit; a smaller excess still counts as over it. */
function usedInWords({ used, limit, unit }: Fill): string {
  if (unit !== 'bytes' || limit < 1000) {
    return countInWords(used);
  }
  const isNear = used !== limit && kilobytes(used) === kilobytes(limit);
  const tenths = used > limit ? Math.ceil(used / 100) : Math.floor(used / 100);
  return isNear ? (tenths / 10).toFixed(1) : kilobytes(used);
}

/** Formats a fill: "54 of 200 lines", "18 of 25 KB". */
export const fillInWords = (fill: Fill): string => `${usedInWords(fill)} of ${units[fill.unit](fill.limit)}`;

/** Formats bounds, of which the first reached applies: "200 lines or 25 KB". */
export const boundsInWords = (bounds: readonly Omit<Fill, 'used'>[]): string =>
  bounds.map(({ unit, limit }) => units[unit](limit)).join(' or ');
