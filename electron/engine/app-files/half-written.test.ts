import { expect, test } from 'vitest';
import { contextFormat } from '#shared/formats/context/format.ts';
import { mayBeHalfWritten } from './half-written.ts';

const { read } = contextFormat;
const before = `---
last_updated: 2026-01-16
version: 15
token_estimate: 450
---

## Facts (certain)
- Best workouts on Wednesday evenings,
  and never before noon

  with friends
- dog: Rex
- city: Bern
`;
const known = read(before);

test.each([
  ['\n', before],
  ['\r\n', before.replaceAll('\n', '\r\n')],
])('accepts any prefix as half written, wherever it is cut (%j)', (_, text) => {
  const next = text.replace('2026-01-16', '2026-11-21').replace('15', '16');
  const cuts = Array.from({ length: next.indexOf('- dog') }, (_, at) => next.slice(0, at));
  expect(cuts.filter((cut) => !mayBeHalfWritten(read(cut), read(text)))).toEqual([]);
});

test('does not take new text for half written, nor text that lacks little, unless the rest is awaited', () => {
  expect(mayBeHalfWritten(read(before.replace('Rex', 'Rufus').replace('- city: Bern\n', '')), known)).toBe(false);
  expect(mayBeHalfWritten(read(`${before.slice(0, before.indexOf('- Best'))}- cat: Tom\n- more`), known)).toBe(false);
  const most = read(before.replace('- city: Bern\n', ''));
  expect(mayBeHalfWritten(most, known)).toBe(false);
  expect(mayBeHalfWritten(most, known, { isAwaited: true })).toBe(true);
  expect(mayBeHalfWritten(read(before.replace('Rex\n- city: Bern\n', 'R')), known)).toBe(true);
});
