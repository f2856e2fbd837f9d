import { expect, test } from 'vitest';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { nearSearches } from './near-words.ts';

const entry = (value: string): EntryView =>
  ({ category: 'fact', section: 'Facts', key: null, value, flags: { about: null } }) as unknown as EntryView;
const entries = ['The kitchen is blue', 'Überraschung at noon', 'cooks vegetarian'].map(entry);

test.each([
  ['kichen', ['kitchen']],
  ['kitcehn', ['kitchen']],
  ['kittchen', ['kitchen']],
  ['KITSHEN blue', ['kitchen blue']],
  ['überaschung', ['überraschung']],
  ['is:pinned vegeterian', ['is:pinned vegetarian']],
  ['kitchen', []],
  ['noo', []],
  ['television', []],
])('a search for %j offers %j', (query, offered) => {
  expect(nearSearches(query, entries)).toEqual(offered);
});
