import { expect, test } from 'vitest';
import type { Capabilities } from '#shared/contract/capabilities.ts';
import { noFlags } from '#shared/entries/entry.ts';
import { entry } from '../../testing/entries.ts';
import { type GroupBy, groupFor, groupsOf } from './grouping.ts';

const sarah = { kind: 'person', name: 'Sarah' } as const;
const entries = [
  entry('a', { category: 'fact', date: '2026-03-04', source: 'observer' }),
  entry('b', { category: 'preference', date: '2026-11-02', source: 'user_correction: was lbs' }),
  entry('c', { category: null, section: 'Odds', date: null, source: null }),
  entry('d', { category: 'fact', date: '2026-03-30', source: 'import', flags: { ...noFlags, about: sarah } }),
];
const rules = { headings: null, sort: 'file', typeOf: null } as const;

/** Groups, each as "Title abc". */
const read = (by: Exclude<GroupBy, 'confidence' | 'none'>, other: Partial<Parameters<typeof groupsOf>[2]> = {}) =>
  groupsOf(entries, by, { ...rules, ...other }).map(
    ({ title, entries: inside }) => `${title}: ${inside.map(({ id }) => id).join('')}`,
  );

test.each([
  ['section', {}, ['Preferences: b', 'Facts: ad', 'No section: c']],
  ['section', { headings: ['Odds', 'Insights'] }, ['Odds: c', 'Insights: abd']],
  ['topic', {}, ['About Sarah: d', 'About you: abc']],
  [
    'topic',
    { typeOf: ({ id }: { id: string }) => (id === 'a' ? 'Feedback' : null) },
    ['About Sarah: d', 'Feedback: a', 'No type: bc'],
  ],
  ['source', {}, ['From you: b', 'import: d', 'observer: a', 'Source unknown: c']],
  ['month', {}, ['November 2026: b', 'March 2026: ad', 'Date unknown: c']],
  ['month', { sort: 'oldest' }, ['March 2026: ad', 'November 2026: b', 'Date unknown: c']],
] as const)('by %s, with %o', (by, other, expected) => {
  expect(read(by, other)).toEqual(expected);
});

test('uses a memory’s default grouping if the chosen one doesn’t apply', () => {
  const own = { confidence: true, sections: true, dates: true, severalFiles: false } as Capabilities;
  const markdown = { ...own, confidence: false, sections: false, dates: false };
  expect([groupFor(undefined, own), groupFor('month', own)]).toEqual(['confidence', 'month']);
  expect([groupFor('confidence', markdown), groupFor('month', markdown), groupFor('none', markdown)]).toEqual([
    'section',
    'section',
    'none',
  ]);
});
