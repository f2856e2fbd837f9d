import { expect, test } from 'vitest';
import { foldedForSearch } from '#shared/entries/search.ts';
import { nearSearches } from './near-words.ts';

const texts = ['The kitchen is blue', 'Überraschung at noon', 'cooks vegetarian'].map(foldedForSearch);

test.each([
  ['kichen', ['kitchen']],
  ['kitcehn', ['kitchen']],
  ['kittchen', ['kitchen']],
  ['KITSHEN blue', ['kitchen blue']],
  ['überaschung', ['überraschung']],
  ['is:pinned vegeterian', ['is:pinned vegetarian']],
  ['kichen noon', []],
  ['kitchen', []],
  ['noo', []],
  ['television', []],
])('suggests for %j %j', (query, offered) => {
  expect(nearSearches(query, texts)).toEqual(offered);
});
