import { describe, expect, test } from 'vitest';
import { type Category, type EntryFields, noFlags } from '../entries/entry.ts';
import { findTwins, type TextSketches } from './find-twins.ts';
import { distinct, nearPairs } from './testing/twin-examples.ts';

type SomeEntry = Pick<EntryFields, 'category' | 'section' | 'key' | 'value' | 'flags'>;

const prose = (value: string): SomeEntry => ({ category: null, section: '', key: null, value, flags: noFlags });
const keyed = (key: string, value: string, category: Category | null = 'fact'): SomeEntry => ({
  category,
  section: '',
  key,
  value,
  flags: noFlags,
});
const about = (name: string, entry: SomeEntry): SomeEntry => ({
  ...entry,
  flags: { ...noFlags, about: { kind: 'person', name } },
});
function twinsIn(entries: readonly SomeEntry[], byCategory = true, sketches?: TextSketches) {
  const work = findTwins(entries, byCategory, sketches);
  for (;;) {
    const step = work.next();
    if (step.done) {
      return step.value;
    }
  }
}
const found = (entries: readonly SomeEntry[], byCategory?: boolean) =>
  twinsIn(entries, byCategory).map(({ kind, entries }) => [kind, entries.map(({ value }) => value)]);

describe('twins', () => {
  test('are entries of one key and several values, within a category', () => {
    const entries = [keyed('diet', 'Vegetarian'), keyed('Diet', 'Eats meat'), keyed('diet', 'Vegan', 'preference')];
    expect(found(entries)).toEqual([['key', ['Vegetarian', 'Eats meat']]]);
  });

  test('are entries of one key under one heading, without categories', () => {
    const entries = [keyed('unit_preference', 'Metric', null), keyed('Unit preference', 'Imperial', null)];
    expect(found(entries, false)).toEqual([['key', ['Metric', 'Imperial']]]);
  });

  test('are not entries under headings of one shape', () => {
    const under = (section: string, ...keys: readonly string[]) =>
      keys.map((key) => ({ ...keyed(key, `${key} of ${section}`, null), section }));
    expect(found([...under('Push-ups', 'Time', 'State'), ...under('Reading', 'Time', 'State')], false)).toEqual([]);
    expect(found([...under('Ports of the proxy', 'Port'), ...under('Ports of the tunnel', 'Port')], false)).toEqual([]);
    expect(found([...under('Home', 'Diet'), ...under('Work', 'Diet')], false)).toHaveLength(1);
  });

  test('are not lines of two speakers', () => {
    expect(found([keyed('user', 'Hello there', null), keyed('user', 'And then?', null)], false)).toEqual([]);
  });

  test('are equal texts, whatever their case, blanks, emphasis and full stop', () => {
    expect(found([prose('Lives in **Berlin** now'), prose('lives in  Berlin now.')])).toEqual([
      ['same', ['Lives in **Berlin** now', 'lives in  Berlin now.']],
    ]);
    expect(found([prose('喜欢绿茶'), prose('喜欢绿茶。')])).toHaveLength(1);
    expect(found([keyed('diet', 'Vegetarian'), keyed('diet', 'vegetarian', 'preference')])).toHaveLength(1);
  });

  test('are not short values of different keys, nor names that differ in a symbol', () => {
    expect(found([keyed('dark_mode', 'yes'), keyed('metric', 'yes')])).toEqual([]);
    expect(found([prose('Writes most things in C#'), keyed('language', 'C++')])).toEqual([]);
    expect(found([keyed('language', 'C++'), keyed('language', 'C#')])).toEqual([['key', ['C++', 'C#']]]);
  });

  test('are not facts about different people', () => {
    const nuts = ['Is allergic to nuts of any kind', 'Is allergic to nuts of any kinds'].map(prose) as [
      SomeEntry,
      SomeEntry,
    ];
    expect(found(nuts)).toHaveLength(1);
    expect(found([about('Sarah', nuts[0]), about('Bo', nuts[0]), nuts[1]])).toEqual([]);
    expect(found([about('Sarah', nuts[0]), about('Bo', nuts[0]), about('sarah', nuts[0])])).toEqual([
      ['same', [nuts[0].value, nuts[0].value]],
    ]);
    expect(found([about('Sarah', nuts[0]), nuts[0], about('sarah', nuts[1]), nuts[0]]).map(([kind]) => kind)).toEqual([
      'near',
      'same',
    ]);
    const diets = ['Vegan', 'Vegetarian', 'Eats meat'].map((value) => keyed('diet', value)) as [
      SomeEntry,
      SomeEntry,
      SomeEntry,
    ];
    expect(found([about('Sarah', diets[0]), diets[1], about('Bo', diets[2])])).toEqual([]);
    expect(found([about('Bo', diets[0]), diets[1], about('Bo', diets[2])])).toEqual([['key', ['Vegan', 'Eats meat']]]);
  });

  test('are reported once, by the strongest reason', () => {
    const diet = 'Is vegetarian but eats fish while travelling';
    const entries = [keyed('diet', 'Vegetarian, but eats fish when travelling'), keyed('diet', diet)];
    expect(found(entries)).toEqual([['key', entries.map(({ value }) => value)]]);
    expect(found([...entries, prose(diet)])).toEqual([['near', [...entries.map(({ value }) => value), diet]]]);
  });

  test.each([
    ['Runs 5 km on Mondays in the park', 'Runs 6 km on Mondays in the park'],
    ['Takes the medicine on 3 May 2026', 'Takes the medicine on 4 May 2026'],
    ['Best workouts on Wednesday evenings', 'Best workouts on Thursday evenings'],
    ['The trip to Lisbon is in March', 'The trip to Lisbon is in April'],
    ['Has two cats who sleep all day', 'Has three cats who sleep all day'],
  ])('are not texts that differ only in a number or a date: %s', (one, other) => {
    expect(found([prose(one), prose(other)])).toEqual([]);
  });

  test('are found in 25 of 30 pairs in almost the same words, and in none of 50 texts that only share words', () => {
    const recalled = nearPairs.filter(([one, other]) => found([prose(one), prose(other)]).length === 1);
    expect([recalled.length, nearPairs.length]).toEqual([25, 30]);
    const all = [...nearPairs.flat(), ...distinct].map(prose);
    expect(found(distinct.map(prose))).toEqual([]);
    expect(found(all)).toHaveLength(recalled.length);
    expect(distinct).toHaveLength(50);
  });

  test('are the same with the sketches of texts compared before, and forget those of texts that are gone', () => {
    const entries = nearPairs.flat().map(prose);
    const sketches: TextSketches = new Map();
    const first = twinsIn(entries, false, sketches);
    const sketched = [...sketches.values()];
    expect(twinsIn(entries, false, sketches)).toEqual(first);
    expect([...sketches.values()].every((sketch, index) => sketch === sketched[index])).toBe(true);
    twinsIn(entries.slice(0, 2), false, sketches);
    expect(sketches.size).toBe(2);
  });

  test('are found among 10,000 entries in steps per entry, not per pair', () => {
    const steps = (entries: readonly SomeEntry[]): number => {
      let count = 0;
      const work = findTwins(entries, false);
      while (!work.next().done) {
        count++;
      }
      return count;
    };
    const many = (count: number, text: (index: number) => string): SomeEntry[] =>
      Array.from({ length: count }, (_, index) => keyed(`key ${index % 100}`, text(index), null));
    const word = (index: number): string =>
      Math.imul(index + 1, 2654435761)
        .toString(36)
        .replaceAll(/[-\d]/g, 'x');
    for (const text of [
      () => 'The same text in every one of them',
      (index: number) => `The person asked about the ${word(index)} in a long talk on the same old subject`,
    ]) {
      expect(steps(many(10_000, text))).toBeLessThan(130 * 10_000);
    }
  });
});
