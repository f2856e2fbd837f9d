import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeRegions, type Region } from './merge-regions.ts';

const linesOf = (text: string) => [...text];

/** Regions: `=` for unchanged text, `m` and `t` for one side’s change, `{mine|base|theirs}` for changes of both. */
function read(mine: string, base: string, theirs: string): string {
  const texts = { mine, base, theirs };
  const one = (region: Region): string => {
    if (region.changed === 'one side') {
      const mark = region.in === 'base' ? '=' : region.in === 'mine' ? 'm' : 't';
      return `${mark}${texts[region.in].slice(region.from, region.to)}`;
    }
    const of = (side: keyof typeof texts) => texts[side].slice(region[side].from, region[side].to);
    return `{${of('mine')}|${of('base')}|${of('theirs')}}`;
  };
  return mergeRegions({ mine: linesOf(mine), base: linesOf(base), theirs: linesOf(theirs) })
    .map(one)
    .join(' ');
}

test.each([
  ['abcx', 'abc', 'yabc', 'ty =abc mx'],
  ['abc', 'abc', 'abc', '=abc'],
  ['axc', 'abc', 'ayc', '=a {x|b|y} =c'],
  // Repeated text alone aligns nothing.
  ['a-b-c-', 'a-b-', 'a-x-b-', '=a- tx- =b- mc-'],
  ['', '', '', ''],
  ['x', '', 'y', '{x||y}'],
])('merges mine “%s”, base “%s” and theirs “%s”', (mine, base, theirs, expected) => {
  expect(read(mine, base, theirs)).toBe(expected);
});

test('leaves no text out, and takes over a change of only one side', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', '-'), maxLength: 12 });
  fc.assert(
    fc.property(text, text, (base, mine) => {
      const merged = mergeRegions({ mine: linesOf(mine), base: linesOf(base), theirs: linesOf(base) });
      const taken = merged.map((region) => {
        expect(region.changed).toBe('one side');
        return region.changed === 'one side'
          ? { mine, base, theirs: base }[region.in].slice(region.from, region.to)
          : '';
      });
      expect(taken.join('')).toBe(mine);
    }),
  );
});

test('finds a line at either end of very many without comparing all pairs', () => {
  const base = Array.from({ length: 100_000 }, (_, index) => `line ${index}`);
  const regions = mergeRegions({ mine: [...base, 'mine'], base, theirs: ['theirs', ...base] });
  expect(regions.map((region) => region.changed === 'one side' && region.in)).toEqual(['theirs', 'base', 'mine']);
});

describe('among identical lines', () => {
  const blank = Array.from({ length: 4000 }, () => '');
  const withLines = (...places: readonly (readonly [number, string])[]): string[] =>
    places.reduceRight((lines, [at, line]) => lines.toSpliced(at, 0, line), blank);
  const read = (mine: string[], theirs: string[]) =>
    mergeRegions({ mine, base: blank, theirs }).map((region) => [
      region.changed === 'one side' ? region.in : 'both',
      region.changed === 'one side' ? region.to - region.from : region.base.to - region.base.from,
    ]);

  test('merges additions of both sides far from each other', () => {
    expect(read(withLines([1000, 'mine']), withLines([3000, 'theirs']))).toEqual([
      ['base', 1000],
      ['mine', 1],
      ['base', 2000],
      ['theirs', 1],
      ['base', 1000],
    ]);
  });

  test('takes interleaved additions for one stretch, without comparing line by line', () => {
    expect(read(withLines([500, 'mine'], [2500, 'mine']), withLines([1500, 'theirs'], [3500, 'theirs']))).toEqual([
      ['base', 500],
      ['both', 3000],
      ['base', 500],
    ]);
  });
});
