import { expect, test } from 'vitest';
import type { Writer } from '#shared/contract/fields.ts';
import { authorInWords, writersAtStart, writersInWords } from './writers.ts';

const quill: Writer = { who: 'assistant', name: 'quill' };
const nameless: Writer = { who: 'assistant', name: null };
const person: Writer = { who: 'person', name: null };
const outside: Writer = { who: 'outside', name: null };

test.each<[readonly Writer[], string, string]>([
  [[], 'another app', 'Another app'],
  [[quill], 'quill', 'quill'],
  [[nameless], 'your assistant', 'Your assistant'],
  [[person], 'another window of yours', 'Another window of yours'],
  [[{ who: 'app', name: null }], 'Contexture', 'Contexture'],
  [[outside, quill], 'another app and quill', 'Another app and quill'],
  [[{ who: 'assistant', name: 'claude-code' }], 'Claude Code', 'Claude Code'],
  // It used both names.
  [
    [
      { who: 'assistant', name: 'claude-code' },
      { who: 'assistant', name: 'Claude Code' },
    ],
    'Claude Code',
    'Claude Code',
  ],
  [
    [quill, person, outside],
    'quill, another window of yours, and another app',
    'quill, another window of yours, and another app',
  ],
])('%j is “%s”', (writers, within, atStart) => {
  expect([writersInWords(writers), writersAtStart(writers)]).toEqual([within, atStart]);
});

test('names the writer of an entry as in the list of assistants', () => {
  expect([{ who: 'assistant', name: 'cursor-vscode' } as const, quill, nameless].map(authorInWords)).toEqual([
    'Cursor',
    'quill',
    'your assistant',
  ]);
});
