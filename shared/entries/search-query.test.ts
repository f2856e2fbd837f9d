import { expect, test } from 'vitest';
import { noFlags } from './entry.ts';
import { searchedText } from './search.ts';
import { asksNothing, hasWholeWords, isFound, readSearch, unreadIn, wordsIn } from './search-query.ts';

const entry = {
  category: 'fact',
  section: 'Facts',
  key: 'tea_time',
  value: 'Café at\n3:30, push-pull after',
  source: 'weekly_review',
  date: '2026-03-14',
  confidence: 'likely',
  flags: { ...noFlags, pinned: true, about: { kind: 'person', name: 'Sarah Kim' } },
  mark: 'new',
} as const;
const finds = (query: string): boolean => isFound(searchedText(entry), entry, readSearch(query));

test.each([
  ['  tea CAFÉ ', true],
  ['"café at"', true],
  ['"at café"', false],
  ['"tea time"', true],
  ['"café at', true],
  ['-coffee', true],
  ['tea -café', false],
  ['-"café at"', false],
  ['“café at”', true],
  ['push-pull', true],
  ['soup|tea', true],
  ['soup|café 3:30', true],
  ['soup|caf', false],
  ['soup|stew', false],
  ['tea soup|stew', false],
  ['|tea|', true],
  ['-soup|stew', true],
  ['-soup|tea', false],
  ['3:30', true],
  ['tea_time: Café', true],
  ['is:pinned is:new is:likely', true],
  ['is:certain', false],
  ['-is:certain', true],
  ['from:weekly', true],
  ['from:"weekly_review"', true],
  ['from:"weekly review"', true],
  ['from:me', false],
  ['from:you', false],
  ['in:facts', true],
  ['in:insights', false],
  ['about:sarah', true],
  ['about:"sarah kim"', true],
  ['key:tea', true],
  ['before:2026', false],
  ['before:2026-04', true],
  ['before:2026-03-14', false],
  ['after:2026-03', true],
  ['after:2026-03-15', false],
  ['tea is:pinned after:2026', true],
])('%s matches: %s', (query, expected) => {
  expect(finds(query)).toBe(expected);
});

test('ignores unfinished terms, and takes unknown ones for words', () => {
  for (const query of ['', '  ', 'from:', 'is:', '-', '"', '-"', 'before:']) {
    expect(asksNothing(readSearch(query)), query).toBe(true);
  }
  expect(readSearch('is:odd before:soon https://example.org constructor:x').words).toEqual([
    'is:odd',
    'before:soon',
    'https://example.org',
    'constructor:x',
  ]);
  expect(readSearch('is:constructor').conditions).toEqual([]);
});

test('marks each alternative of a choice', () => {
  expect(wordsIn(readSearch('Green soup|TEA "a|b"'))).toEqual(['green', 'a|b', 'soup', 'tea']);
  expect(readSearch('|').words).toEqual(['|']);
});

test('entries without a date are neither before nor after a day', () => {
  const undated = { ...entry, date: null };
  expect(isFound('', undated, readSearch('before:9999'))).toBe(false);
  expect(isFound('', undated, readSearch('after:0000'))).toBe(false);
  expect(isFound('', undated, readSearch('is:undated'))).toBe(true);
});

test('in a choice of words, a long one may be a beginning, and a short one is a whole word', () => {
  const finds = (text: string): boolean => isFound(text, entry, readSearch('recipe|tea'));
  expect(finds('short answers, except recipes')).toBe(true);
  expect(finds('two teas a day')).toBe(true);
  expect(finds('asks a teacher')).toBe(false);
  expect(finds('a prerecipe')).toBe(false);
});

test('tells whole words from parts of words', () => {
  expect(hasWholeWords('the cat sat', ['cat', 'the'])).toBe(true);
  expect(hasWholeWords('category of cat_food', ['cat'])).toBe(true);
  expect(hasWholeWords('concatenate category', ['cat'])).toBe(false);
  expect(hasWholeWords('絵本展の件で', ['件'])).toBe(true);
});

test('reports a filter with an unknown value once something is typed', () => {
  expect(unreadIn('tea is:blue -before:June after:2026 is: before:"next week" x:y')).toEqual([
    'is',
    'before',
    'before',
  ]);
});
