import { expect, test } from 'vitest';
import { cutInWords, howMuchIsRead, neverReadInWords, stopsHere } from './loaded.ts';

const claude = {
  assistant: 'Claude Code',
  loaded: [
    { unit: 'lines', limit: 200 },
    { unit: 'bytes', limit: 25_000 },
  ],
} as const;

test('words how much is read, and where that ends', () => {
  expect(howMuchIsRead(claude)).toContain('Claude Code reads the first 200 lines or 25 KB of this file, whichever');
  expect(howMuchIsRead({ assistant: null, loaded: [{ unit: 'characters', limit: 6000 }] })).toBe(
    'At its start your assistant reads the first 6,000 characters of this file. It never learns of what is below.',
  );
  expect(stopsHere(claude, 200)).toBe('Claude Code stops reading here (line 200)');
  expect([1, 12].map(neverReadInWords)).toEqual(['1 entry is never read', '12 entries are never read']);
});

test.each([
  [null, null, ''],
  [0, 0, ''],
  [3, 0, 'Then your assistant reads all entries.'],
  [3, 3, 'Then 3 entries are never read, as many as now.'],
  [3, 1, 'Then 1 entry is never read (3 now).'],
  [0, 2, 'Then 2 entries are never read (none now).'],
])('words a cut from %j to %j', (cutBefore, cutAfter, words) => {
  expect(cutInWords({ cutBefore, cutAfter })).toBe(words);
});
