import { expect, test } from 'vitest';
import { contextFormat } from './context/format.ts';
import { type OnDuplicate, patchBetween } from './entry-patch.ts';
import { runPlan } from './entry-plan.ts';
import { withoutThoseThere } from './there-already.ts';

const { read, patch } = contextFormat;
const memory = (...lines: readonly string[]) =>
  read(`## Facts (certain)\n${lines.map((line) => `- ${line}\n`).join('')}`);

/** Entries of a memory after the patch from one text to another is applied to it. */
function broughtBack(
  from: readonly string[],
  to: readonly string[],
  now: readonly string[],
  onDuplicate?: OnDuplicate,
) {
  const document = memory(...now);
  const wanted = withoutThoseThere(patchBetween(memory(...from), memory(...to)), document, read);
  return runPlan(document, patch(document, wanted, onDuplicate), read).entries.map(({ raw }) => raw.slice(2));
}

test('leaves an entry that is back as it is, whatever its bracket', () => {
  const again = ['[2026-05-01|certain|until=2026-12-21] tea: calms', '[2026-05-01] Keeps bees'];
  expect(broughtBack([], ['[2024-01-01] tea: calms', 'Keeps bees', 'cat: Minka'], again).toSorted()).toEqual(
    [...again, 'cat: Minka'].toSorted(),
  );
});

test('counts an existing entry as one of several equal ones', () => {
  expect(broughtBack([], ['a: 1', 'a: 1'], ['a: 1'])).toEqual(['a: 1', 'a: 1']);
  expect(broughtBack(['Bees'], ['Bees', 'Bees'], ['Bees'])).toEqual(['Bees', 'Bees']);
  expect(broughtBack(['a: 1'], ['a: 1', 'a: 1'], ['a: 1'])).toEqual(['a: 1', 'a: 1']);
});

test('asks about another text under the same key, by name', () => {
  const asked = () => broughtBack([], ['time_format: 24 hours'], ['time_format: 12 hours']);
  expect(asked).toThrow('“Time format” is in the memory again, with another text. Choose which to keep.');
  expect(broughtBack([], ['a: 1', 'a: 2'], ['a: 1', 'a: 3'], 'keep_both').toSorted()).toEqual(['a: 1', 'a: 2', 'a: 3']);
});
