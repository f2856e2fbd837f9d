import { expect, test } from 'vitest';
import { entry } from '../testing/entries.ts';
import { earlierInWords } from './earlier.ts';

const now = entry('now', { key: 'language', value: 'French', confidence: 'likely', mark: 'changed' });
const { category, key, value, confidence } = now;

test.each([
  [{ value: 'English' }, 'It said:', 'English'],
  [{ value: '' }, 'It said:', '(no value)'],
  [{ key: 'tongue' }, 'It had the key tongue.', null],
  [{ key: null, confidence: 'certain' }, 'It had no key, was certain.', null],
  [{ category: 'fact' }, 'It stood under Facts.', null],
  [{}, 'Its text is the same; its date, source or flags changed.', null],
] as const)('an entry of which %j was different', (was, words, text) => {
  expect(earlierInWords(now, { category, key, value, confidence, ...was })).toEqual({ before: words, value: text });
});

test('what a person had corrected is called that', () => {
  const replaced = { ...now, mark: 'superseded' as const };
  expect(earlierInWords(replaced, { category, key, confidence, value: 'Irish' }).before).toBe(
    'You had corrected it to:',
  );
});
