import { expect, test } from 'vitest';
import type { Writer } from '#shared/contract/fields.ts';
import { entry } from '../../testing/entries.ts';
import { beginEditing, meetChange, withEdited } from './editing.ts';

const quill: Writer = { who: 'assistant', name: 'quill' };
const base = entry('e1', { key: 'language', value: 'English' });
const typed = { ...beginEditing(base), draft: 'Portuguese' };
const changed = (value: string) => entry('e1', { key: 'language', value });

test('does nothing while the entry is unchanged', () => {
  expect(meetChange(typed, { ...base }, 0, [quill])).toBe(typed);
});

test('updates an untouched draft', () => {
  expect(meetChange(beginEditing(base), changed('Dutch'), 0, [quill])).toMatchObject({
    draft: 'Dutch',
    state: { kind: 'followed' },
  });
});

test('asks about a draft with another text', () => {
  const met = meetChange(typed, changed('Dutch'), 0, [quill]);
  expect(met).toMatchObject({
    draft: 'Portuguese',
    state: { kind: 'changed', theirs: { value: 'Dutch' }, by: [quill] },
  });
  expect(meetChange(met, changed('Dutch'), 0, [quill])).toBe(met);
});

test('asks again after another outside change', () => {
  const met = meetChange(meetChange(typed, changed('Dutch'), 0, [quill]), changed('French'), 0, [quill]);
  expect(met.state).toMatchObject({ kind: 'changed', theirs: { value: 'French' } });
});

test('withdraws the question when the outside change is reverted', () => {
  const met = meetChange(meetChange(typed, changed('Dutch'), 0, [quill]), base, 0, [quill]);
  expect(met).toMatchObject({ draft: 'Portuguese', state: { kind: 'typing' } });
});

test('finds no conflict in equal texts', () => {
  expect(meetChange(typed, changed('Portuguese'), 0, [quill])).toMatchObject({
    state: { kind: 'typing' },
    base: { value: 'Portuguese' },
  });
});

test('doesn’t ask about a pin or a date', () => {
  const pinned = { ...base, raw: '- [2026-01-01|certain|x|pinned] language: English' };
  expect(meetChange(typed, pinned, 0, [quill])).toMatchObject({
    draft: 'Portuguese',
    base: pinned,
    state: { kind: 'typing' },
  });
});

test('keeps the row of a removed entry while the person decides', () => {
  const met = meetChange(typed, undefined, 1, [quill]);
  expect(met.state).toEqual({ kind: 'gone', index: 1, by: [quill] });
  expect(withEdited([entry('a'), entry('b')], met).map(({ id }) => id)).toEqual(['a', 'e1', 'b']);
  expect(meetChange(met, base, 0, [quill]).state).toEqual({ kind: 'typing' });
});
