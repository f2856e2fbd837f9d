import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstCharacters, lastCharacters } from './characters.ts';

test('gives the first and last characters as a person counts them, surrogate pairs as one', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '茶', '🍵', '\ud83c', '\udf75'), maxLength: 12 });
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 6 }), (said, count) => {
      expect(firstCharacters(said, count)).toBe([...said.slice(0, 2 * count)].slice(0, count).join(''));
      expect(lastCharacters(said, count)).toBe([...said.slice(-2 * count)].slice(-count).join(''));
    }),
  );
  expect(firstCharacters('🍵🍵a', 2)).toBe('🍵🍵');
  expect(lastCharacters('a🍵🍵', 2)).toBe('🍵🍵');
});
