import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadedOf } from './loaded.ts';

const claude = [
  { unit: 'lines', limit: 200 },
  { unit: 'bytes', limit: 25 * 1024 },
] as const;

test('the first bound that is reached ends it', () => {
  const lines = Array.from({ length: 250 }, (_, index) => `- entry ${index + 1}\n`);
  const { fills, to } = loadedOf(lines.join(''), claude);
  expect(fills.map(({ used }) => used)).toEqual([250, lines.join('').length]);
  expect(to).toBe(lines.slice(0, 200).join('').length);
  const long = 'ä'.repeat(15_000);
  expect(loadedOf(`${long}\n- more\n`, claude)).toMatchObject({ to: 12_800, fills: [{ used: 2 }, { used: 30_008 }] });
  expect(loadedOf('- short', claude).to).toBe(7);
  expect(loadedOf('👍👍👍', [{ unit: 'characters', limit: 2 }])).toEqual({
    fills: [{ unit: 'characters', limit: 2, used: 3 }],
    to: 4,
  });
  expect(loadedOf('anything', [])).toEqual({ fills: [], to: 8 });
});

test('bytes and characters are what an encoder makes of them', () => {
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
