import { describe, expect, test } from 'vitest';
import { createEntryMatcher } from './known.ts';
import { readList } from './read-list.ts';

const said = (text: string) => readList(text).map(({ key, value }) => (key === null ? value : `${key} = ${value}`));

describe('a pasted list', () => {
  test.each([
    ['bullets', '- Lives in Lisbon\n- Name: Maren\n', ['Lives in Lisbon', 'Name = Maren']],
    [
      'numbers under a heading',
      '## About you\n1. Likes tea\n2. **Job:** sails boats',
      ['Likes tea', 'Job = sails boats'],
    ],
    [
      'plain lines',
      'Lives in Lisbon\nLikes tea\n\nHas two children',
      ['Lives in Lisbon', 'Likes tea', 'Has two children'],
    ],
    ['texts in JSON', '["Likes tea", "Name: Maren"]', ['Likes tea', 'Name = Maren']],
    [
      'mem0',
      '{"results":[{"id":"1","memory":"Likes tea","created_at":"2026-05-01T08:00:00Z","categories":["food"]},{"id":"2","memory":"Sails"}]}',
      ['Likes tea', 'Sails'],
    ],
    [
      'a store with keys',
      '[{"key":"pref.tea","content":"Assam in the morning"},{"key":"pref.tea","content":"Assam in the morning"}]',
      ['pref.tea = Assam in the morning', 'pref.tea = Assam in the morning'],
    ],
    [
      'Chroma’s columns',
      '{"ids":["a","b"],"documents":["Likes tea","Sails"],"metadatas":[{"key":"drink"},null]}',
      ['drink = Likes tea', 'Sails'],
    ],
    ['lines of JSON', '{"text":"Likes tea"}\n{"text":"Sails"}\n', ['Likes tea', 'Sails']],
    ['names with values', '{"language":"German","places":{"home":"Lisbon"}}', ['language = German', 'home = Lisbon']],
    ['bullets of other kinds', '• Lives in Lisbon\n◦ Likes tea\n– Sails', ['Lives in Lisbon', 'Likes tea', 'Sails']],
    [
      'a list with words around it',
      'Here is what I know:\n\n**You**\n- Likes tea\n  in the morning\nSails\n1. Name: Maren\nTell me to forget.',
      ['Likes tea\nin the morning', 'Sails', 'Name = Maren', 'Tell me to forget.'],
    ],
    ['a bracket that is no JSON', '[x] Likes tea', ['[x] Likes tea']],
  ])('is read from %s', (_, text, expected) => expect(said(text)).toEqual(expected));

  test('keeps dates and categories', () => {
    expect(
      readList(
        '[{"memory":"a","created_at":"2026-05-01T08:00:00Z","type":"preference"},{"memory":"b","timestamp":1777622400}]',
      ),
    ).toMatchObject([
      { date: '2026-05-01', category: 'preference', from: 'preference' },
      { date: '2026-05-01', category: null },
    ]);
  });

  test('is refused in words if it is empty or too long', () => {
    expect(() => readList('  \n')).toThrow('nothing in that to bring in');
    expect(() => readList('{"a": 1}')).toThrow('nothing in that to bring in');
    expect(() => readList('- x\n'.repeat(10_001))).toThrow('at most 10,000');
    expect(() => readList('[{"memory":"Likes tea"},{"mem')).toThrow('begins like JSON');
    expect(() => readList('{')).toThrow('begins like JSON');
    expect(said(`${'['.repeat(10_000)}\n- x`).at(-1)).toBe('x');
  });
});

test('tells known entries from entries with another value', () => {
  const known = createEntryMatcher([
    { key: 'Name', value: 'Maren' },
    { key: null, value: 'Likes tea.' },
  ]);
  expect(known.of({ key: null, value: 'likes  TEA' })?.how).toBe('same');
  expect(known.of({ key: 'name', value: 'Mary' })?.how).toBe('differs');
  expect(known.of({ key: null, value: 'Likes coffee' })).toBeNull();
  expect([known.isRepeated({ key: null, value: 'a b' }), known.isRepeated({ key: null, value: '**A**  b!' })]).toEqual([
    false,
    true,
  ]);
  expect(known.of({ key: null, value: '**name**: Maren' })?.how).toBe('same');
});

test.each([
  ['Writes C++', 'Writes C#'],
  ['Keeps it at -5 °C', 'Keeps it at 5 °C'],
  ['Pays $100', 'Pays €100'],
  ['👍', '👎'],
])('tells “%s” from “%s”', (one, other) => {
  expect(createEntryMatcher([{ key: null, value: one }]).of({ key: null, value: other })).toBeNull();
});
