import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fullestOf, loadedOf } from './loaded.ts';

const claude = [
  { unit: 'lines', limit: 200 },
  { unit: 'bytes', limit: 25_000 },
] as const;

test('stops at the first limit it reaches', () => {
  const lines = Array.from({ length: 250 }, (_, index) => `- entry ${index + 1}\n`);
  const { fills, to } = loadedOf(lines.join(''), claude);
  expect(fills.map(({ used }) => used)).toEqual([250, lines.join('').length]);
  expect(to).toBe(lines.slice(0, 200).join('').length);
  const long = 'ä'.repeat(15_000);
  expect(loadedOf(`${long}\n- more\n`, claude)).toMatchObject({ to: 12_500, fills: [{ used: 2 }, { used: 30_008 }] });
  expect(loadedOf('- short', claude).to).toBe(7);
  expect(loadedOf('👍👍👍', [{ unit: 'characters', limit: 2 }])).toEqual({
    fills: [{ unit: 'characters', limit: 2, used: 3 }],
    to: 4,
  });
  expect(loadedOf('anything', [])).toEqual({ fills: [], to: 8 });
});

test.each(['\n', '\r\n', '\r'])('cuts no line in two with line ends %j', (end) => {
  const text = ['- one', '- two', '- three', ''].join(end);
  const upTo = (limit: number) => text.slice(0, loadedOf(text, [{ unit: 'bytes', limit }]).to);
  expect(upTo(text.length - 1)).toBe(`- one${end}- two${end}`);
  expect(upTo(5 + end.length + 3)).toBe(`- one${end}`);
  expect(upTo(3)).toBe('- o');
  expect(upTo(text.length)).toBe(text);
});

test('reports the limit that is fullest', () => {
  const { fills } = loadedOf('- a\n'.repeat(20), claude);
  expect(fullestOf(fills)).toEqual({ unit: 'lines', limit: 200, used: 20 });
  expect(fullestOf(loadedOf('a'.repeat(10_000), claude).fills)?.unit).toBe('bytes');
  expect(fullestOf([])).toBeUndefined();
});

test('counts bytes and characters as an encoder does', () => {
  const encoder = new TextEncoder();
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, limit) => {
      const whole = text.replace(/\p{Surrogate}/gu, '');
      const { fills, to } = loadedOf(whole, [{ unit: 'bytes', limit }]);
      expect(fills[0]?.used).toBe(encoder.encode(whole).length);
      expect(encoder.encode(whole.slice(0, to)).length).toBeLessThanOrEqual(Math.max(limit, 0));
      expect(loadedOf(whole, [{ unit: 'characters', limit }]).to).toBe([...whole].slice(0, limit).join('').length);
    }),
    { numRuns: 300, seed: 20261121 },
  );
});
