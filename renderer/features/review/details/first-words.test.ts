import { expect, test } from 'vitest';
import { firstWords } from './first-words.ts';

const entry = (key: string | null, value: string, confidence: 'certain' | 'tentative') => ({
  category: 'preference' as const,
  section: 'Notes',
  key,
  value,
  confidence,
});
const entries = [entry('unit_preference', 'metric', 'certain'), entry(null, 'Sleeps late', 'tentative')];

test('three sentences on the first entries say what sections and dots are', () => {
  expect(firstWords(entries, { sections: true, confidence: true })).toEqual([
    '“Unit preference” stands in Preferences: sections say what kind of thing an entry is.',
    '“Unit preference” has three dots, so your assistant is certain of it; “Sleeps late” has one dot: tentative.',
    'Confirm what is right and correct what isn’t: when the memory is full, the oldest tentative entries are archived first.',
  ]);
});

test('a memory that does not say how sure it is says what the person can', () => {
  expect(firstWords(entries, { sections: false, confidence: false })).toEqual([
    '“Unit preference” stands in Notes: sections say what kind of thing an entry is.',
    'Correct what isn’t right and confirm what is: your words stay, whatever your assistant writes.',
  ]);
  expect(firstWords([], { sections: true, confidence: true })).toEqual([]);
});
