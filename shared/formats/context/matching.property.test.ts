import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchEntries } from '../../entries/match-entries.ts';
import { changeMemory } from '../change.ts';
import type { MemoryDocument } from '../document.ts';
import { patchBetween } from '../entry-patch.ts';
import { removeEntries, runPlan } from '../entry-plan.ts';
import { contextFormat } from './format.ts';
import { beginContext } from './frontmatter-edits.ts';
import { planOperations } from './operations.ts';
import { readContext } from './read-document.ts';
import { randomContext } from './testing/random-context.ts';
import { attempt, many, operationOn, randomOperation, rules, today } from './testing/random-operations.ts';

/** Law 6 of the design over random files: entries keep their identity from one version to the next. */

describe('law 6: entries are matched by content', () => {
  test('accounts for every entry of both versions once', () => {
    fc.assert(
      fc.property(randomContext, randomContext, (first, second) => {
        const [before, after] = [readContext(first).entries, readContext(second).entries];
        const { kept, changed, added, removed } = matchEntries(before, after);
        const olds = [...kept, ...changed].map((pair) => pair.before);
        const news = [...kept, ...changed].map((pair) => pair.after);
        expect(new Set([...olds, ...removed])).toEqual(new Set(before));
        expect(olds.length + removed.length).toBe(before.length);
        expect(new Set([...news, ...added])).toEqual(new Set(after));
        expect(news.length + added.length).toBe(after.length);
      }),
      many,
    );
  });

  test('a patch puts removed entries back in their places', () => {
    let done = 0;
    fc.assert(
      fc.property(randomContext, fc.array(fc.nat(1000), { minLength: 1, maxLength: 3 }), (mixed, places) => {
        // Entries alone don’t tell how lines ended.
        const text = mixed.replace(/\r\n?/g, '\n').replace(/\n?$/, '\n');
        const before = readContext(text);
        const gone = new Set(places.flatMap((at) => before.entries[at % Math.max(1, before.entries.length)] ?? []));
        const without = attempt(() => runPlan(before, removeEntries(before, [...gone]), readContext));
        if (without !== null && gone.size > 0) {
          const patch = patchBetween(without, before);
          const back = runPlan(without, contextFormat.patch(without, patch, undefined), readContext);
          expect(back.text).toBe(text);
          done += 1;
        }
      }),
      many,
    );
    expect(done).toBeGreaterThan(many.numRuns / 2);
  });

  test('a patch leads from any version to the other, entry by entry', () => {
    fc.assert(
      fc.property(randomContext, fc.array(randomOperation, { minLength: 1, maxLength: 3 }), (text, randoms) => {
        const before = beginContext(readContext(text), today);
        const operations = randoms.flatMap((random) => operationOn(before, random)?.operation ?? []);
        const change = attempt(() => changeMemory(before, planOperations(before, operations, today, 'person'), rules));
        if (change === null) {
          return;
        }
        const back = attempt(() =>
          runPlan(
            change.after,
            contextFormat.patch(change.after, patchBetween(change.after, before), undefined),
            readContext,
          ),
        );
        if (back !== null) {
          const lines = (document: MemoryDocument): string[] =>
            document.entries.map((entry) => `${entry.category} ${entry.raw}`).sort();
          expect(lines(back)).toEqual(lines(before));
        }
      }),
      many,
    );
  });
});
