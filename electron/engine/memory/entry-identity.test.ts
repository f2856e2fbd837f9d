import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { estimate } from '#shared/entries/measure.ts';
import { readContext } from '#shared/formats/context/read-document.ts';
import { randomContext } from '#shared/formats/context/testing/random-context.ts';
import { trackEntries } from './entry-identity.ts';

function ids(): () => string {
  let next = 0;
  return () => `e${next++}`;
}

describe('trackEntries', () => {
  test('its splices turn the old list into the new one', () => {
    fc.assert(
      fc.property(randomContext, randomContext, (first, second) => {
        const newId = ids();
        const before = trackEntries([], readContext(first), 'unmarked', newId, estimate).views;
        const { views, splices } = trackEntries(before, readContext(second), 'others', newId, estimate);
        const list: EntryView[] = [...before];
        for (const { index, remove, insert } of splices) {
          list.splice(index, remove, ...insert);
        }
        expect(list).toEqual(views);
        expect(new Set(views.map(({ id }) => id)).size).toBe(views.length);
      }),
      { numRuns: 1000 },
    );
  });

  test('one changed entry among many is one splice of one', () => {
    const text = `## Facts\n${Array.from({ length: 500 }, (_, index) => `- key_${index}: ${index}\n`).join('')}`;
    const newId = ids();
    const before = trackEntries([], readContext(text), 'unmarked', newId, estimate).views;
    const { splices } = trackEntries(
      before,
      readContext(text.replace('key_250: 250', 'key_250: other')),
      'others',
      newId,
      estimate,
    );
    expect(splices).toEqual([
      { index: 250, remove: 1, insert: [expect.objectContaining({ id: 'e250', mark: 'changed' })] },
    ]);
  });

  test('an entry that moves up is removed and inserted, and its neighbours are not', () => {
    const newId = ids();
    const before = trackEntries(
      [],
      readContext('## Facts\n- a: 1\n- b: 2\n- c: 3\n- d: 4\n'),
      'unmarked',
      newId,
      estimate,
    ).views;
    const { splices } = trackEntries(
      before,
      readContext('## Facts\n- d: 4\n- a: 1\n- b: 2\n- c: 3\n'),
      'person',
      newId,
      estimate,
    );
    expect(splices.map(({ index, remove, insert }) => [index, remove, insert.map(({ id }) => id)])).toEqual([
      [0, 0, ['e3']],
      [4, 1, []],
    ]);
  });

  test('a person’s own change removes the mark, and changes by others keep new entries new', () => {
    const newId = ids();
    const empty = trackEntries([], readContext('## Facts\n'), 'unmarked', newId, estimate).views;
    const added = trackEntries(empty, readContext('## Facts\n- a: 1\n'), 'others', newId, estimate).views;
    const again = trackEntries(added, readContext('## Facts\n- a: 2\n'), 'others', newId, estimate).views;
    const own = trackEntries(again, readContext('## Facts\n- a: 3\n'), 'person', newId, estimate).views;
    expect([added, again, own].map(([view]) => view?.mark)).toEqual(['new', 'new', null]);
  });
});
