import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../contract/changes.ts';
import type { ErrorCode } from '../../contract/error-codes.ts';
import { ContextureError } from '../../contract/errors.ts';
import { sameAbout } from '../../entries/about.ts';
import { personSource } from '../../entries/correction.ts';
import { categories, confidences, refOf } from '../../entries/entry.ts';
import { matchEntries } from '../../entries/match-entries.ts';
import { estimate } from '../../entries/measure.ts';
import { countWords } from '../../entries/token-estimate.ts';
import { cleanValue } from '../../text/clean-value.ts';
import { applyEdits } from '../../text/edits.ts';
import { splitLines } from '../../text/lines.ts';
import { changeMemory } from '../change.ts';
import type { MemoryDocument, ParsedEntry } from '../document.ts';
import { patchBetween } from '../entry-patch.ts';
import { carryOut, removeEntries } from '../entry-plan.ts';
import { addToArchive } from './archive-text.ts';
import { beginContext } from './count-change.ts';
import { contextFormat } from './format.ts';
import { repairFrontmatter } from './frontmatter-edits.ts';
import { planOperations } from './operations.ts';
import { readArchive, readContext } from './read-document.ts';
import { wholeText } from './read-entry.ts';
import { randomContext, randomKey, randomValue } from './testing/random-context.ts';
import { checkUpdates, planUpdates } from './updates.ts';

/** Laws 1, 2 and 6 of the design over random files and random operations. */

const today = '2026-11-21';
const rules = { format: contextFormat, today, limit: 2000, measure: estimate, fit: false };
/** The same cases each time, unless asked for others: a rare one must not stop somebody else’s work. */
const many = {
  numRuns: Number(process.env['CONTEXTURE_CASES'] ?? 3000),
  seed: Number(process.env['CONTEXTURE_SEED'] ?? 20261121),
};
const refusals: readonly ErrorCode[] = [
  'key_invalid',
  'value_invalid',
  'section_unclear',
  'source_invalid',
  'updates_invalid',
  'key_exists',
  'invalid_request',
];

/** Runs a change; a refusal with one of the agreed codes is fine and changes nothing. */
function attempt<T>(change: () => T): T | null {
  try {
    return change();
  } catch (error) {
    if (error instanceof ContextureError && refusals.includes(error.code)) {
      return null;
    }
    throw error;
  }
}

const randomOperation = fc.record({
  at: fc.nat(1000),
  op: fc.constantFrom('edit', 'rekey', 'confidence', 'move', 'pin', 'about', 'archive', 'delete', 'add' as const),
  value: randomValue,
  key: randomKey,
  category: fc.constantFrom(...categories),
  confidence: fc.constantFrom(...confidences),
  yes: fc.boolean(),
});
type Random = typeof randomOperation extends fc.Arbitrary<infer T> ? T : never;

function operationOn(
  document: MemoryDocument,
  random: Random,
): { operation: Operation; entry: ParsedEntry | null } | null {
  const { value, key, category, confidence } = random;
  if (random.op === 'add') {
    return { operation: { op: 'add', category, key: random.yes ? key : null, value }, entry: null };
  }
  const entry = document.entries[random.at % Math.max(1, document.entries.length)];
  if (!entry) {
    return null;
  }
  const ref = refOf(entry);
  switch (random.op) {
    case 'edit':
      return { operation: { op: 'edit', entry: ref, value }, entry };
    case 'rekey':
      return { operation: { op: 'edit', entry: ref, key: random.yes ? key : null }, entry };
    case 'confidence':
      return { operation: { op: 'confidence', entry: ref, confidence }, entry };
    case 'move':
      return { operation: { op: 'move', entry: ref, category }, entry };
    case 'pin':
      return { operation: { op: 'pin', entry: ref, pinned: random.yes }, entry };
    case 'about':
      return {
        operation: { op: 'about', entry: ref, about: random.yes ? { kind: 'project', name: 'Acme' } : null },
        entry,
      };
    default:
      return { operation: { op: random.op, entry: ref }, entry };
  }
}

/** The lines of a file that no entry has, but for the three values every change counts. */
function linesOutside({ text, frontmatter, entries }: MemoryDocument): string[] {
  const counted = [frontmatter.lastUpdated, frontmatter.version, frontmatter.tokenEstimate].flatMap((value) =>
    value?.value == null ? [] : [{ ...value.range, insert: '…' }],
  );
  return splitLines(text)
    .filter(
      ({ from }) =>
        !entries.some(({ range, syntax }) => Math.max(from, frontmatter.start) >= range.from && from < syntax.blockEnd),
    )
    .map(({ from, end }) => {
      const within = counted.filter((edit) => edit.from >= from && edit.to <= end);
      const edits = within.map((edit) => ({ ...edit, from: edit.from - from, to: edit.to - from }));
      return applyEdits(text.slice(from, end), edits).replace(/^\uFEFF/, '');
    });
}

function isSubsequence(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const line of whole) {
    // A last line without a line end gets one when something is added after it.
    const same =
      line === part[at] ||
      (at === part.length - 1 &&
        /^(?:\r\n|\r|\n)$/.test(line.slice(part[at]?.length)) &&
        line.startsWith(part[at] ?? ''));
    if (at < part.length && same) {
      at += 1;
    }
  }
  return at === part.length;
}

describe('law 2: reading never throws and never drops', () => {
  const check = (text: string): void => {
    const document = readContext(text);
    let covered = document.frontmatter.body
      ? splitLines(text).findIndex((line) => line.from === document.frontmatter.body?.to) + 1
      : 0;
    const places = [...document.entries.map(({ range }) => range), ...document.notUnderstood].sort(
      (a, b) => a.from - b.from,
    );
    const lines = splitLines(text);
    covered = Math.max(covered, document.frontmatter.status === 'unclosed' ? 1 : 0);
    for (const line of lines.slice(covered)) {
      const content = text.slice(line.from, line.to).replace(/^\uFEFF/, '');
      const inPlace = places.some(
        (place) => place.from <= Math.max(line.from, document.frontmatter.start) && line.to <= place.to,
      );
      expect(
        inPlace || content.trim() === '' || /^#{1,6}(?:[ \t]|$)/.test(content),
        `line ${JSON.stringify(content)} is dropped`,
      ).toBe(true);
    }
    for (const [index, place] of places.entries()) {
      expect(place.from).toBeGreaterThanOrEqual(places[index - 1]?.to ?? 0);
    }
    for (const entry of document.entries) {
      expect(entry.raw).toBe(text.slice(entry.range.from, entry.range.to));
    }
    expect(document.words).toBe(countWords(text));
  };

  test('on files that look like context files', () => {
    fc.assert(fc.property(randomContext, check), many);
  });

  test('on any text at all', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), check), many);
    fc.assert(
      fc.property(
        fc
          .array(
            fc.constantFrom(
              '-',
              ' ',
              '\n',
              '\r',
              '#',
              '`',
              '<!--',
              '-->',
              ':',
              '[',
              ']',
              '|',
              'a',
              '2026-01-01',
              '---',
              '\t',
              '\uFEFF',
            ),
            { maxLength: 40 },
          )
          .map((parts) => parts.join('')),
        check,
      ),
      many,
    );
  });
});

describe('laws 1 and 6: an operation changes its entry and nothing else', () => {
  test('and it reads back as meant', () => {
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
        return; // that it is gone is checked by what carryOut compares, and by the undo property below
    }
  }

  function saysText(document: MemoryDocument, entry: ParsedEntry, key: string | null, value: string): boolean {
    const wanted = cleanValue(value);
    return key === null
      ? wholeText(document.text, entry) === wanted
      : entry.key === key.trim() && entry.value === wanted;
  }
});

describe('law 6: entries are matched by content', () => {
  test('every entry of both versions is accounted for once', () => {
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

  test('a patch puts what was taken out back in its place', () => {
    let done = 0;
    fc.assert(
      fc.property(randomContext, fc.array(fc.nat(1000), { minLength: 1, maxLength: 3 }), (mixed, places) => {
        // What a line ended in is not known of entries alone.
        const text = mixed.replace(/\r\n?/g, '\n').replace(/\n?$/, '\n');
        const before = readContext(text);
        const gone = new Set(places.flatMap((at) => before.entries[at % Math.max(1, before.entries.length)] ?? []));
        const without = attempt(() => carryOut(before, removeEntries(before, [...gone]), readContext));
        if (without !== null && gone.size > 0) {
          const patch = patchBetween(without, before);
          const back = carryOut(without, contextFormat.patch(without, patch, undefined), readContext);
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
          carryOut(
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

test('updates are all there afterwards, the last of each key, and everything else stays', () => {
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

test('what goes to the archive comes back with everything it said', () => {
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

test('a repaired frontmatter can be read, and every line of before is still there', () => {
  fc.assert(
    fc.property(randomContext, (text) => {
      const before = readContext(text);
      const after = readContext(repairFrontmatter(before, today));
      if (text.replace(/^\uFEFF/, '').trim() === '' || /\r(?!\n)/.test(text)) {
        return; // YAML knows no lone CR: such a file keeps its diagnostic
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
