import { expect, test } from 'vitest';
import { entry } from '../../testing/entries.ts';
import { emptiedIn, replaceAll, replacedIn } from './replacing.ts';

const entries = ['Tea at ten', 'steam and TEA', 'tea', 'coffee ($2.50)'].map((value) => entry(value));
const usual = { find: 'tea', put: 'coffee', matchCase: false, wholeWords: false };
const values = (replacing: Partial<typeof usual>) =>
  replacedIn(entries, { ...usual, ...replacing }).map(({ value }) => value);

test.each([
  [{}, ['coffee at ten', 'scoffeem and coffee', 'coffee']],
  [{ wholeWords: true }, ['coffee at ten', 'steam and coffee', 'coffee']],
  [{ matchCase: true }, ['scoffeem and TEA', 'coffee']],
  [{ put: '' }, [' at ten', 'sm and ']],
  [{ find: '', put: 'x' }, []],
  [{ find: '($2.50)', put: '$& $1' }, ['coffee $& $1']],
  [{ find: 'tea', put: 'tea', matchCase: true }, []],
])('replacing with %o', (replacing, expected) => {
  expect(values(replacing)).toEqual(expected);
});

test('counts only entries that would be left empty', () => {
  expect(emptiedIn(entries, { ...usual, find: 'tea at ten', put: ' ' })).toBe(1);
  expect(emptiedIn(entries, { ...usual, find: 'tea', put: 'x' })).toBe(0);
  expect(emptiedIn(entries, { ...usual, find: '', put: '' })).toBe(0);
});

test('reports removed and added text, and makes one edit for each entry', () => {
  const [first] = replacedIn(entries, usual);
  expect(first?.parts).toEqual([
    { kind: 'goes', text: 'Tea' },
    { kind: 'comes', text: 'coffee' },
    { kind: 'stays', text: ' at ten' },
  ]);
  expect(replaceAll(first ? [first] : [])).toMatchObject([{ op: 'edit', value: 'coffee at ten' }]);
});
