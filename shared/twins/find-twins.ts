import type { EntryFields } from '../entries/entry.ts';
import { addTo } from '../entries/multimap.ts';
import { foldedName } from '../entries/subjects.ts';
import { type ComparableEntry, numbersIn, plainKey, plainText, plainValue } from './comparable-entry.ts';
import { areLike, bucketsOf, type Sketch, sketch } from './min-hash.ts';

/** `key`: one key with several values; `same`: one text more than once; `near`: texts that are almost the same. */
export const twinKinds = ['key', 'same', 'near'] as const;
export type TwinKind = (typeof twinKinds)[number];

type ComparedEntry = ComparableEntry & Pick<EntryFields, 'flags' | 'section'>;

/** Entries that may be one. */
export type Twins<E extends ComparedEntry> = {
  readonly kind: TwinKind;
  /** Entries, at least two, in file order. */
  readonly entries: readonly E[];
};

/** Likeness from which two texts are almost the same. */
const nearFrom = 0.65;
/** Length below which a single word makes too much of a difference. */
const fewestCharacters = 12;
/** Texts of a bucket that a further one is compared with. */
const mostCompared = 8;

/** Keys without a meaning: empty ones, and the speakers of notes that assistants keep of a conversation. */
const namesNothing = new Set(['', 'user', 'assistant', 'human', 'system']);

type SketchedText = Sketch & { readonly buckets: readonly number[]; readonly numbers: string };
/** Sketches by text. */
export type TextSketches = Map<string, SketchedText>;

/**
 * Finds the entries of a memory that may be one, in file order, in steps that others may interrupt: the cost of a step
 * does not depend on the number of entries, and there are at most 130 steps for each.
 * @param byCategory set if a key means one thing in each category, not in the whole memory
 * @param sketches those of the texts that were compared last; afterwards those of the texts compared now
 */
export function* findTwins<E extends ComparedEntry>(
  entries: readonly E[],
  byCategory: boolean,
  sketches: TextSketches = new Map(),
): Generator<void, Twins<E>[]> {
  const ofKey = new Map<string, number[]>();
  const ofText = new Map<string, number[]>();
  const keysUnder = new Map<string, string[]>();
  for (const [index, entry] of entries.entries()) {
    yield;
    if (entry.key !== null) {
      addTo(keysUnder, entry.section, plainKey(entry.key));
    }
    if (entry.key !== null && !namesNothing.has(plainKey(entry.key)) && plainValue(entry) !== '') {
      addTo(ofKey, `${byCategory ? entry.category : ''} ${plainKey(entry.key)}`, index);
    }
    if (plainValue(entry) !== '') {
      addTo(ofText, plainText(entry), index);
    }
  }
  const at = (index: number): E => entries[index] as E;
  const byKey = [...ofKey.values()]
    .flatMap((group) => bySubject(group, at))
    .filter(
      (group) =>
        byCategory ||
        !areOfOneShape(
          group.map((index) => at(index).section),
          keysUnder,
        ),
    )
    .filter((group) => new Set(group.map((index) => plainValue(at(index)))).size > 1);
  const near = yield* nearTexts([...ofText.keys()], sketches);
  const byText = near
    .map((texts) => texts.flatMap((text) => ofText.get(text) ?? []).sort((one, other) => one - other))
    .flatMap((group) => bySubject(group, at))
    .map((group) => {
      const texts = new Set(group.map((index) => plainText(at(index))));
      return { kind: texts.size > 1 ? ('near' as const) : ('same' as const), group };
    });
  return withoutParts([...byKey.map((group) => ({ kind: 'key' as const, group })), ...byText])
    .sort((one, other) => (one.group[0] ?? 0) - (other.group[0] ?? 0))
    .map(({ kind, group }) => ({ kind, entries: group.map(at) }));
}

/** True of headings of one shape, such as days: they share two keys, or their only one and a word. */
function areOfOneShape([first = '', ...others]: readonly string[], keysUnder: ReadonlyMap<string, string[]>): boolean {
  const isAlike = (other: string): boolean => {
    const [mine, theirs] = [new Set(keysUnder.get(first)), new Set(keysUnder.get(other))];
    const shared = [...mine].filter((key) => theirs.has(key)).length;
    return shared > 1 || (shared === mine.size && shared === theirs.size && haveWordInCommon(first, other));
  };
  return new Set([first, ...others]).size > others.length && others.every(isAlike);
}

function haveWordInCommon(one: string, other: string): boolean {
  const wordsIn = (heading: string) => heading.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  const words = new Set<string>(wordsIn(one));
  return wordsIn(other).some((word) => words.has(word));
}

/** Splits a group by subject: texts about two people are two things. */
function bySubject(group: readonly number[], at: (index: number) => ComparedEntry): (readonly number[])[] {
  if (group.length < 2) {
    return [];
  }
  const parts = new Map<string, number[]>();
  for (const index of group) {
    addTo(parts, foldedName(at(index).flags.about?.name ?? ''), index);
  }
  return [...parts.values()].filter((part) => part.length > 1);
}

type Group = { readonly kind: TwinKind; readonly group: readonly number[] };

/** Drops groups that are a part of another: entries are in at most one group by key and one by text. */
function withoutParts(groups: readonly Group[]): Group[] {
  const isKey = ({ kind }: Group): boolean => kind === 'key';
  const holders = (of: readonly Group[]) =>
    new Map(of.flatMap((one) => one.group.map((index) => [index, one] as const)));
  const byKey = holders(groups.filter(isKey));
  const byText = holders(groups.filter((one) => !isKey(one)));
  return groups.filter((one) => {
    const others = isKey(one) ? byText : byKey;
    const other = others.get(one.group[0] ?? -1);
    const isPart = other !== undefined && one.group.every((index) => others.get(index) === other);
    // The group by key stays if two have the same entries.
    return !isPart || (isKey(one) && other.group.length === one.group.length);
  });
}

/** Groups texts that are almost the same as the first of a group: no chain of small differences joins them all. */
function* nearTexts(texts: readonly string[], sketches: TextSketches): Generator<void, string[][]> {
  const before = new Map(sketches);
  sketches.clear();
  const buckets = new Map<number, { readonly looked: SketchedText; readonly group: string[] }[]>();
  const groups: string[][] = [];
  for (const text of texts) {
    yield;
    if (text.length < fewestCharacters) {
      groups.push([text]);
      continue;
    }
    const looked = before.get(text) ?? sketchText(text);
    sketches.set(text, looked);
    const others = new Set(looked.buckets.flatMap((bucket) => buckets.get(bucket) ?? []));
    let like: string[] | undefined;
    for (const other of others) {
      yield;
      if (other.looked.numbers === looked.numbers && areLike(looked, other.looked, nearFrom)) {
        like = other.group;
        break;
      }
    }
    if (like) {
      like.push(text);
      continue;
    }
    const own = { looked, group: [text] };
    groups.push(own.group);
    for (const bucket of looked.buckets) {
      if ((buckets.get(bucket)?.length ?? 0) < mostCompared) {
        addTo(buckets, bucket, own);
      }
    }
  }
  return groups;
}

/** Finds the entries that say almost the same as a new text, in file order. */
export function entriesLike<E extends ComparableEntry>(entries: readonly E[], newEntry: ComparableEntry): E[] {
  const text = plainText(newEntry);
  if (text.length < fewestCharacters) {
    return entries.filter((entry) => plainText(entry) === text);
  }
  const looked = sketchText(text);
  return entries.filter((entry) => {
    const other = sketchText(plainText(entry));
    return other.numbers === looked.numbers && areLike(other, looked, nearFrom);
  });
}

function sketchText(text: string): SketchedText {
  const sketched = sketch(text);
  const numbers = numbersIn(text);
  const ofNumbers = [...numbers].reduce((sum, character) => Math.imul(sum, 31) + character.charCodeAt(0), 0);
  return { ...sketched, buckets: bucketsOf(sketched).map((bucket) => bucket ^ ofNumbers), numbers };
}
