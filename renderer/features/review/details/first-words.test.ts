import { expect, test } from 'vitest';
import type { Confidence } from '#shared/entries/entry.ts';
import { introSentences } from './first-words.ts';

const entry = (key: string | null, value: string, confidence: Confidence) => ({
  category: 'preference' as const,
  section: 'Notes',
  key,
  value,
  confidence,
});
const entries = [entry('unit_preference', 'metric', 'certain'), entry(null, 'Sleeps late', 'tentative')];

test('explains sections and dots in three sentences by the first entries', () => {
  expect(introSentences(entries, { sections: true, confidence: true }, true)).toEqual([
    '“Unit preference” is in Preferences: sections say what kind of thing an entry is.',
    '“Unit preference” is certain (three dots), “Sleeps late” is tentative (one dot): that is how sure your assistant is.',
    'Confirm what is right and correct what isn’t: when the memory is full, the oldest insights are archived first, then the oldest patterns.',
  ]);
});

test('explains the dots of the first entry if all are equally certain', () => {
  expect(introSentences([entry('tea', 'green', 'likely')], { sections: true, confidence: true }, true)[1]).toBe(
    '“Tea” is likely (two dots): that is how sure your assistant is.',
  );
});

test('explains corrections in a memory without confidence', () => {
  expect(introSentences(entries, { sections: false, confidence: false }, true)).toEqual([
    '“Unit preference” is in Notes: sections say what kind of thing an entry is.',
    'Correct what isn’t right and confirm what is: your words stay, whatever your assistant writes.',
  ]);
  expect(introSentences([], { sections: true, confidence: true }, true)).toEqual([]);
});

test('doesn’t mention corrections in a read-only memory', () => {
  expect(introSentences(entries, { sections: false, confidence: false }, false)).toHaveLength(1);
  expect(introSentences(entries, { sections: true, confidence: true }, false)).toHaveLength(2);
});
