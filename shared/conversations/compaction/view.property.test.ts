import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countingMeasure, estimate } from '../../entries/measure.ts';
import { callsOf, isResult, type Message, resultsOf, weighedText } from '../message.ts';
import { usualThreshold } from './budget.ts';
import { shortened, toolGroups } from './careful.ts';
import { presets, recentCount } from './compaction.ts';
import { randomMessages } from './testing/random-messages.ts';
import { compactedView, seen } from './view.ts';

const measure = fc.constantFrom(
  estimate,
  countingMeasure((line) => Math.ceil(line.length / 4)),
);
/** Budgets from zero to more than the whole conversation. */
const conversation = fc
  .record({ messages: randomMessages, measure, part: fc.integer({ min: 0, max: 130 }) })
  .map(({ part, ...one }) => ({ ...one, tokens: Math.ceil((weigh(one.messages, one.measure) * part) / 100) }));

const weigh = (messages: readonly Message[], { ofText, tokensOf }: typeof estimate): number =>
  tokensOf(messages.reduce((sum, each) => sum + ofText(weighedText(each)), 0));

const careful = ({ messages, tokens, measure }: { messages: Message[]; tokens: number; measure: typeof estimate }) =>
  compactedView(messages, { tokens, threshold: usualThreshold }, 'careful', measure);

const isHuman = (message: Message | undefined): boolean => message?.role === 'user' && !isResult(message);

describe('a view of any conversation', () => {
  test('has a verdict for each message, changes none, and gives their tokens before and after', () => {
    fc.assert(
      fc.property(conversation, fc.constantFrom(...presets), ({ messages, tokens, measure }, preset) => {
        const asTheyWere = structuredClone(messages);
        const { verdicts, before, after, fits } = compactedView(messages, { tokens, threshold: 1 }, preset, measure);
        expect(messages).toEqual(asTheyWere);
        expect(verdicts).toHaveLength(messages.length);
        expect([before, after]).toEqual([weigh(messages, measure), weigh(seen(messages, verdicts), measure)]);
        expect(after).toBeLessThanOrEqual(before);
        expect(fits).toBe(after <= tokens);
        if (before < tokens) {
          expect(verdicts.every(({ what }) => what === 'kept')).toBe(true);
        }
      }),
    );
  });
});

describe('a careful view', () => {
  test('never splits a tool group', () => {
    fc.assert(
      fc.property(conversation, (one) => {
        const left = seen(one.messages, careful(one).verdicts);
        const ids = (messages: readonly Message[]) => ({
          calls: new Set(messages.flatMap(callsOf)),
          results: new Set(messages.flatMap(resultsOf)),
        });
        const [all, some] = [ids(one.messages), ids(left)];
        for (const id of all.calls) {
          expect(some.results.has(id ?? '')).toBe(some.calls.has(id) && all.results.has(id ?? ''));
        }
      }),
    );
  });

  test('keeps instructions, the last ten messages and the person’s first and last', () => {
    fc.assert(
      fc.property(conversation, (one) => {
        const { messages } = one;
        const { verdicts } = careful(one);
        const human = [messages.findIndex(isHuman), messages.findLastIndex(isHuman)];
        for (const [index, { role }] of messages.entries()) {
          const stays =
            role === 'system' ||
            role === 'developer' ||
            index >= messages.length - recentCount ||
            human.includes(index);
          expect(stays ? verdicts[index]?.what : 'kept').toBe('kept');
        }
      }),
    );
  });

  test('shortens the oldest results first, and drops messages only when all results are short', () => {
    fc.assert(
      fc.property(conversation, (one) => {
        const { verdicts } = careful(one);
        const isLong = (message: Message): boolean =>
          isResult(message) && typeof message['content'] === 'string' && message['content'].length > 2000;
        const past = one.messages.slice(0, -recentCount);
        const long = past.flatMap((message, index) => (isLong(message) ? [index] : []));
        const firstLeft = long.findIndex((index) => verdicts[index]?.what === 'kept');
        const touched = long.map((index) => verdicts[index]?.what !== 'kept');
        expect(firstLeft < 0 ? [] : touched.slice(firstLeft).filter(Boolean)).toEqual([]);
        if (verdicts.some(({ what }) => what === 'dropped')) {
          expect(touched.every(Boolean)).toBe(true);
        }
      }),
    );
  });

  test('fits unless nothing more could go, and says so if it doesn’t', () => {
    fc.assert(
      fc.property(conversation, (one) => {
        const { verdicts, after } = careful(one);
        if (after >= usualThreshold * one.tokens) {
          const mayStillGo = verdicts.filter((verdict) => verdict.what === 'kept' && verdict.why === 'fits');
          expect(mayStillGo).toEqual([]);
        }
      }),
    );
  });

  test('removes no more than necessary', () => {
    fc.assert(
      fc.property(conversation, (one) => {
        const { messages, measure } = one;
        const { verdicts } = careful(one);
        const old = verdicts.flatMap((verdict, index) =>
          verdict.what === 'dropped' && verdict.why === 'old' ? [index] : [],
        );
        const { groupOf } = toolGroups(messages);
        const firsts = new Map(old.toReversed().map((index) => [groupOf[index], index]));
        const last = messages.filter((_, index) => groupOf[index] === groupOf[Math.max(...firsts.values())]);
        const withLast = [...seen(messages, verdicts), ...last.map((message) => shortened(message) ?? message)];
        if (old.length > 0) {
          expect(weigh(withLast, measure)).toBeGreaterThanOrEqual(usualThreshold * one.tokens);
        }
      }),
    );
  });

  test('lists results without their call', () => {
    fc.assert(
      fc.property(conversation, (one) => {
        const { orphans, verdicts } = careful({ ...one, tokens: 0 });
        const calls = new Set(one.messages.flatMap(callsOf));
        const left = orphans.filter((index) => verdicts[index]?.what !== 'dropped');
        expect(left).toEqual(orphans);
        expect(orphans.every((index) => !resultsOf(one.messages[index] as Message).some((id) => calls.has(id)))).toBe(
          true,
        );
      }),
    );
  });
});

describe('a view of 100,000 messages', () => {
  const many = <T>(make: (index: number) => T): T[] => Array.from({ length: 100_000 }, (_, index) => make(index));
  const call = { role: 'assistant', content: '', tool_calls: [{ id: 'call_0' }] };
  const result = { role: 'tool', tool_call_id: 'call_0', content: 'word '.repeat(10) };

  test.each([
    { what: 'the same call again and again', messages: many((index) => (index % 2 === 0 ? call : result)) },
    { what: 'calls alone, then all their results', messages: many((index) => (index < 50_000 ? call : result)) },
    { what: 'one call with all the rest its results', messages: many((index) => (index === 0 ? call : result)) },
    { what: 'results of nothing', messages: many(() => result) },
    { what: 'messages that say one thing', messages: many(() => ({ role: 'user', content: 'again' })) },
  ])('takes no longer for $what', ({ messages }) => {
    for (const preset of presets) {
      const { verdicts } = compactedView(messages, { tokens: 10, threshold: 1 }, preset, estimate);
      expect(verdicts).toHaveLength(messages.length);
    }
  });
});
