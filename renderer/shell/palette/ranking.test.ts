import { describe, expect, test } from 'vitest';
import { bestFirst, fitsWell } from './ranking.ts';

const offer = (name: string, ...words: string[]) => ({ name, words, run: () => undefined });
const groups = [
  {
    title: 'Go',
    offers: [offer('History', 'versions', 'earlier', 'restore', 'undo'), offer('Assistant', 'memory files')],
  },
  { title: 'Do', offers: [offer('Redo what was undone', 'back'), offer('Erase a text everywhere…', 'password')] },
  { title: 'Look', offers: [offer('Dark theme', 'appearance')] },
];
const titles = (typed: string) => bestFirst(groups, typed).map(({ title }) => title);

describe('groups of the palette', () => {
  test.each([
    ['dark', true],
    ['dt', true],
    ['tea', false],
    ['', true],
  ])('“%s” stands in one as it is: %s', (typed, well) => {
    expect(groups.some((group) => fitsWell(group, typed))).toBe(well);
  });

  test.each([
    ['erase', 'Do'],
    ['dark', 'Look'],
    ['hist', 'Go'],
    ['password', 'Do'],
  ])('what is typed as “%s” leads to “%s” first', (typed, first) => {
    expect(titles(typed)[0]).toBe(first);
  });

  test('stand as they are while nothing is typed, or nothing fits better', () => {
    expect(titles(' ')).toEqual(['Go', 'Do', 'Look']);
    expect(titles('xyzzy')).toEqual(['Go', 'Do', 'Look']);
  });
});
