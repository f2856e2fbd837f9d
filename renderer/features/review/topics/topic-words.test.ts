import { expect, test } from 'vitest';
import { dayOf, mentionsIn } from './topic-words.ts';

test('splits a text at the topics it mentions', () => {
  expect(mentionsIn('See [[tea]] and [[ work hours ]].')).toEqual([
    { text: 'See ', mentioned: null },
    { text: '[[tea]]', mentioned: 'tea' },
    { text: ' and ', mentioned: null },
    { text: '[[ work hours ]]', mentioned: 'work hours' },
    { text: '.', mentioned: null },
  ]);
  expect(mentionsIn('[[a]]')).toEqual([{ text: '[[a]]', mentioned: 'a' }]);
  expect(mentionsIn('[[a\nb]] [x]')).toEqual([{ text: '[[a\nb]] [x]', mentioned: null }]);
  expect(mentionsIn('')).toEqual([]);
});

test('uses the topic’s day, else that of its file', () => {
  const modifiedAt = new Date(2026, 4, 3, 12).getTime();
  expect(dayOf({ modified: '2026-05-01T12:00:00Z', modifiedAt })).toMatch(/^2026-05-0[12]$/);
  expect(dayOf({ modified: null, modifiedAt })).toBe('2026-05-03');
  expect(dayOf({ modified: 'last spring', modifiedAt })).toBe('2026-05-03');
});
