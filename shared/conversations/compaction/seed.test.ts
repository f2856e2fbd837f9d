import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { estimate } from '../../entries/measure.ts';
import type { Message } from '../message.ts';
import { usualThreshold } from './budget.ts';
import { compactedView } from './view.ts';

/** Conversations, each with the indexes of the messages that Amplifier's context manager keeps in a compaction. */
const cases = readFileSync(join(import.meta.dirname, 'testing', 'seed-cases.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as { readonly messages: Message[]; readonly kept: number[] });

const view = (messages: readonly Message[], tokens = 1) =>
  compactedView(messages, { tokens, threshold: usualThreshold }, 'seed', estimate);

const keptOf = (messages: readonly Message[], tokens = 1): number[] =>
  view(messages, tokens).verdicts.flatMap(({ what }, index) => (what === 'kept' ? [index] : []));

test('keeps the same messages of sixty conversations as that program', () => {
  expect(cases).toHaveLength(60);
  for (const { messages, kept } of cases) {
    expect(keptOf(messages)).toEqual(kept);
  }
});

const user = (content: string): Message => ({ role: 'user', content });
const older = (count: number): Message[] => Array.from({ length: count }, (_, index) => user(`older ${index}`));
const recent = Array.from({ length: 10 }, (_, index) => user(`recent ${index}`));

test('begins at the threshold and not a token earlier', () => {
  const messages = [...older(10), ...recent];
  const used = view(messages, 1_000_000).before;
  expect(keptOf(messages, Math.ceil(used / usualThreshold) - 1)).toHaveLength(10);
  expect(keptOf(messages, Math.ceil(used / usualThreshold) + 1)).toHaveLength(20);
});

test('drops repeats of an earlier message, even recent or system messages', () => {
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'system', content: 'Be brief.' },
    ...Array.from({ length: 10 }, () => user('ok')),
  ];
  const { verdicts } = view(messages);
  expect(keptOf(messages)).toEqual([0, 2]);
  expect(verdicts[1]).toEqual({ what: 'dropped', why: 'repeated' });
});

test('compares texts by their first hundred characters, of which one may be two code units', () => {
  const begin = '🙂'.repeat(100);
  expect(keptOf([user(`${begin}one`), user(`${begin}two`), user(`${'🙂'.repeat(99)}x`)])).toEqual([0, 2]);
});

test('lists results without their call', () => {
  const result = { role: 'tool', tool_call_id: 'gone', content: 'done' };
  const call = { role: 'assistant', content: '', tool_calls: [{ id: 'gone' }] };
  const { verdicts, orphans } = view([call, user('in between'), result, ...recent.slice(1)]);
  expect(orphans).toEqual([2]);
  expect(verdicts.map(({ what }) => what).slice(0, 3)).toEqual(['dropped', 'dropped', 'kept']);
});
