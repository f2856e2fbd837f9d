import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../contract/changes.ts';
import type { ErrorCode } from '../../contract/error-codes.ts';
import { ContextureError } from '../../contract/errors.ts';
import { refOf } from '../../entries/entry.ts';
import { estimate } from '../../entries/measure.ts';
import { cleanValue } from '../../text/clean-value.ts';
import { splitLines } from '../../text/lines.ts';
import { changeMemory } from '../change.ts';
import type { MemoryDocument, ParsedEntry } from '../document.ts';
import { patchBetween } from '../entry-patch.ts';
import { runPlan, withoutEntries } from '../entry-plan.ts';
import { markdownArchive } from './archive.ts';
import { contentIn, joinedText } from './content.ts';
import { markdownFormat } from './format.ts';
import { readMarkdown } from './read-markdown.ts';
import { randomMarkdown } from './testing/random-markdown.ts';
import { many, operationOn, randomOperation } from './testing/random-operations.ts';

/** Laws 1 and 6 of the design over random memories in free markdown and random operations. */

const today = '2026-11-21';
const rules = { format: markdownFormat, today, limit: 2000, measure: estimate, fit: false };
const refusals: readonly ErrorCode[] = [
  'key_invalid',
  'value_invalid',
  'section_unclear',
  'key_exists',
  'invalid_request',
  'change_superseded',
];

/** Runs a change. @returns null for a refusal with an expected code, which changes nothing */
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

const changed = (document: MemoryDocument, operations: readonly Operation[]): MemoryDocument | null =>
  attempt(() => changeMemory(document, markdownFormat.plan(document, operations, today, 'person'), rules).after);

/** Lines outside all entries. */
function linesOutside({ text, frontmatter, entries }: MemoryDocument): string[] {
  return splitLines(text)
    .filter(
      ({ from }) =>
        !entries.some(({ range, syntax }) => Math.max(from, frontmatter.start) >= range.from && from < syntax.blockEnd),
    )
    .map(({ from, end }) => text.slice(from, end).replace(/^\uFEFF/, ''));
}

/** True if the whole has these lines in order. A last line may have gained a line end. */
function isSubsequence(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const line of whole) {
    const wanted = part[at];
    const isLast = at === part.length - 1 && wanted !== undefined && line.startsWith(wanted);
    if (line === wanted || (isLast && /^(?:\r\n|\r|\n)$/.test(line.slice(wanted.length)))) {
      at += 1;
    }
  }
  return at === part.length;
}

const someEntries = fc.array(fc.nat(1000), { minLength: 1, maxLength: 3 });
const chosenOf = ({ entries }: MemoryDocument, places: readonly number[]): ParsedEntry[] => {
  const chosen = new Set(places.flatMap((at) => entries[at % Math.max(1, entries.length)] ?? []));
  return entries.filter((entry) => chosen.has(entry));
};
/** True if a removed entry shares its name with another, so that nobody can tell which is which. */
const hasTwins = ({ entries }: MemoryDocument, gone: readonly ParsedEntry[]): boolean => {
  const nameOf = ({ key, raw }: ParsedEntry): string => key ?? raw;
  const names = entries.map(nameOf);
  return gone.some((entry) => names.filter((name) => name === nameOf(entry)).length > 1);
};
/** True if a removal left no blank line, which it does where lines would otherwise join. */
const isPlain = (before: MemoryDocument, without: MemoryDocument, gone: readonly ParsedEntry[]): boolean => {
  const taken = gone.reduce((sum, { range, syntax }) => sum + syntax.blockEnd - range.from, 0);
  return !hasTwins(before, gone) && without.text.length === before.text.length - taken;
};
const hasTwinHeadings = ({ sections }: MemoryDocument): boolean =>
  new Set(sections.map(({ title }) => title)).size < sections.length;
const linesOf = ({ entries }: MemoryDocument): string[] =>
  entries.map(({ raw, section }) => `${section} ${raw}`).sort();
const withPlainEnds = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/\n?$/, '\n');

describe('laws 1 and 6: an operation changes its entry and nothing else', () => {
  test('reads back as intended', () => {
    const counts = { done: 0, refused: 0 };
    fc.assert(
      fc.property(randomMarkdown, randomOperation, (text, random) => {
        const before = readMarkdown(text);
        const operation = operationOn(before, random);
        const after = operation && changed(before, [operation]);
        if (!operation || !after) {
          counts.refused += 1;
          return;
        }
        counts.done += 1;
        const entry =
          'entry' in operation
            ? before.entries.find(
                ({ raw, ordinal }) => raw === operation.entry.raw && ordinal === operation.entry.ordinal,
              )
            : undefined;
        expectTheRest(before, after, entry);
        checkIntent(after, operation, entry);
      }),
      many,
    );
    // Most random operations must be possible for the test to mean anything.
    expect(counts.done).toBeGreaterThan(counts.refused);
  });

  /** Expects everything but an entry to stay as it was. */
  function expectTheRest(before: MemoryDocument, after: MemoryDocument, entry: ParsedEntry | undefined): void {
    const [outside, outsideAfter] = [linesOutside(before), linesOutside(after)];
    // A heading above a removed entry may now be an entry, and an entry a heading.
    const turned = new Set(after.entries.map(({ raw }) => raw.trim()));
    const left = outside.filter((line) => line !== '' && !turned.has(line.trim()));
    expect(isSubsequence(left, outsideAfter)).toBe(true);
    const raws = (document: MemoryDocument) =>
      document.entries.filter((each) => each !== entry).map(({ raw, section }) => `${section} ${raw}`);
    const there = new Map<string, number>();
    for (const raw of raws(after)) {
      there.set(raw, (there.get(raw) ?? 0) + 1);
    }
    for (const raw of raws(before)) {
      there.set(raw, (there.get(raw) ?? 0) - 1);
    }
    expect([...there.values()].filter((count) => count < 0)).toEqual([]);
  }

  test('raises an entry to the top of all or of its heading, with the same text', () => {
    const counts = { done: 0, refused: 0 };
    fc.assert(
      fc.property(randomMarkdown, fc.nat(1000), fc.constantFrom('top', 'heading'), (text, at, to) => {
        const before = readMarkdown(text);
        const entry = before.entries[at % Math.max(1, before.entries.length)];
        if (!entry) {
          return;
        }
        const after = changed(before, [{ op: 'raise', entry: refOf(entry), to }]);
        if (after === null) {
          counts.refused += 1;
          return;
        }
        const near = ({ entries }: MemoryDocument): readonly ParsedEntry[] =>
          to === 'top' ? entries : entries.filter(({ section }) => section === entry.section);
        if (after.text === before.text) {
          return;
        }
        counts.done += 1;
        expectTheRest(before, after, entry);
        const isClear = !hasTwinHeadings(before) && before.sections.every(({ title }) => title !== '');
        const [first] = isClear ? near(after) : [];
        const whole = (one: ParsedEntry, { text: said }: MemoryDocument): string =>
          one.syntax.form === 'row'
            ? [one.key, one.value].filter((part) => part !== null).join(': ')
            : joinedText(said, contentIn(said, one));
        const plain = (said: string): string => said.replace(/[*_|：:\s]+/g, ' ').trim();
        if (first) {
          expect(plain(whole(first, after))).toBe(plain(whole(entry, before)));
        }
      }),
      many,
    );
    expect(counts.done).toBeGreaterThan(2 * counts.refused);
  });

  function checkIntent(after: MemoryDocument, operation: Operation, entry: ParsedEntry | undefined): void {
    const says = (candidate: ParsedEntry, key: string | null, value: string): boolean =>
      (candidate.key === key && candidate.value === value) ||
      (key === null &&
        [joinedText(after.text, contentIn(after.text, candidate)), `${candidate.key} | ${candidate.value}`].includes(
          value,
        ));
    const found = (test: (candidate: ParsedEntry) => boolean): void => {
      expect(after.entries.some(test), `${JSON.stringify(operation)} is not in\n${after.text}`).toBe(true);
    };
    if (operation.op === 'add') {
      const { key, value } = operation;
      found(
        (candidate) =>
          says(candidate, key?.trim() ?? null, cleanValue(value)) &&
          candidate.section === (operation.section?.trim() ?? candidate.section),
      );
    } else if (operation.op === 'edit') {
      const key = operation.key === undefined ? (entry?.key ?? null) : (operation.key?.trim() ?? null);
      const value = operation.value === undefined ? (entry?.value ?? '') : cleanValue(operation.value);
      found((candidate) => says(candidate, key, value) && candidate.section === entry?.section);
    } else if (operation.op === 'move') {
      found(
        (candidate) =>
          says(candidate, entry?.key ?? null, entry?.value ?? '') && candidate.section === operation.section,
      );
    }
  }

  test('a patch puts removed entries back in their places', () => {
    let done = 0;
    fc.assert(
      fc.property(randomMarkdown, someEntries, (mixed, places) => {
        const text = withPlainEnds(mixed);
        const before = readMarkdown(text);
        const gone = chosenOf(before, places);
        const without = attempt(() => withoutEntries(before, gone, markdownFormat));
        if (without !== null && gone.length > 0) {
          const patch = patchBetween(without, before);
          const isExact = isPlain(before, without, gone);
          const back = attempt(() => runPlan(without, markdownFormat.patch(without, patch, 'keep_both'), readMarkdown));
          expect(back === null && isExact).toBe(false);
          if (back !== null && isExact) {
            expect(back.text).toBe(text);
            done += 1;
          }
        }
      }),
      many,
    );
    expect(done).toBeGreaterThan(many.numRuns / 2);
  });

  test('a patch leads from any version to the other, entry by entry', () => {
    const counts = { done: 0, refused: 0 };
    fc.assert(
      fc.property(randomMarkdown, fc.array(randomOperation, { minLength: 1, maxLength: 3 }), (text, randoms) => {
        const before = readMarkdown(text);
        const after = changed(
          before,
          randoms.flatMap((random) => operationOn(before, random) ?? []),
        );
        if (after === null || hasTwinHeadings(before)) {
          return;
        }
        const back = attempt(() =>
          runPlan(after, markdownFormat.patch(after, patchBetween(after, before), undefined), readMarkdown),
        );
        if (back === null) {
          counts.refused += 1;
          return;
        }
        counts.done += 1;
        expect(linesOf(back)).toEqual(linesOf(before));
      }),
      many,
    );
    expect(counts.done).toBeGreaterThan(20 * counts.refused);
  });

  test('undoes a long sequence of operations one by one', () => {
    const counts = { done: 0, undone: 0 };
    const sequence = fc.array(randomOperation, { minLength: 10, maxLength: 40 });
    fc.assert(
      fc.property(randomMarkdown, sequence, (text, randoms) => {
        const versions = [readMarkdown(text)];
        for (const random of randoms) {
          const now = versions.at(-1) as MemoryDocument;
          const operation = operationOn(now, random);
          const after = operation && changed(now, [operation]);
          if (after && after !== now) {
            versions.push(after);
          }
        }
        for (let index = versions.length - 1; index > 0; index--) {
          const [now, before] = [versions[index], versions[index - 1]] as [MemoryDocument, MemoryDocument];
          const patch = patchBetween(now, before);
          const back = attempt(() => runPlan(now, markdownFormat.patch(now, patch, 'keep_both'), readMarkdown));
          counts.done += 1;
          if (back !== null && !hasTwinHeadings(before)) {
            expect(linesOf(back)).toEqual(linesOf(before));
            counts.undone += 1;
          }
        }
      }),
      { ...many, numRuns: Math.ceil(many.numRuns / 20) },
    );
    expect(counts.undone).toBeGreaterThan(counts.done / 2);
  });
});

test('restores the same bytes from the archive if nothing else changed', () => {
  const counts = { done: 0, refused: 0 };
  fc.assert(
    fc.property(randomMarkdown, someEntries, (text, places) => {
      const before = readMarkdown(text);
      const gone = chosenOf(before, places);
      const operations = gone.map((entry): Operation => ({ op: 'archive', entry: refOf(entry) }));
      const change = attempt(() =>
        changeMemory(before, markdownFormat.plan(before, operations, today, 'person'), rules),
      );
      const archived = change && attempt(() => markdownArchive.add(null, change.departures, before, today));
      if (!change || !archived) {
        counts.refused += 1;
        return;
      }
      expect(archived.entries.map(({ raw, section }) => [section, raw])).toEqual(
        gone.map(({ raw, section }) => [section, raw]),
      );
      const returns = archived.entries.map((entry) => ({
        entry,
        category: null,
        onDuplicate: 'keep_both' as const,
      }));
      const back = attempt(() =>
        runPlan(change.after, markdownFormat.planReturns(change.after, returns, today), readMarkdown),
      );
      if (back === null) {
        expect(hasTwins(before, gone)).toBe(true);
        return;
      }
      if (!hasTwins(before, gone)) {
        expect(back.text).toBe(text);
      }
      expect(linesOf(back)).toEqual(expect.arrayContaining(linesOf({ ...before, entries: gone })));
      expect(withoutEntries(archived, archived.entries, markdownArchive).entries).toEqual([]);
      counts.done += 1;
    }),
    many,
  );
  expect(counts.done).toBeGreaterThan(10 * counts.refused);
});
