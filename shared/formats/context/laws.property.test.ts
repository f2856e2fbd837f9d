import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../contract/changes.ts';
import { sameAbout } from '../../entries/about.ts';
import { personSource } from '../../entries/correction.ts';
import { categories, confidences } from '../../entries/entry.ts';
import { cleanValue } from '../../text/clean-value.ts';
import { changeMemory } from '../change.ts';
import type { MemoryDocument, ParsedEntry } from '../document.ts';
import { addToArchive } from './archive-text.ts';
import { beginContext, repairFrontmatter } from './frontmatter-edits.ts';
import { planOperations } from './operations.ts';
import { readArchive, readContext } from './read-document.ts';
import { entryWholeText } from './read-entry.ts';
import { isSubsequence, linesOutside } from './testing/lines-outside.ts';
import { randomContext, randomKey, randomValue } from './testing/random-context.ts';
import { attempt, many, operationOn, randomOperation, rules, today } from './testing/random-operations.ts';
import { checkUpdates, planUpdates } from './updates.ts';

/** Laws 1 and 6 of the design over random files and random operations. */

describe('laws 1 and 6: an operation changes its entry and nothing else', () => {
  test('reads back as intended', () => {
    let done = 0;
    let unclear = 0;
    fc.assert(
      fc.property(randomContext, fc.array(randomOperation, { minLength: 1, maxLength: 3 }), (text, randoms) => {
        const before = beginContext(readContext(text), today);
        const chosen = randoms.flatMap((random) => operationOn(before, random) ?? []);
        const distinct = chosen.filter(
          ({ entry }, index) => entry === null || chosen.findIndex((other) => other.entry === entry) === index,
        );
        let change: ReturnType<typeof changeMemory> | null;
        try {
          change = attempt(() =>
            changeMemory(
              before,
              planOperations(
                before,
                distinct.map(({ operation }) => operation),
                today,
                'person',
              ),
              rules,
            ),
          );
        } catch (error) {
          throw new Error(`${JSON.stringify(distinct.map(({ operation }) => operation))}`, { cause: error });
        }
        if (change === null) {
          unclear += 1;
          return;
        }
        done += 1;
        const { after } = change;
        const [outside, outsideAfter] = [linesOutside(before), linesOutside(after)];
        expect(
          isSubsequence(outside, outsideAfter),
          `${JSON.stringify(outside)} is not in ${JSON.stringify(outsideAfter)}`,
        ).toBe(true);
        const touched = new Set(distinct.map(({ entry }) => entry));
        const count = (document: readonly ParsedEntry[], raw: string, category: ParsedEntry['category']): number =>
          document.filter((entry) => entry.raw === raw && entry.category === category).length;
        const untouched = before.entries.filter((entry) => !touched.has(entry));
        for (const entry of untouched) {
          expect(count(after.entries, entry.raw, entry.category)).toBeGreaterThanOrEqual(
            count(untouched, entry.raw, entry.category),
          );
        }
        for (const { operation, entry } of distinct) {
          checkIntent(after, operation, entry);
        }
      }),
      many,
    );
    // Most random operations must be possible, or this would show nothing.
    expect(done).toBeGreaterThan(unclear);
  });

  function checkIntent(after: MemoryDocument, operation: Operation, entry: ParsedEntry | null): void {
    const found = (test: (candidate: ParsedEntry) => boolean): void => {
      expect(after.entries.some(test), `${JSON.stringify(operation)} is not in\n${after.text}`).toBe(true);
    };
    switch (operation.op) {
      case 'add':
        found(
          (candidate) =>
            candidate.category === operation.category &&
            candidate.source === personSource &&
            saysText(after, candidate, operation.key, operation.value),
        );
        return;
      case 'edit': {
        const key = operation.key === undefined ? (entry?.key ?? null) : operation.key;
        const value = operation.value ?? entry?.value ?? '';
        found((candidate) => candidate.category === entry?.category && saysText(after, candidate, key, value));
        return;
      }
      case 'confidence':
        found(
          (candidate) =>
            candidate.key === entry?.key &&
            candidate.value === entry?.value &&
            candidate.confidence === operation.confidence,
        );
        return;
      case 'move':
        found(
          (candidate) =>
            candidate.key === entry?.key &&
            candidate.value === entry?.value &&
            candidate.category === operation.category,
        );
        return;
      case 'pin':
        found(
          (candidate) =>
            candidate.key === entry?.key &&
            candidate.value === entry?.value &&
            candidate.flags.pinned === operation.pinned &&
            candidate.flags.until === entry.flags.until,
        );
        return;
      case 'protect':
        found(
          (candidate) =>
            candidate.key === entry?.key &&
            candidate.value === entry?.value &&
            candidate.flags.until === operation.until &&
            candidate.flags.pinned === entry.flags.pinned,
        );
        return;
      case 'about':
        found(
          (candidate) =>
            candidate.key === entry?.key &&
            candidate.value === entry?.value &&
            sameAbout(candidate.flags.about, operation.about) &&
            candidate.flags.pinned === entry.flags.pinned,
        );
        return;
      case 'archive':
      case 'delete':
        return; // carryOut and the undo property below check that it is gone
    }
  }

  function saysText(document: MemoryDocument, entry: ParsedEntry, key: string | null, value: string): boolean {
    const wanted = cleanValue(value);
    return key === null
      ? entryWholeText(document.text, entry) === wanted
      : entry.key === key.trim() && entry.value === wanted;
  }
});

test('applies all updates, the last of each key, and keeps everything else', () => {
  const update = fc.record({
    category: fc.constantFrom(...categories),
    key: randomKey,
    value: randomValue,
    confidence: fc.constantFrom(...confidences),
    source: fc.constantFrom('post_query', 'user_correction: x', 'weekly'),
  });
  fc.assert(
    fc.property(randomContext, fc.array(update, { minLength: 1, maxLength: 5 }), (text, updates) => {
      const before = beginContext(readContext(text), today);
      const good = updates.flatMap((each) => attempt(() => checkUpdates([each])) ?? []);
      const change = attempt(() => changeMemory(before, planUpdates(before, good, today), rules));
      if (change === null) {
        return;
      }
      const latest = new Map(good.map((each) => [`${each.category} ${each.key}`, each]));
      for (const { category, key, value, confidence, source } of latest.values()) {
        expect(change.after.entries).toContainEqual(
          expect.objectContaining({ category, key, value, confidence, source }),
        );
      }
      expect(isSubsequence(linesOutside(before), linesOutside(change.after))).toBe(true);
    }),
    many,
  );
});

test('restores an archived entry with all of its text', () => {
  fc.assert(
    fc.property(randomContext, (text) => {
      const document = readContext(text);
      const departures = document.entries
        .filter((entry) => entry.category !== null && entry.value !== '')
        .map((entry) => ({ entry, byHand: false }));
      const archived = attempt(() => addToArchive(null, departures, { today, unknownDate: '2020-01-01' }));
      if (archived === null) {
        return;
      }
      const found = readArchive(archived.text).entries;
      expect(found).toHaveLength(departures.length);
      for (const { entry } of departures) {
        const { category, key, value, confidence, source, date } = entry;
        expect(found).toContainEqual(expect.objectContaining({ category, key, value, confidence, source, date }));
      }
    }),
    many,
  );
});

test('repairs frontmatter so that it can be read, and keeps every line', () => {
  fc.assert(
    fc.property(randomContext, (text) => {
      const before = readContext(text);
      const after = readContext(repairFrontmatter(before, today));
      if (text.replace(/^\uFEFF/, '').trim() === '' || /\r(?!\n)/.test(text)) {
        return; // YAML has no lone CR: such a file keeps its diagnostic
      }
      expect(after.frontmatter).toMatchObject({
        status: 'present',
        version: { value: expect.any(Number) },
        lastUpdated: { value: expect.any(String) },
        tokenEstimate: { value: expect.any(Number) },
      });
      const kept = (document: MemoryDocument): string[] => document.entries.map(({ raw }) => raw);
      expect(kept(after)).toEqual(kept(before));
    }),
    many,
  );
});
