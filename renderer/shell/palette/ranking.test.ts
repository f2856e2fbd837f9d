import { describe, expect, test } from 'vitest';
import { ranked } from './ranking.ts';

const offer = (name: string, words = '') => ({ name, words });
const groups = [
  {
    title: 'Go',
    offers: [offer('History', 'versions earlier restore undo'), offer('Assistants', 'memory files')],
  },
  { title: 'Do', offers: [offer('Redo what was undone', 'back'), offer('Erase a text everywhere…', 'password')] },
  { title: 'Look', offers: [offer('Dark theme', 'appearance'), offer('Светлая тема')] },
];
const names = (typed: string): string[] => {
  const { ahead, after } = ranked(groups, typed);
  return [...ahead, ...after].flatMap(({ offers }) => offers.map(({ name }) => name));
};

describe('the palette', () => {
  test.each([
    ['dark', ['Dark theme']],
    ['theme dark', ['Dark theme']],
    ['dakr', ['Dark theme']],
    ['hist', ['History']],
    ['password', ['Erase a text everywhere…']],
    ['свет', ['Светлая тема']],
  ])('finds by “%s”: %j', (typed, found) => {
    expect(names(typed)).toEqual(found);
  });

  test.each(['dt', 'tea', 'xyzzy', 'tory'])('finds nothing by “%s”, which is no word of a command', (typed) => {
    expect(names(typed)).toEqual([]);
  });

  test('ranks matches in the name first', () => {
    const { ahead, after } = ranked(groups, 'undo');
    expect(ahead.map(({ title }) => title)).toEqual(['Do']);
    expect(after.map(({ offers }) => offers.map(({ name }) => name))).toEqual([['History']]);
  });

  test('shows everything while nothing is typed', () => {
    expect(ranked(groups, ' ').ahead).toBe(groups);
  });
});
