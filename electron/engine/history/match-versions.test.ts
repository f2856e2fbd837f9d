import { expect, test } from 'vitest';
import { readContext } from '#shared/formats/context/read-document.ts';
import { matchVersions } from './match-versions.ts';

const outside = { who: 'outside', action: 'read' } as const;
const corrected = { who: 'person', action: 'Corrected “gloves”' } as const;

/** Changes from one version's facts to another's. */
function changes(before: readonly string[], after: readonly string[], act: Parameters<typeof matchVersions>[2]) {
  const entriesOf = (lines: readonly string[]) =>
    readContext(`## Facts (certain)\n${lines.map((line) => `- ${line}\n`).join('')}`).entries;
  const { changed, added, removed } = matchVersions(entriesOf(before), entriesOf(after), act);
  return {
    changed: changed.map((pair) => `${pair.before.key} → ${pair.after.key}`),
    added: added.map(({ key }) => key),
    removed: removed.map(({ key }) => key),
  };
}

test.each([outside, corrected])('another name for the same text in the same place is a change by any author', (act) => {
  expect(
    changes(['a: 1', 'gloves: wool', 'b: silk', 'c: 3'], ['a: 1', 'mittens: wool', 'd: silk', 'c: 3'], act),
  ).toEqual({
    changed: ['gloves → mittens', 'b → d'],
    added: [],
    removed: [],
  });
});

test('another name and text in the same place is a change when a person corrected it or undid that', () => {
  const change = { changed: ['gloves → mittens'], added: [], removed: [] };
  const [before, after] = [
    ['gloves: wool', 'a: 1'],
    ['mittens: silk', 'a: 1'],
  ];
  expect(changes(before, after, corrected)).toEqual(change);
  expect(changes(before, after, { ...corrected, action: 'Undone: Corrected “gloves”' })).toEqual(change);
});

test.each([
  ['another text', ['mittens: silk', 'a: 1']],
  ['another place', ['a: 1', 'mittens: wool']],
])('text of another program under another name with %s is no change of what it removed', (_, after) => {
  expect(changes(['gloves: wool', 'a: 1'], after, outside)).toEqual({
    changed: [],
    added: ['mittens'],
    removed: ['gloves'],
  });
});
