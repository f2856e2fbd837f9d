import { describe, expect, it } from 'vitest';
import { existing, pathAfter } from './use-value-tree.ts';

describe('what is chosen in a value that changes', () => {
  it.each([
    ['an item others came before', ['weeks', 1], { weeks: ['push', 'legs'] }, { weeks: ['push', 'pull', 'legs'] }, 2],
    ['an item others went from before', ['weeks', 2], { weeks: ['a', 'b', 'c'] }, { weeks: ['b', 'c'] }, 1],
    ['an item more came after', ['weeks', 0], { weeks: ['a'] }, { weeks: ['a', 'b'] }, 0],
    ['an item that says something else now', ['weeks', 1], { weeks: ['a', 'b'] }, { weeks: ['a', 'c'] }, 1],
    ['one of two that say the same', ['weeks', 1], { weeks: ['a', 'a'] }, { weeks: ['a', 'a', 'b'] }, 1],
  ])('is found again: %s', (_, path, before, now, place) => {
    expect(pathAfter(path, before, now)).toEqual(['weeks', place]);
  });

  it('is found in what moved around it', () => {
    const ann = { name: 'ann', likes: ['tea', 'milk'] };
    expect(pathAfter([0, 'likes', 1], [ann], [{ name: 'bob' }, ann])).toEqual([1, 'likes', 1]);
    expect(pathAfter(['ann', 'likes'], { ann: 1 }, { ann: { likes: 2 } })).toEqual(['ann', 'likes']);
  });

  it.each([
    ['an item whose place another has now', ['weeks', 0], { weeks: ['a', 'b'] }, { weeks: ['b'] }],
    ['an item among changed ones', ['weeks', 0], { weeks: ['a', 'b'] }, { weeks: ['c', 'd'] }],
    ['a name that went', ['weeks'], { weeks: [] }, {}],
    ['an item of what is no list now', ['weeks', 0], { weeks: ['a'] }, { weeks: 'a' }],
    ['a name every object answers to', ['toString'], { toString: 1 }, {}],
  ])('is nothing any more: %s', (_, path, before, now) => {
    expect(pathAfter(path, before, now)).toBeNull();
  });

  it('leaves as much of its path as there is', () => {
    expect(existing(['weeks', 1], { weeks: ['a', 'b'] })).toEqual(['weeks', 1]);
    expect(existing(['weeks', 1], { weeks: ['a'] })).toEqual(['weeks']);
    expect(existing(['weeks', 1], 7)).toEqual([]);
  });
});
