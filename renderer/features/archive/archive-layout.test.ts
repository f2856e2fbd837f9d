import { expect, test } from 'vitest';
import { layOutArchive } from './archive-layout.ts';

const file = (name: string, matches: number) => ({ name, date: null, matches });

test('lays out headings and matches from counts alone', () => {
  const layout = layOutArchive([file('a', 2), file('none', 0), file('b', 1)]);
  const rows = Array.from({ length: layout.rows }, (_, index) => {
    const row = layout.rowAt(index);
    return row?.kind === 'file' ? row.file.name : row?.match;
  });
  expect(rows).toEqual(['a', 0, 1, 'b', 2]);
});

test('finds the row of every match, and the other way round', () => {
  const layout = layOutArchive(Array.from({ length: 300 }, (_, index) => file(`f${index}`, 1 + (index % 7))));
  let match = 0;
  for (let row = 0; row < layout.rows; row++) {
    const at = layout.rowAt(row);
    if (at?.kind === 'entry') {
      expect(at.match).toBe(match);
      expect(layout.rowOf(match)).toBe(row);
      match++;
    }
  }
});

test('there is nothing outside', () => {
  const layout = layOutArchive([file('a', 1)]);
  expect([layout.rowAt(-1), layout.rowAt(2), layOutArchive([]).rowAt(0)]).toEqual([null, null, null]);
});
