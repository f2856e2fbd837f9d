import { expect, test } from 'vitest';
import { learnedLately } from './learned-lately.ts';

test('lists entries learned in the last seven days, the latest first', () => {
  const entries = ['2026-11-16', '2026-11-17', '2026-11-23', null, '2026-11-24', '2025-11-23'].map((date) => ({
    date,
  }));
  expect(learnedLately(entries, '2026-11-23').map(({ date }) => date)).toEqual(['2026-11-23', '2026-11-17']);
});
