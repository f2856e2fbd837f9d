import { expect, test } from 'vitest';
import { layOutArchive } from './archive-layout.ts';

test('lays out headings and matches by counts', () => {
  const layout = layOutArchive([2, 1]);
  const rows = Array.from({ length: layout.rows }, (_, index) => {
    const row = layout.rowAt(index);
    return row?.kind === 'file' ? `${row.matches} from ${row.match}` : row?.match;
  });
  expect(rows).toEqual(['2 from 0', 0, 1, '1 from 2', 2]);
  expect([0, 1, 2, 3, 4].map(layout.isFileRow)).toEqual([true, false, false, true, false]);
});

test('finds the row of every match, and the match of every row', () => {
  const layout = layOutArchive(Array.from({ length: 300 }, (_, index) => 1 + (index % 7)));
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

test('finds nothing outside the list', () => {
  const layout = layOutArchive([1]);
  expect([layout.rowAt(-1), layout.rowAt(2), layOutArchive([]).rowAt(0)]).toEqual([undefined, undefined, undefined]);
});
