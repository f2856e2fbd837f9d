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
  [{ pinned: true }, 'It is no longer pinned.', null],
  [{ corrected: true }, 'It is no longer marked as corrected by you.', null],
  [{ pinned: true, corrected: true }, 'It is no longer pinned or marked as corrected by you.', null],
  [{ confidence: 'certain', pinned: true }, 'It was certain. It is no longer pinned.', null],
  [{ value: 'English', pinned: true }, 'It is no longer pinned. It said:', 'English'],
  [{}, 'Its text is the same; its date, source or flags changed.', null],
] as const)('words an earlier state that differs in %j', (was, words, text) => {
  expect(earlierInWords(now, { category, key, value, confidence, ...was })).toEqual({ before: words, value: text });
});

test('words a replaced correction as such', () => {
  const replaced = { ...now, mark: 'superseded' as const };
  expect(earlierInWords(replaced, { category, key, confidence, value: 'Irish' }).before).toBe(
    'You had corrected it to:',
  );
});

test('doesn’t report marks that an entry still has as lost', () => {
  const source = 'user_correction';
  const same = { ...now, source, flags: { ...now.flags, pinned: true } };
  const was = { category, key, value, confidence: 'certain', pinned: true, corrected: true } as const;
  expect(earlierInWords(same, was).before).toBe('It was certain.');
});
