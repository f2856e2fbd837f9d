import { describe, expect, test } from 'vitest';
import { foldedWithPlaces, foldedWords, wordsOf } from './fold.ts';
import { textsOf } from './item-texts.ts';
import { passageOf } from './passage.ts';
import { findIn, parseQuery } from './query.ts';

const found = (text: string, asked: string, match: 'words' | 'anywhere' = 'words'): string[] | null => {
  const query = parseQuery(asked, match);
  const ranges = query && findIn([text], query);
  return ranges?.[0]?.map(({ from, to }) => text.slice(from, to)) ?? null;
};

describe('a search', () => {
  test.each([
    ['Green TEA, please', 'tea green', ['Green', 'TEA']],
    ['a teapot', 'tea', ['teapot']],
    ['a teapot', '"tea"', null],
    ['an umbrella', 'um', null],
    ['drinks green tea daily', '"green tea"', ['green tea']],
    ['green, or black tea', '"green tea"', null],
    ['see electron/engine/ports.ts', 'engine/ports', ['engine/ports']],
    ['Grüße aus Zürich', 'zurich', ['Zürich']],
    ['Grüße aus Zürich'.normalize('NFD'), 'zürich', ['Zürich'.normalize('NFD')]],
    ['我喜欢绿茶。', '绿茶', ['绿茶']],
    ['我喜欢绿茶。', '茶绿', null],
    ['हिन्दी में', 'हिन्दी', ['हिन्दी']],
    ['only tea', 'tea coffee', null],
    ['x', '  ', null],
    ['tea and "', 'tea "', ['tea']],
  ])('in %j for %j marks %j', (text, asked, wanted) => {
    expect(found(text, asked)).toEqual(wanted);
  });

  test.each([
    ['openContextFile', 'context', ['Context']],
    ['a => b', '=>', ['=>']],
    ['İstanbul and İzmir', 'izmir', ['İzmir']],
  ])('anywhere in %j for %j marks %j', (text, asked, wanted) => {
    expect(found(text, asked, 'anywhere')).toEqual(wanted);
  });

  test('matches anywhere if the query is no word', () => {
    expect(parseQuery('=>', 'words')).toEqual({ match: 'anywhere', terms: ['=>'] });
  });

  test('finds its terms in any of several texts', () => {
    const query = parseQuery('green tea', 'words');
    expect(query && findIn(['green', 'black tea'], query)).toEqual([[{ from: 0, to: 5 }], [{ from: 6, to: 9 }]]);
  });
});

test('splits a text into the same words in the index and the reader', () => {
  for (const text of ['Über Nacht', '我喜欢 green tea', 'สวัสดี', 'ラーメン屋', 'x_y-z 3.14 ½']) {
    expect(wordsOf(foldedWords(text)).map((word) => word.text)).toEqual(
      wordsOf(foldedWithPlaces(text).text).map((word) => word.text),
    );
  }
});

test('searches tool input and results as displayed: without escaped line ends and quotes', () => {
  const input = JSON.stringify({ command: 'cat <<"END"\nGreen tea' }, null, 2);
  const answer = JSON.stringify({ output: 'Tins:\nGreen "tea"' });
  const call = { kind: 'call', id: null, name: 'Bash', input } as const;
  const result = { kind: 'result', id: null, text: answer, isError: false } as const;
  expect(textsOf({ blocks: [call, result] }, false)).toEqual([
    'Bash command:\ncat <<"END"\nGreen tea',
    'output:\nTins:\nGreen "tea"',
  ]);
  expect(found(textsOf({ blocks: [call] }, false)[0] ?? '', '"green tea"')).toEqual(['Green tea']);
  const written = { ...result, text: '{\n  "name": "tea"\n}' };
  expect(textsOf({ blocks: [written] }, false)).toEqual([written.text]);
});

test('searches only the beginning of long tool output unless asked for all of it', () => {
  const block = { kind: 'result', id: null, text: `first ${'x '.repeat(20_000)} last`, isError: false } as const;
  expect(textsOf({ blocks: [block] }, false)[0]).not.toContain('last');
  expect(textsOf({ blocks: [block] }, true)[0]).toContain('last');
});

test('a passage is one line around the first match, with all its matches marked', () => {
  const text = `${'Something else. '.repeat(20)}They drink\n\n green   tea, and green it is. ${'More. '.repeat(100)}`;
  const query = parseQuery('green', 'words');
  const ranges = query && findIn(['none here', text], query);
  const passage = passageOf(['none here', text], ranges ?? []);
  expect(passage.text).toMatch(/^… .*They drink green tea, and green it is\. More\..* …$/);
  expect(passage.text.length).toBeLessThan(260);
  expect(passage.marks.map(({ from, to }) => passage.text.slice(from, to))).toEqual(['green', 'green']);
});
