import { expect, test } from 'vitest';
import { marksOf } from './conversation-words.ts';

const minute = 60_000;
const now = 1000 * minute;
const namesOf = (conversation: Parameters<typeof marksOf>[0]): readonly string[] =>
  marksOf(conversation, now).map(({ name }) => name);

test('dates a conversation by its messages, not by a copy of its file', () => {
  expect(namesOf({ changedAt: now - minute, lastSaidAt: now - minute })).toEqual(['Going on']);
  expect(namesOf({ changedAt: now, lastSaidAt: now - 600 * minute })).toEqual([]);
  expect(namesOf({ changedAt: now - minute, lastSaidAt: null })).toEqual(['Going on']);
  expect(namesOf({ changedAt: now - 3 * minute, lastSaidAt: null })).toEqual([]);
});
