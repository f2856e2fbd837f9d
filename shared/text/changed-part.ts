/** Finds the changed part of a text: all but the common start and end. */
export function changedPart(before: string, after: string): { readonly from: number; readonly to: number } {
  const from = sameStart(before, after);
  return { from, to: after.length - sameEnd(before, after, Math.min(before.length, after.length) - from) };
}

/** Length compared at once, natively rather than character by character. */
const stride = 4096;

/** Counts the UTF-16 units two texts have in common at their starts, from an offset in each on. */
export function sameStart(one: string, other: string, from = 0, otherFrom = 0): number {
  const most = Math.min(one.length - from, other.length - otherFrom);
  let at = 0;
  while (
    at < most &&
    one.slice(from + at, from + at + stride) === other.slice(otherFrom + at, otherFrom + at + stride)
  ) {
    at += stride;
  }
  while (at < most && one.charCodeAt(from + at) === other.charCodeAt(otherFrom + at)) {
    at += 1;
  }
  return Math.min(at, most);
}

/** Counts the UTF-16 units two texts have in common at their ends, at most `most`. */
export function sameEnd(one: string, other: string, most: number): number {
  let ends = 0;
  const isSame = (length: number): boolean =>
    one.slice(one.length - ends - length, one.length - ends) ===
    other.slice(other.length - ends - length, other.length - ends);
  while (ends + stride <= most && isSame(stride)) {
    ends += stride;
  }
  while (ends < most && isSame(1)) {
    ends += 1;
  }
  return ends;
}
