import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readContext } from './context/read-document.ts';
import { randomContext } from './context/testing/random-context.ts';
import { mergeTexts } from './merge.ts';

const base = `---
last_updated: 2026-01-16
version: 15
token_estimate: 450
assistant: Quill
---

## Facts (certain)
- a: 1
- b: 2
- c: 3

Some prose.
`;
const merge = (mine: string, theirs: string, ...choices: ('mine' | 'theirs' | 'both')[]) =>
  mergeTexts(readContext(base), readContext(mine), readContext(theirs), choices);

describe('mergeTexts', () => {
  test.each<[string, (text: string) => string, (text: string) => string, (text: string) => string]>([
    ['one side only', (t) => t.replace('a: 1', 'a: x'), (t) => t, (t) => t.replace('a: 1', 'a: x')],
    [
      'neighbouring entries',
      (t) => t.replace('a: 1', 'a: x'),
      (t) => t.replace('b: 2', 'b: y'),
      (t) => t.replace('a: 1', 'a: x').replace('b: 2', 'b: y'),
    ],
    [
      'additions at the same place',
      (t) => t.replace('- c: 3\n', '- c: 3\n- d: mine\n'),
      (t) => t.replace('- c: 3\n', '- c: 3\n- e: theirs\n'),
      (t) => t.replace('- c: 3\n', '- c: 3\n- d: mine\n- e: theirs\n'),
    ],
    [
      'a removal beside a change',
      (t) => t.replace('- b: 2\n', ''),
      (t) => t.replace('a: 1', 'a: y'),
      (t) => t.replace('- b: 2\n', '').replace('a: 1', 'a: y'),
    ],
    [
      'a line of the frontmatter beside a counted change',
      (t) => t.replace('Quill', 'Nib'),
      (t) => t.replace('version: 15', 'version: 16').replace('450', '460'),
      (t) => t.replace('Quill', 'Nib').replace('version: 15', 'version: 16').replace('450', '460'),
    ],
    ['the same change twice', (t) => t.replace('2', '9'), (t) => t.replace('2', '9'), (t) => t.replace('2', '9')],
  ])('keeps both sides: %s', (_, mine, theirs, expected) => {
    expect(merge(mine(base), theirs(base))).toEqual({ text: expected(base), conflicts: [] });
  });

  test('asks only about an entry changed on both sides', () => {
    const [mine, theirs] = [base.replace('b: 2', 'b: mine'), base.replace('b: 2', 'b: theirs').replace('a: 1', 'a: x')];
    const conflict = { key: 'b', base: '- b: 2', mine: '- b: mine', theirs: '- b: theirs' };
    const [found] = merge(mine, theirs).conflicts;
    expect(merge(mine, theirs).conflicts).toMatchObject([conflict]);
    const merged = merge(mine, theirs).text;
    expect(merged.slice(found?.at.from, found?.at.end)).toBe('- b: mine\n');
    expect(theirs.slice(found?.theirsAt?.from, found?.theirsAt?.to)).toBe('- b: theirs');
    expect(merge(mine, theirs, 'mine').text).toBe(theirs.replace('b: theirs', 'b: mine'));
    expect(merge(mine, theirs, 'theirs').text).toBe(theirs);
    expect(merge(mine, theirs, 'both').text).toBe(theirs.replace('- b: theirs', '- b: theirs\n- b: mine'));
  });

  test('asks about an entry one side removed and the other changed', () => {
    const removed = merge(base.replace('- b: 2\n', ''), base.replace('b: 2', 'b: theirs'));
    expect(removed.conflicts).toMatchObject([{ key: 'b', base: '- b: 2', mine: null, theirs: '- b: theirs' }]);
    expect(removed.text).not.toContain('- b:');
  });

  test('asks about a key both sides learned again', () => {
    const add = (value: string): string => base.replace('- c: 3\n', `- c: 3\n- d: ${value}\n`);
    expect(merge(add('mine'), add('theirs')).conflicts).toMatchObject([
      { key: 'd', base: null, mine: '- d: mine', theirs: '- d: theirs' },
    ]);
  });

  test('gives one side’s exact bytes if the other changed nothing', () => {
    fc.assert(
      fc.property(randomContext, randomContext, (first, second) => {
        const [before, after] = [readContext(first), readContext(second)];
        expect(mergeTexts(before, before, after)).toEqual({ text: second, conflicts: [] });
        expect(mergeTexts(before, after, before)).toEqual({ text: second, conflicts: [] });
        expect(mergeTexts(before, after, after).text).toBe(second);
      }),
      { numRuns: 500 },
    );
  });

  test('loses no entry of either side: each is in the result, in a conflict, or was removed by the other', () => {
    fc.assert(
      fc.property(randomContext, randomContext, randomContext, (one, two, three) => {
        const [origin, mine, theirs] = [readContext(one), readContext(two), readContext(three)];
        const { text, conflicts } = mergeTexts(origin, mine, theirs);
        const told = conflicts.flatMap((conflict) => [conflict.mine ?? '', conflict.theirs ?? '']);
        for (const { raw } of [...mine.entries, ...theirs.entries]) {
          const known = origin.entries.some((entry) => entry.raw === raw);
          expect(known || text.includes(raw) || told.includes(raw), raw).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

test('keeps each side’s additions in place among thousands of identical lines', () => {
  const text = (mine: string, theirs: string): string =>
    `- begin\n${'\n'.repeat(1000)}${mine}${'\n'.repeat(2000)}${theirs}${'\n'.repeat(1000)}- end\n`;
  const read = (mine: string, theirs: string) => readContext(text(mine, theirs));
  const merged = mergeTexts(read('', ''), read('- a: mine\n', ''), read('', '- b: theirs\n'));
  expect(merged).toEqual({ text: text('- a: mine\n', '- b: theirs\n'), conflicts: [] });
});
