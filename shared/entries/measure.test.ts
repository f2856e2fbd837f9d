import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { readContext } from '../formats/context/read-document.ts';
import { randomContext } from '../formats/context/testing/random-context.ts';
import type { MemoryDocument, ParsedEntry } from '../formats/document.ts';
import { removeEntries, runPlan } from '../formats/entry-plan.ts';
import {
  amountInWords,
  countedPieces,
  countingMeasure,
  estimate,
  fitsWithin,
  type MeasureName,
  measureOfWeighed,
  shareTokens,
} from './measure.ts';
import { rememberingCounter } from './remembering-counter.ts';

const realCount = (text: string): number => countTokens(text, { disallowedSpecial: new Set<string>() });
const count = countingMeasure(realCount);
/** The same cases each time, so that a rare failure doesn’t stop unrelated work. */
const always = { seed: Number(process.env['CONTEXTURE_SEED'] ?? 20261121) };
const both = [
  ['estimate', estimate],
  ['count', count],
] as const;

/** The document without entries; null if the removal is refused because it would change others. */
function without(document: MemoryDocument, leaving: readonly ParsedEntry[]): MemoryDocument | null {
  try {
    return runPlan(document, removeEntries(document, leaving), readContext);
  } catch (error) {
    expect(error).toMatchObject({ code: 'section_unclear' });
    return null;
  }
}

test('Windows line ends cost as much as others', () => {
  expect(count.ofText('- a: b.\r\n\r\n- c\r\n')).toBe(count.ofText('- a: b.\n\n- c\n'));
});

describe.each(both)('measuring by the %s', (_, measure) => {
  test('frees exactly the weight of removed entries', () => {
    fc.assert(
      fc.property(randomContext, fc.infiniteStream(fc.boolean()), (text, chosen) => {
        fc.pre(!/^\uFEFF[ \t]*[-*+]/.test(text)); // a mark left alone is a word
        const before = readContext(text);
        const leaving = before.entries.filter(() => chosen.next().value);
        const after = without(before, leaving);
        fc.pre(after !== null);
        const freed = leaving.reduce((sum, entry) => sum + measure.weightOf(entry), 0);
        expect(measure.ofDocument(after)).toBe(measure.ofDocument(before) - freed);
      }),
      always,
    );
  });

  test('gives a document the weight of its text, and no entry a negative overhead', () => {
    fc.assert(
      fc.property(randomContext, (text) => {
        const document = readContext(text);
        expect(measure.ofDocument(document)).toBe(measure.ofText(text));
        for (const entry of document.entries) {
          expect(measure.overheadOf(entry)).toBeGreaterThanOrEqual(0);
          expect(measure.overheadOf(entry)).toBeLessThanOrEqual(measure.weightOf(entry));
        }
      }),
      always,
    );
  });

  test('cuts a text to what fits, at the start of a word', () => {
    fc.assert(
      fc.property(randomContext, fc.nat(300), (text, tokens) => {
        const fits = fitsWithin(text, tokens, measure);
        expect(measure.tokensOf(measure.ofText(text.slice(0, fits)))).toBeLessThanOrEqual(tokens);
        expect(fits === text.length).toBe(measure.tokensOf(measure.ofText(text)) <= tokens);
      }),
      always,
    );
  });

  test('gives shares that add up to the whole and are never negative', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(500), { minLength: 1 }), (parts) => {
        const shares = shareTokens(parts, measure);
        const weight = parts.reduce((sum, part) => sum + part, 0);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(measure.tokensOf(weight));
        expect(shares.every((share) => share >= 0)).toBe(true);
      }),
      always,
    );
  });

  test('finds the least weight for a number of tokens', () => {
    for (const tokens of [1, 2, 100, 1999, 2000, 2100.5]) {
      const weight = measure.weightFor(tokens);
      expect(measure.tokensOf(weight)).toBeGreaterThanOrEqual(Math.trunc(tokens));
      expect(measure.tokensOf(weight - 1)).toBeLessThan(tokens);
    }
  });
});

test.each<[string, string]>([
  ['prose', '## Insights\n\n- sleep: seven hours.\n  More on Sundays.\n\n\n- tea: green\n'],
  ['Chinese', '# 记忆\n\n- 他每周三晚上去健身房锻炼身体，然后回家做饭。\n- 喜欢绿茶\n'],
  ['digits', '- phone: 004915112345678901\n- pi: 3.14159265358979323846\n'],
])('the tokens of lines add up to those of the whole: %s', (_, text) => {
  expect(count.ofText(text)).toBe(realCount(text));
});

test('counts a word without an end in pieces, all of it', () => {
  const text = 'ab'.repeat(5000);
  expect(countedPieces(text).join('')).toBe(`${text}\n`);
  expect(Math.max(...countedPieces(text).map((piece) => piece.length))).toBeLessThan(1000);
  expect(count.ofText(text)).toBeGreaterThan(0.9 * realCount(text));
});

test('counts only changed text again', () => {
  const counted: string[] = [];
  const measure = countingMeasure(
    rememberingCounter((text) => {
      counted.push(text);
      return realCount(text);
    }).count,
  );
  const lines = Array.from({ length: 100 }, (_, index) => `- entry number ${index}`);
  measure.ofText(lines.join('\n'));
  counted.length = 0;
  expect(measure.ofText([...lines, '- one more', ''].join('\n'))).toBeGreaterThan(0);
  expect(counted).toEqual(['- one more\n']);
});

test.each<MeasureName>(['estimate', 'count'])('gives the same tokens for entries weighed by the %s', (name) => {
  const [, measure] = both.find(([each]) => each === name) ?? both[0];
  const weight = measure.ofText('one two three 四五六');
  expect(measureOfWeighed(name).tokensOf(measureOfWeighed(name).weightOf({ weight }))).toBe(measure.tokensOf(weight));
});

test('words an amount by the unit of its measure', () => {
  expect([1, 1742].map((amount) => amountInWords(amount, 'estimate'))).toEqual(['1 token', '1,742 tokens']);
  expect([1, 1742].map((amount) => amountInWords(amount, 'count'))).toEqual(['1 token', '1,742 tokens']);
  expect([1, 0].map((amount) => amountInWords(amount, 'characters'))).toEqual(['1 character', '0 characters']);
});
