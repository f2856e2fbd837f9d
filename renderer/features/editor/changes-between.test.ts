import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits } from '#shared/text/edits.ts';
import { editorChanges } from './buffer.ts';

test('changes between two texts turn one into the other', () => {
  const line = fc.constantFrom('a', 'b', 'ab', '', '- key: value', '- key: other', 'x'.repeat(2500));
  const text = fc.tuple(fc.array(line, { maxLength: 8 }), fc.boolean());
  const written = ([lines, isEnded]: readonly [readonly string[], boolean]) => lines.join('\n') + (isEnded ? '\n' : '');
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [before, after] = [written(one), written(other)];
      expect(applyEdits(before, editorChanges(before, after))).toBe(after);
    }),
    { seed: 20261122, numRuns: 2000 },
  );
});

test('changes are few, and within a line', () => {
  expect(editorChanges('- a: 1\n- b: 2\n- c: 3\n', '- a: 1\n- b: 9\n- c: 3\n- d: 4\n')).toEqual([
    { from: 12, to: 13, insert: '9' },
    { from: 21, to: 21, insert: '- d: 4\n' },
  ]);
});
