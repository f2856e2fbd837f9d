import { describe, expect, it } from 'vitest';
import { pickEntry } from './which-entry.ts';

const said = (value: string, key: string | null = null) => ({ key, value });
const entries = [
  said('metric', 'unit_preference'),
  said('German', 'language'),
  said('Reads German newspapers'),
  said('calms', 'tea'),
  said('Likes tea'),
  said('green', 'tea'),
  said('Sails in May.\n  Never in winter.'),
];
const pick = (which: string, line?: number) => entries.indexOf(pickEntry(entries, which, { line, narrower: '--line' }));

describe('the entry a person means', () => {
  it.each([
    ['language', 1],
    ['LANGUAGE ', 1],
    ['unit', 0],
    ['newspapers', 2],
    ['language: german', 1],
    ['Likes tea', 4],
    ['Sails in May.\n  Never in winter.', 6],
    ['May. Never', 6],
  ])('is found by “%s”', (which, place) => {
    expect(pick(which)).toBe(place);
  });

  it.each([
    ['tea', 3],
    ['tea', 4],
    ['tea', 5],
  ])('with several called “%s” is the one in line %d', (which, line) => {
    expect(pick(which, line)).toBe(line);
  });

  it.each<[string, number | undefined, string]>([
    ['tea', undefined, '2 entries match “tea”. Be more specific, or add --line:\n  3  tea: calms\n  5  tea: green'],
    ['german', undefined, '2 entries match “german”.'],
    ['coffee', undefined, 'No entry is called “coffee”'],
    // An outdated number refers to nothing.
    ['tea', 1, 'Line 1 reads “language: German”, and “tea” is not in it.'],
    ['tea', 17, 'There is no line 17.'],
  ])('is not guessed from “%s” and line %s', (which, line, message) => {
    expect(() => pick(which, line)).toThrow(
      expect.objectContaining({ code: 'entry_unclear', message: expect.stringContaining(message) }),
    );
  });
});
