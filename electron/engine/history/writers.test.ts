import { expect, test } from 'vitest';
import type { HistoryRecord } from './history-lines.ts';
import { writersSince } from './writers.ts';

const file = 'logs/context/global.md';
const hash = (version: string): string => version.repeat(64);

/** Versions a, b, … with their writers, an assistant by its name; of another file after a slash. */
const history = (...writers: readonly string[]): HistoryRecord[] =>
  writers.map((writer, index) => {
    const who = writer === 'outside' || writer === 'person' ? writer : 'assistant';
    return {
      position: index + 1,
      at: 0,
      action: '',
      counts: null,
      size: null,
      before: null,
      who,
      name: who === 'assistant' ? writer : null,
      file,
      hash: hash('abcdef'[index] ?? ''),
    };
  });

test.each<[string, readonly string[], string | null, string, readonly string[]]>([
  ['its writer', ['outside', 'quill'], 'a', 'b', ['quill']],
  ['several, each once, in order', ['outside', 'quill', 'person', 'quill'], 'a', 'd', ['quill', 'person']],
  ['another program if it was never stored', ['outside'], 'a', 'f', ['outside']],
  ['an assistant, and another program after it', ['outside', 'quill'], 'a', 'f', ['quill', 'outside']],
  ['the last writer alone if the earlier version is no longer known', ['quill', 'person'], 'f', 'b', ['person']],
  ['no earlier writer if neither version was stored', ['quill', 'person'], null, 'f', ['outside']],
  ['the writers since its latest occurrence', ['quill', 'person'], 'a', 'b', ['person']],
])('attributes a version to %s', (_, writers, before, now, expected) => {
  const lines = [...history(...writers), { position: 9, at: 0, note: 'The history starts over.' }];
  const found = writersSince(lines, file, before && hash(before), hash(now));
  expect(found.map(({ who, name }) => name ?? who)).toEqual(expected);
});

test('names nobody for another file', () => {
  expect(writersSince(history('outside', 'quill'), 'other.md', hash('a'), hash('b'))).toEqual([
    { who: 'outside', name: null },
  ]);
});
