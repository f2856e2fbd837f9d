import { describe, expect, test } from 'vitest';
import { applyEdits } from './edits.ts';

describe('applyEdits', () => {
  test('makes edits in any order and leaves the rest', () => {
    const edits = [
      { from: 6, to: 11, insert: 'there' },
      { from: 0, to: 5, insert: 'Hi' },
    ];
    expect(applyEdits('hello world', edits)).toBe('Hi there');
  });

  test('makes insertions at one place in the given order, before a replacement there', () => {
    const edits = [
      { from: 1, to: 2, insert: 'X' },
      { from: 1, to: 1, insert: '1' },
      { from: 1, to: 1, insert: '2' },
    ];
    expect(applyEdits('abc', edits)).toBe('a12Xc');
  });

  test.each([
    [
      'overlap',
      [
        { from: 0, to: 3, insert: '' },
        { from: 2, to: 4, insert: '' },
      ],
    ],
    [
      'an insertion inside a removal',
      [
        { from: 0, to: 3, insert: '' },
        { from: 1, to: 1, insert: 'x' },
      ],
    ],
    ['an end before its start', [{ from: 3, to: 2, insert: '' }]],
    ['a place outside the text', [{ from: 4, to: 9, insert: '' }]],
  ])('refuses %s', (_, edits) => {
    expect(() => applyEdits('abcde', edits)).toThrow(RangeError);
  });
});
