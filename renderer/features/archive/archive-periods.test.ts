import { expect, test } from 'vitest';
import { archiveBars, isInBar } from './archive-periods.ts';

const month = (name: string | null, insight: number, pattern = 0) => ({
  month: name,
  preference: 0,
  pattern,
  fact: 0,
  insight,
  unsorted: 0,
});
const shown = (bars: ReturnType<typeof archiveBars>) => bars.map(({ period, total }) => `${period} ${total}`);

test('shows a few months as a year of months, even without entries', () => {
  const bars = archiveBars([month('2026-03', 2), month('2026-01', 1, 4), month(null, 9)], null);
  expect(shown(bars)).toEqual([
    ...['2025-04 0', '2025-05 0', '2025-06 0', '2025-07 0', '2025-08 0', '2025-09 0'],
    ...['2025-10 0', '2025-11 0', '2025-12 0', '2026-01 5', '2026-02 0', '2026-03 2'],
  ]);
  expect(bars[9]?.counts).toEqual({ preference: 0, pattern: 4, fact: 0, insight: 1, unsorted: 0 });
});

test('shows many years as years, and a chosen year as months', () => {
  const months = [month('2026-03', 2), month('2026-01', 1), month('2023-02', 3), month('2023-01', 4)];
  expect(shown(archiveBars(months, null))).toEqual(['2023 7', '2024 0', '2025 0', '2026 3']);
  expect(shown(archiveBars(months, 'undated'))).toEqual(['2023 7', '2024 0', '2025 0', '2026 3']);
  const inMarch = shown(archiveBars(months, '2026-03'));
  expect(inMarch).toEqual(shown(archiveBars(months, '2026')));
  expect(inMarch).toHaveLength(12);
  expect(inMarch.slice(0, 3)).toEqual(['2026-01 1', '2026-02 0', '2026-03 2']);
});

test('shows up to three years as months', () => {
  expect(archiveBars([month('2026-12', 1), month('2024-01', 1)], null)).toHaveLength(36);
  expect(shown(archiveBars([month('2026-12', 1), month('2023-12', 1)], null))).toHaveLength(4);
});

test('shows no bars without dated entries', () => {
  expect(archiveBars([month(null, 3)], null)).toEqual([]);
  expect(archiveBars([], '2026')).toEqual([]);
});

test('puts a month in its year only', () => {
  expect([isInBar('2026', '2026-03'), isInBar('2026-03', '2026-03'), isInBar('2026-01', '2026')]).toEqual([
    ...[true, true, false],
  ]);
  expect(isInBar('2026', null)).toBe(false);
});
