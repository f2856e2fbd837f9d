import { expect, test } from 'vitest';
import { noFlags } from './entry.ts';
import { hasWords, searchedText, searchWords } from './search.ts';

const entry = { category: null, section: 'Kitchen', key: 'tea_time', value: 'Café at\n3:30', flags: noFlags };
const finds = (query: string): boolean => hasWords(searchedText(entry), searchWords(query));

test('matches words in any order and case, and a whole line as in the file', () => {
  expect(finds('  café TEA_time ')).toBe(true);
  expect(finds('tea_time: Café at')).toBe(true);
  expect(finds('tea time')).toBe(true);
  expect(finds('coffee')).toBe(false);
  expect(finds('')).toBe(true);
});

test('matches accented letters, composed or decomposed', () => {
  expect(finds('cafe\u0301')).toBe(true);
  expect(hasWords(searchedText({ ...entry, value: 'Cafe\u0301' }), searchWords('café'))).toBe(true);
});

test('matches an entry by its heading, but not by a standard section', () => {
  expect(finds('kitchen tea')).toBe(true);
  expect(hasWords(searchedText({ ...entry, category: 'fact', section: 'Facts' }), searchWords('facts'))).toBe(false);
});
