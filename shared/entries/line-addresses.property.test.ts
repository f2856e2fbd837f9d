import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readContext } from '../formats/context/read-document.ts';
import { randomContext } from '../formats/context/testing/random-context.ts';
import type { ParsedEntry } from '../formats/document.ts';
import { addressOf, beginLines, followEntries, type LineAddresses, lineNow, markShown } from './line-addresses.ts';
import { matchEntries } from './match-entries.ts';

/** Laws of line numbers over random files of which parts are removed, moved and rewritten. */

const many = {
  numRuns: Number(process.env['CONTEXTURE_CASES'] ?? 600),
  seed: Number(process.env['CONTEXTURE_SEED'] ?? 20261122),
};

/** Changes to the lines of a file: some are removed, moved, doubled or rewritten. */
const happening = fc.record({
  at: fc.nat(200),
  what: fc.constantFrom('remove', 'double', 'reword', 'to end', 'another file' as const),
  by: fc.constantFrom('self', 'others' as const),
  other: randomContext,
  shown: fc.option(fc.nat(30)),
});
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;

function versionAfter(text: string, { at, what, other }: Happening): string {
  const lines = text.split('\n');
  const index = at % lines.length;
  const [line = ''] = lines.splice(index, 1);
  switch (what) {
    case 'remove':
      break;
    case 'double':
      lines.splice(index, 0, line, line);
      break;
    case 'reword':
      lines.splice(index, 0, `${line} more`);
      break;
    case 'to end':
      lines.push(line);
      break;
    case 'another file':
      return other;
  }
  return lines.join('\n');
}

const entriesOf = (text: string): readonly ParsedEntry[] => readContext(text).entries;
const live = (addresses: LineAddresses<ParsedEntry>) =>
  addresses.lines.flatMap(({ entry }, line) => (entry === null ? [] : [{ line, entry }]));

test('keeps each number with its entry or empty, and gives every entry one', () => {
  fc.assert(
    fc.property(randomContext, fc.array(happening, { maxLength: 6 }), (first, happenings) => {
      let text = first;
      let addresses = beginLines(entriesOf(text));
      expect(live(addresses).map(({ line }) => line)).toEqual(addresses.lines.map((_, line) => line));
      for (const step of happenings) {
        text = versionAfter(text, step);
        const entries = entriesOf(text);
        const before = addresses;
        addresses = followEntries(before, entries, step.by).addresses;

        expect(addresses.lines.length).toBeGreaterThanOrEqual(before.lines.length);
        // Every entry has exactly one number, and nothing else has any.
        expect(new Set(live(addresses).map(({ entry }) => entry))).toEqual(new Set(entries));
        expect(live(addresses)).toHaveLength(entries.length);
        expect(addresses.order.map((line) => addresses.lines[line]?.entry)).toEqual(entries);
        // An entry of both versions keeps its number.
        const inOrder = before.order.flatMap((line) => before.lines[line]?.entry ?? []);
        const numberOf = new Map(live(addresses).map(({ line, entry }) => [entry, line]));
        const numberBefore = new Map(live(before).map(({ line, entry }) => [entry, line]));
        const { kept, changed, added } = matchEntries(inOrder, entries);
        for (const pair of [...kept, ...changed]) {
          expect(numberOf.get(pair.after)).toBe(numberBefore.get(pair.before));
        }
        for (const entry of added) {
          expect(numberOf.get(entry)).toBeGreaterThanOrEqual(before.lines.length);
        }
        // An empty line stays empty.
        before.lines.forEach(({ entry }, line) => {
          if (entry === null) {
            expect(addresses.lines[line]?.entry).toBeNull();
          }
        });
      }
    }),
    many,
  );
});

test('refuses to act on another’s text that was not shown', () => {
  fc.assert(
    fc.property(randomContext, fc.array(happening, { minLength: 1, maxLength: 6 }), (first, happenings) => {
      let text = first;
      let addresses = beginLines(entriesOf(text));
      /** Text that the user of the numbers last saw on each line. */
      const known = addresses.lines.map(({ entry }) => `${entry?.key} ${entry?.value}`);
      for (const step of happenings) {
        text = versionAfter(text, step);
        addresses = followEntries(addresses, entriesOf(text), step.by).addresses;
        if (step.shown !== null) {
          addresses = markShown(addresses, [step.shown]);
        }
        addresses.lines.forEach(({ entry }, line) => {
          const says = entry && `${entry.key} ${entry.value}`;
          if (says !== null && (step.by === 'self' || step.shown === line || known[line] === undefined)) {
            const others = step.by === 'self' && lineNow(addresses, addressOf(addresses, line)).is === 'changed';
            known[line] = others ? (known[line] ?? says) : says;
          }
          const now = lineNow(addresses, addressOf(addresses, line));
          if (now.is === 'there') {
            expect(`${now.entry.key} ${now.entry.value}`).toBe(known[line]);
          }
        });
      }
    }),
    many,
  );
});
