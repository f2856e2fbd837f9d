import { commonEnds } from './common-ends.ts';
import type { EntryFields } from './entry.ts';
import { applyKnownChanges, type EntryMatch, matchEntries } from './match-entries.ts';

type Addressable = Pick<EntryFields, 'category' | 'key' | 'value' | 'raw'> & {
  /** Id in every version, if known, which identifies more reliably than content. */
  readonly id?: string;
};

/** Line with its number, which is never given to another entry. */
type NumberedLine<E> = {
  /** Entry as the file has it; null once it is gone, and the line is empty from then on. */
  readonly entry: E | null;
  readonly goneBy: Changer | null;
  /** Turn in which others last changed its text; 0 if they never did. */
  readonly changedAt: number;
  /** Turn as of which its text was last shown. */
  readonly shownAt: number;
};

/** Author of a new version: the owner of these numbers, or anyone else. */
export type Changer = 'self' | 'others';

/** Line numbers of entries that hold whoever changes the file meanwhile. A plain value; a change gives a new one. */
export type LineAddresses<E> = {
  readonly lines: readonly NumberedLine<E>[];
  /** Numbers of the entries of the latest version, in file order. */
  readonly order: readonly number[];
  readonly turn: number;
};

type LineMoves<E> = {
  readonly addresses: LineAddresses<E>;
  readonly added: readonly number[];
  readonly changed: readonly number[];
  readonly removed: readonly number[];
};

/** New text that the owner of the numbers gave a line: only this shows that it is the same line, if all is new. */
export type Rewritten = { readonly line: number } & Pick<EntryFields, 'key' | 'value'>;

/** Line someone refers to, and the version they saw. */
export type LineAddress = { readonly line: number; readonly asOf: number };

/** Present state of a line someone refers to. */
export type LineNow<E> =
  | { readonly is: 'there'; readonly entry: E }
  /** Others changed its text since it was shown. */
  | { readonly is: 'changed'; readonly entry: E }
  | { readonly is: 'gone'; readonly by: Changer }
  | { readonly is: 'unknown' };

/** Numbers entries from 0 in file order, for a new connection. */
export function beginLines<E extends Addressable>(entries: readonly E[]): LineAddresses<E> {
  return {
    lines: entries.map((entry) => ({ entry, goneBy: null, changedAt: 0, shownAt: 0 })),
    order: entries.map((_, line) => line),
    turn: 0,
  };
}

/** Carries the numbers over to a new version: a gone entry leaves its number empty, a new one gets the next. */
export function followEntries<E extends Addressable>(
  addresses: LineAddresses<E>,
  entries: readonly E[],
  by: Changer,
  rewritten?: Rewritten,
): LineMoves<E> {
  const turn = addresses.turn + 1;
  const lines = [...addresses.lines];
  // Mostly all but a few are the very entries of before: only those between are matched.
  const { start, tail } = commonEnds(addresses.order, entries, (number, entry) => lines[number]?.entry === entry);
  const end = addresses.order.length - tail;
  const between = entries.slice(start, entries.length - tail);
  const numbers = new Map<E, number>();
  const before: E[] = [];
  for (const number of addresses.order.slice(start, end)) {
    const entry = lines[number]?.entry;
    if (entry != null) {
      numbers.set(entry, number);
      before.push(entry);
    }
  }
  const byId = new Map(between.flatMap((entry) => (entry.id === undefined ? [] : [[entry.id, entry] as const])));
  const match = applyKnownChanges(matchEntries(before, between), ({ id }) =>
    id === undefined ? undefined : byId.get(id),
  );
  const same = rewritten && rewrittenPair(match, lines[rewritten.line]?.entry ?? null, rewritten);
  const paired = same === undefined ? [...match.kept, ...match.changed] : [...match.kept, ...match.changed, same];
  const added = match.added.filter((entry) => entry !== same?.after);
  const removed = match.removed.filter((entry) => entry !== same?.before);
  const numberOf = new Map<E, number>();
  const reworded: number[] = [];
  for (const pair of paired) {
    const number = numbers.get(pair.before) as number;
    const line = lines[number] as NumberedLine<E>;
    const sameText = pair.before.key === pair.after.key && pair.before.value === pair.after.value;
    numberOf.set(pair.after, number);
    if (!sameText) {
      reworded.push(number);
    }
    const changedAt = sameText || by === 'self' ? line.changedAt : turn;
    lines[number] = { ...line, entry: pair.after, changedAt };
  }
  const removedNumbers = removed.map((entry) => numbers.get(entry) as number);
  for (const number of removedNumbers) {
    lines[number] = { ...(lines[number] as NumberedLine<E>), entry: null, goneBy: by };
  }
  const first = lines.length;
  const isNew = new Set(added);
  for (const entry of between) {
    if (isNew.has(entry)) {
      numberOf.set(entry, lines.length);
      lines.push({ entry, goneBy: null, changedAt: 0, shownAt: turn });
    }
  }
  const order = [
    ...addresses.order.slice(0, start),
    ...between.map((entry) => numberOf.get(entry) as number),
    ...addresses.order.slice(end),
  ];
  return {
    addresses: { lines, order, turn },
    added: lines.slice(first).map((_, index) => first + index),
    changed: reworded,
    removed: removedNumbers,
  };
}

/** Pairs a line with its new text if they don't look like one entry; undefined if they do. */
function rewrittenPair<E extends Addressable>(
  { added, removed }: EntryMatch<E, E>,
  before: E | null,
  rewritten: Rewritten,
): { readonly before: E; readonly after: E } | undefined {
  const after = added.findLast(
    ({ category, key, value }) => category === before?.category && key === rewritten.key && value === rewritten.value,
  );
  return before !== null && removed.includes(before) && after !== undefined ? { before, after } : undefined;
}

/** Makes the address of a line as shown now; call it when the line is named, before anything else happens. */
export const addressOf = <E>(addresses: LineAddresses<E>, line: number): LineAddress => ({
  line,
  asOf: addresses.lines[line]?.shownAt ?? 0,
});

/** Finds the entry of an address now, and checks that it still is as its owner saw it. */
export function lineNow<E>(addresses: LineAddresses<E>, { line, asOf }: LineAddress): LineNow<E> {
  const numberedLine = addresses.lines[line];
  if (numberedLine === undefined) {
    return { is: 'unknown' };
  }
  if (numberedLine.entry === null) {
    return { is: 'gone', by: numberedLine.goneBy ?? 'others' };
  }
  return { is: numberedLine.changedAt > asOf ? 'changed' : 'there', entry: numberedLine.entry };
}

/** Keeps the numbers, with some lines marked as shown in their present text. */
export function markShown<E>(addresses: LineAddresses<E>, which: readonly number[]): LineAddresses<E> {
  const { turn } = addresses;
  const shown = new Set(which);
  const lines = addresses.lines.map((line, number) => (shown.has(number) ? { ...line, shownAt: turn } : line));
  return { ...addresses, lines };
}
