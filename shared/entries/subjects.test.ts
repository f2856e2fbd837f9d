import { expect, test } from 'vitest';
import type { About } from './about.ts';
import { subjectsNamed, subjectsOf } from './subjects.ts';

const entry = (about: About | null) => ({ flags: { about } });
const entries = [
  entry({ kind: 'person', name: 'Sarah Chen' }),
  entry(null),
  entry({ kind: 'person', name: 'sarah chen' }),
  entry({ kind: 'person', name: 'Sarah' }),
  entry({ kind: 'project', name: 'Acme' }),
];

test('takes a name in any case for one subject, as first written', () => {
  expect(subjectsOf(entries)).toEqual([
    { kind: 'project', name: 'Acme', entries: 1 },
    { kind: 'person', name: 'Sarah', entries: 1 },
    { kind: 'person', name: 'Sarah Chen', entries: 2 },
  ]);
});

test.each([
  ['SARAH', ['Sarah']],
  ['chen', ['Sarah Chen']],
  ['chen sa', ['Sarah Chen']],
  ['acme ', ['Acme']],
  ['Bo', []],
  [' ', []],
])('finds in %j the subject %j', (name, found) => {
  expect(subjectsNamed(subjectsOf(entries), name).meant.map((subject) => subject.name)).toEqual(found);
});

test('tells similar names apart', () => {
  const { meant, others } = subjectsNamed(subjectsOf(entries), 'sarah');
  expect([meant, others].map((each) => each.map(({ name }) => name))).toEqual([['Sarah'], ['Sarah Chen']]);
});
