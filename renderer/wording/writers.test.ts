import { expect, test } from 'vitest';
import type { Writer } from '#shared/contract/fields.ts';
import { writersAtStart, writersInWords } from './writers.ts';

const quill: Writer = { who: 'assistant', name: 'quill' };
const nameless: Writer = { who: 'assistant', name: null };
const person: Writer = { who: 'person', name: null };
const outside: Writer = { who: 'outside', name: null };

test.each<[readonly Writer[], string, string]>([
  [[], 'another program', 'Another program'],
  [[quill], 'quill', 'quill'],
  [[nameless], 'your assistant', 'Your assistant'],
  [[person], 'another window of yours', 'Another window of yours'],
  [[{ who: 'app', name: null }], 'Contexture', 'Contexture'],
  [[outside, quill], 'another program and quill', 'Another program and quill'],
  [
    [quill, person, outside],
    'quill, another window of yours, and another program',
    'quill, another window of yours, and another program',
  ],
])('%j is “%s”', (writers, within, atStart) => {
  expect([writersInWords(writers), writersAtStart(writers)]).toEqual([within, atStart]);
});
