import { expect, test } from 'vitest';
import { tellingWords } from './telling-words.ts';

test.each([
  ['the longest words, in their order', { key: null, value: 'Deploys on Fridays at noon' }, 'deploys fridays'],
  ['words of the key', { key: 'drawing_hours', value: 'nine to ten' }, 'drawing hours'],
  ['a word once', { key: 'coffee', value: 'Coffee, no milk' }, 'coffee milk'],
  ['the only word', { key: null, value: 'Vegan.' }, 'vegan'],
  ['words of a script without blanks', { key: null, value: '喜欢在湖上驾驶帆船' }, '喜欢 湖上'],
  ['none of a masked secret', { key: 'token', value: '•••' }, 'token'],
  ['nothing if there is no word', { key: null, value: '🙂' }, ''],
])('searches for an entry by %s', (_, entry, expected) => {
  expect(tellingWords(entry)).toBe(expected);
});
