import { describe, expect, it } from 'vitest';
import { existing, pathAfter } from './use-value-tree.ts';

describe('the selection in a changing value', () => {
  it.each([
    ['an item after new ones', ['weeks', 1], { weeks: ['push', 'legs'] }, { weeks: ['push', 'pull', 'legs'] }, 2],
    ['an item after removed ones', ['weeks', 2], { weeks: ['a', 'b', 'c'] }, { weeks: ['b', 'c'] }, 1],
    ['an item before new ones', ['weeks', 0], { weeks: ['a'] }, { weeks: ['a', 'b'] }, 0],
    ['an item with another text', ['weeks', 1], { weeks: ['a', 'b'] }, { weeks: ['a', 'c'] }, 1],
    ['one of two equal items', ['weeks', 1], { weeks: ['a', 'a'] }, { weeks: ['a', 'a', 'b'] }, 1],
  ])('is found again: %s', (_, path, before, now, place) => {
    expect(pathAfter(path, before, now)).toEqual(['weeks', place]);
  });

  it('is found when its container has moved', () => {
    const ann = { name: 'ann', likes: ['tea', 'milk'] };
    expect(pathAfter([0, 'likes', 1], [ann], [{ name: 'bob' }, ann])).toEqual([1, 'likes', 1]);
    expect(pathAfter(['ann', 'likes'], { ann: 1 }, { ann: { likes: 2 } })).toEqual(['ann', 'likes']);
  });

  it.each([
    ['an item replaced by another', ['weeks', 0], { weeks: ['a', 'b'] }, { weeks: ['b'] }],
    ['an item among changed ones', ['weeks', 0], { weeks: ['a', 'b'] }, { weeks: ['c', 'd'] }],
    ['a removed name', ['weeks'], { weeks: [] }, {}],
    ['an item of a former list', ['weeks', 0], { weeks: ['a'] }, { weeks: 'a' }],
    ['a name of every object', ['toString'], { toString: 1 }, {}],
  ])('is cleared: %s', (_, path, before, now) => {
    expect(pathAfter(path, before, now)).toBeNull();
  });

  it('keeps as much of its path as exists', () => {
    expect(existing(['weeks', 1], { weeks: ['a', 'b'] })).toEqual(['weeks', 1]);
    expect(existing(['weeks', 1], { weeks: ['a'] })).toEqual(['weeks']);
    expect(existing(['weeks', 1], 7)).toEqual([]);
  });
});
