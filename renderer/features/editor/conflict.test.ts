import { expect, test } from 'vitest';
import { mergeTexts } from '#shared/formats/context/merge.ts';
import { readContext } from '#shared/formats/context/read-document.ts';
import { applyEdits } from '#shared/text/edits.ts';
import { type Choice, settle } from './conflict.ts';

const base = '## Facts (certain)\n- cat: Minka\n- dog: Otto\n- bird: Piep\n';
const dog = (value: string): string => base.replace('Otto', value);
const none = base.replace('- dog: Otto\n', '');

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
  const { text, conflicts } = mergeTexts(readContext(base), readContext(mine), readContext(theirs));
  const [conflict] = conflicts;
  expect(conflicts).toHaveLength(1);
  expect(conflict && applyEdits(text, settle(text, theirs, conflict, choice))).toBe(expected);
});

test('theirs is not lost where the line was typed on since', () => {
  const typedOn = dog('Rex the second');
  const conflict = { key: 'dog', base: '- dog: Otto', mine: '- dog: Rex', theirs: '- dog: Bello' };
  const settled = applyEdits(typedOn, settle(typedOn, dog('Bello'), conflict, 'theirs'));
  expect(settled).toContain('- dog: Bello\n');
});
