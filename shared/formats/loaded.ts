import type { Bound } from '../contract/capabilities.ts';
import type { Entry } from '../entries/entry.ts';
import { bytesTo, charactersIn } from '../text/counts.ts';
import { lineStartBefore, splitLines } from '../text/lines.ts';

export type LimitFill = Bound & { readonly used: number };

/** Part of a text that an assistant reads which stops at the first of some bounds. */
export type LoadedPart = {
  readonly fills: readonly LimitFill[];
  /** End of that part, in UTF-16 units: behind a whole line, unless the first is too long. */
  readonly to: number;
};

type Unit = Bound['unit'];

const used: Readonly<Record<Unit, (text: string) => number>> = {
  lines: (text) => splitLines(text).length,
  characters: charactersIn,
  bytes: (text) => bytesTo(text, Number.POSITIVE_INFINITY).bytes,
};

/** Functions that find the end of that much of a longer text. */
const end: Readonly<Record<Unit, (text: string, limit: number) => number>> = {
  lines: (text, limit) => splitLines(text)[limit]?.from ?? text.length,
  characters(text, limit) {
    let at = 0;
    for (let count = 0; count < limit; count++) {
      at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    }
    return at;
  },
  bytes: (text, limit) => bytesTo(text, limit).at,
};

/** Finds the part of a text an assistant reads, and the fill of each of its bounds; all of it if there are none. */
export function loadedOf(text: string, bounds: readonly Bound[]): LoadedPart {
  const fills = bounds.map((bound) => ({ ...bound, used: used[bound.unit](text) }));
  const ends = fills.map((fill) => (fill.used > fill.limit ? end[fill.unit](text, fill.limit) : text.length));
  const to = Math.min(text.length, ...ends);
  return { fills, to: to < text.length ? lineStartBefore(text, to) || to : to };
}

export function entriesRead(entries: readonly Pick<Entry, 'range'>[], { to }: LoadedPart): number {
  const cut = entries.findIndex(({ range }) => range.to > to);
  return cut < 0 ? entries.length : cut;
}

/** Returns the fullest bound, at which reading stops; undefined if there is none. */
export const fullestOf = <F extends Pick<LimitFill, 'used' | 'limit'>>(fills: readonly F[]): F | undefined =>
  fills.toSorted((one, other) => other.used / other.limit - one.used / one.limit)[0];
