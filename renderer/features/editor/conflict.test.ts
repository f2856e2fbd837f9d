import { describe, expect, test } from 'vitest';
import { readContext } from '#shared/formats/context/read-document.ts';
import { ownMemory } from '#shared/formats/formats.ts';
import { mergeTexts } from '#shared/formats/merge.ts';
import { applyEdits } from '#shared/text/edits.ts';
import { type Choice, conflictEdits, nextOrigin } from './conflict.ts';

const base = '## Facts (certain)\n- cat: Minka\n- dog: Otto\n- bird: Piep\n';
const dog = (value: string): string => base.replace('Otto', value);
const none = base.replace('- dog: Otto\n', '');
const merge = (origin: string, mine: string, theirs: string) =>
  mergeTexts(readContext(origin), readContext(mine), readContext(theirs));

test.each<[string, string, string, Choice, string]>([
  ['both changed', dog('Rex'), dog('Bello'), 'mine', dog('Rex')],
  ['both changed', dog('Rex'), dog('Bello'), 'theirs', dog('Bello')],
  ['both changed', dog('Rex'), dog('Bello'), 'both', dog('Bello\n- dog: Rex')],
  ['removed here', none, dog('Bello'), 'mine', none],
  ['removed here', none, dog('Bello'), 'theirs', dog('Bello')],
  ['removed here', none, dog('Bello'), 'both', dog('Bello')],
  ['removed there', dog('Rex'), none, 'mine', dog('Rex')],
  ['removed there', dog('Rex'), none, 'theirs', none],
  ['removed there', dog('Rex'), none, 'both', dog('Rex')],
])('%s: %j and %j, %s', (_, mine, theirs, choice, expected) => {
  const { text, conflicts } = merge(base, mine, theirs);
  const [conflict] = conflicts;
  expect(conflicts).toHaveLength(1);
  expect(conflict && applyEdits(text, conflictEdits(conflict, choice))).toBe(expected);
});

test('settles the conflict’s own line, not another with the same text', () => {
  const twice = (value: string): string => `## Preferences (certain)\n- dog: Rex\n\n${dog(value)}`;
  const { text, conflicts } = merge(twice('Otto'), twice('Rex'), twice('Bello'));
  const [conflict] = conflicts;
  expect(conflict && applyEdits(text, conflictEdits(conflict, 'theirs'))).toBe(twice('Bello'));
});

describe('an open choice', () => {
  const before = dog('Bello');
  const first = merge(base, dog('Rex'), before);
  const origin = nextOrigin(ownMemory.format, before, base, first.conflicts);

  test('stays, whatever others write, and no other change becomes one', () => {
    const once = before.replace('Minka', 'Mauz');
    const taken = merge(origin, first.text, once);
    expect(taken.conflicts).toMatchObject([
      { key: 'dog', base: '- dog: Otto', mine: '- dog: Rex', theirs: '- dog: Bello' },
    ]);
    const again = merge(
      nextOrigin(ownMemory.format, once, origin, taken.conflicts),
      taken.text,
      once.replace('Mauz', 'Kitty'),
    );
    expect(again.conflicts).toHaveLength(1);
    expect(again.text).toContain('- cat: Kitty');
  });

  test('becomes their text when the person’s own change is undone', () => {
    expect(merge(origin, base, before)).toEqual({ text: before, conflicts: [] });
  });

  test('ends with the choice', () => {
    expect(merge(nextOrigin(ownMemory.format, before, origin, []), first.text, before)).toEqual({
      text: first.text,
      conflicts: [],
    });
  });

  test.each([
    ['both removed one, and they changed each', none, dog('Bello')],
    ['they removed the entry changed here', dog('Rex'), none],
  ])('stays: %s', (_, mine, theirs) => {
    const { text, conflicts } = merge(base, mine, theirs);
    expect(merge(nextOrigin(ownMemory.format, theirs, base, conflicts), text, theirs).conflicts).toMatchObject(
      conflicts.map(({ base: was, mine: here, theirs: there }) => ({ base: was, mine: here, theirs: there })),
    );
  });
});
