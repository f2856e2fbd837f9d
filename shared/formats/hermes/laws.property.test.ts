import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../contract/changes.ts';
import { ContextureError } from '../../contract/errors.ts';
import { refOf } from '../../entries/entry.ts';
import { changeMemory, type MemoryChange } from '../change.ts';
import type { MemoryDocument, ParsedEntry } from '../document.ts';
import { patchBetween } from '../entry-patch.ts';
import { noEntryPlan, runPlan } from '../entry-plan.ts';
import type { ArchiveFormat, MemoryFormat } from '../format.ts';
import { hermesFormats } from './format.ts';
import { randomHermes, randomItem, randomItems, randomLoose, randomText } from './testing/random-hermes.ts';
import { hermesItems, hermesRefusal } from './testing/strict-hermes.ts';

/** Checks every file we write as Hermes itself would. */

const today = '2026-11-21';
const format = hermesFormats['MEMORY.md'] as MemoryFormat;
const archive = format.archive as ArchiveFormat;
const limit = 2200;
const rules = { format, today, limit, measure: format.measure as NonNullable<MemoryFormat['measure']> };
const many = {
  numRuns: Number(process.env['CONTEXTURE_CASES'] ?? 2000),
  seed: Number(process.env['CONTEXTURE_SEED'] ?? 20261121),
};

const refusals = [
  'value_invalid',
  'key_invalid',
  'key_exists',
  'section_unclear',
  'invalid_request',
  'updates_invalid',
];

/** Runs a change; null if it is refused, which changes nothing. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof ContextureError && refusals.includes(error.code)) {
      return null;
    }
    throw error;
  }
}

const read = (text: string): MemoryDocument => format.read(text);
const itemsOf = (document: MemoryDocument): string[] => document.entries.map(({ raw }) => raw);

/** Actions on a memory, of the kinds a real one sees. */
const randomAct = fc.record({
  kind: fc.constantFrom(
    'edit',
    'rekey',
    'add',
    'delete',
    'archive',
    'restore',
    'update',
    'beside',
    'make room',
    'undo',
    'redo',
  ),
  at: fc.nat(1000),
  text: randomText,
  key: fc.constantFrom('Name', 'City', 'likes', 'a § b', '# x', 'x:y', '', ' '),
  named: fc.boolean(),
});
type Act = typeof randomAct extends fc.Arbitrary<infer T> ? T : never;

type State = {
  memory: MemoryDocument;
  archived: MemoryDocument;
  readonly done: { readonly before: MemoryDocument; readonly after: MemoryDocument }[];
  readonly undone: { readonly before: MemoryDocument; readonly after: MemoryDocument }[];
};

/** Memory after an action; null if it does nothing or is refused. */
function acted(state: State, { kind, at, text, key, named }: Act): MemoryChange | null {
  const { memory, archived } = state;
  const entry = memory.entries[at % Math.max(1, memory.entries.length)];
  const change = (operation: Operation): MemoryChange =>
    changeMemory(memory, format.plan(memory, [operation], today, 'person'), { ...rules, fit: false });
  const planned = (plan: ReturnType<MemoryFormat['planBeside']>, fit = false): MemoryChange =>
    changeMemory(memory, { plan }, { ...rules, fit });
  switch (kind) {
    case 'add':
      return change({ op: 'add', category: null, key: named ? key : null, value: text });
    case 'update':
    case 'beside': {
      const [update] = format.checkUpdates([{ category: 'fact', key, value: text, confidence: 'certain' }], 'Hermes');
      return update === undefined
        ? null
        : kind === 'update'
          ? planned(format.planUpdates(memory, [update], today).plan)
          : planned(format.planBeside(memory, update, today));
    }
    case 'make room':
      return changeMemory(memory, { plan: noEntryPlan }, { ...rules, limit: at, fit: true });
    case 'restore': {
      const returning = archived.entries[at % Math.max(1, archived.entries.length)];
      const onDuplicate = named ? 'keep_both' : 'replace';
      return returning
        ? planned(format.planReturns(memory, [{ entry: returning, category: null as never, onDuplicate }], today))
        : null;
    }
    default:
      return entry ? ofEntry(entry) : null;
  }
  function ofEntry(known: ParsedEntry): MemoryChange | null {
    const ref = refOf(known);
    switch (kind) {
      case 'edit':
        return change({ op: 'edit', entry: ref, value: text });
      case 'rekey':
        return change({ op: 'edit', entry: ref, key: named ? key : null });
      case 'archive':
      case 'delete':
        return change({ op: kind, entry: ref });
      default:
        return null;
    }
  }
}

/** Runs an action on the state; true if anything changed. */
function carryOn(state: State, act: Act): boolean {
  if (act.kind === 'undo' || act.kind === 'redo') {
    const [from, to] = act.kind === 'undo' ? [state.done, state.undone] : [state.undone, state.done];
    const last = from.pop();
    if (last === undefined) {
      return false;
    }
    const [now, wanted] = act.kind === 'undo' ? [last.after, last.before] : [last.before, last.after];
    const patch = patchBetween(now, wanted);
    state.memory = runPlan(state.memory, format.patch(state.memory, patch, undefined), format.read);
    to.push(last);
    return true;
  }
  const before = state.memory;
  const change = attempt(() => acted(state, act));
  if (change === null || change.after.text === before.text) {
    return false;
  }
  if (change.departures.length > 0) {
    state.archived = archive.add(state.archived, change.departures, before, today);
  }
  state.memory = change.after;
  state.done.push({ before, after: change.after });
  state.undone.length = 0;
  return true;
}

const began = (text: string): State => ({
  memory: read(text),
  archived: archive.begin(today, true),
  done: [],
  undone: [],
});

describe('files of Hermes', () => {
  test('are accepted after any 1,000 steps, and undo restores the first bytes', () => {
    let changes = 0;
    fc.assert(
      fc.property(
        randomHermes,
        fc.array(randomAct, { minLength: 1000, maxLength: 1000, size: 'max' }),
        (text, acts) => {
          const state = began(text);
          for (const act of acts) {
            changes += carryOn(state, act) ? 1 : 0;
            expect(hermesRefusal(state.memory.text, limit), JSON.stringify([act, state.memory.text])).toBe(null);
            expect(state.memory.diagnostics).toEqual([]);
            expect(hermesItems(state.memory.text)).toEqual(itemsOf(state.memory));
          }
          while (state.done.length > 0) {
            const { before } = state.done.at(-1) as (typeof state.done)[number];
            carryOn(state, { kind: 'undo', at: 0, text: '', key: '', named: false });
            expect(state.memory.text).toBe(before.text);
          }
          expect(state.memory.text).toBe(text);
        },
      ),
      { numRuns: 10, seed: many.seed, endOnFailure: true },
    );
    // Most steps must be possible for the test to mean anything.
    expect(changes).toBeGreaterThan(10 * 500);
  });

  test('a step on a file in another form changes only its items', () => {
    let changes = 0;
    fc.assert(
      fc.property(randomLoose, randomAct, (text, act) => {
        const state = began(text);
        const before = itemsOf(state.memory);
        if (carryOn(state, act) && act.kind !== 'make room') {
          changes += 1;
          const after = itemsOf(state.memory);
          expect(Math.abs(after.length - before.length), JSON.stringify([text, act])).toBeLessThanOrEqual(1);
          const stayed = before.filter((item) => after.includes(item)).length;
          expect(stayed).toBeGreaterThanOrEqual(new Set(before).size - 1);
        }
      }),
      many,
    );
    expect(changes).toBeGreaterThan(many.numRuns / 4);
  });
});

describe('reading', () => {
  test('finds the items that Hermes finds in any text, with no visible character outside them', () => {
    const any = fc.oneof(randomLoose, fc.string({ unit: 'binary', maxLength: 60 }));
    fc.assert(
      fc.property(any, (text) => {
        const document = read(text);
        expect(itemsOf(document).map((raw) => raw.replace(/\r\n?/g, '\n'))).toEqual(hermesItems(text));
        expect(document.diagnostics.some(({ code }) => code === 'form_differs')).toBe(
          hermesRefusal(text, Number.POSITIVE_INFINITY) !== null,
        );
        for (const { raw, range } of document.entries) {
          expect(text.slice(range.from, range.to)).toBe(raw);
        }
      }),
      many,
    );
  });

  test('repairs a file to what Hermes would write: the same items, each once', () => {
    fc.assert(
      fc.property(randomLoose, (text) => {
        const repaired = format.repair(read(text), 'form', today).text;
        expect(hermesRefusal(repaired, Number.POSITIVE_INFINITY)).toBe(null);
        expect(hermesItems(repaired)).toEqual([...new Set(hermesItems(text))]);
      }),
      many,
    );
  });

  test('counts characters as Hermes does', () => {
    fc.assert(
      fc.property(randomHermes, fc.constantFrom('\n', '\r\n'), (text, lineEnd) => {
        const document = read(text.replaceAll('\n', lineEnd));
        const { measure } = rules;
        expect(measure.tokensOf(measure.ofDocument(document))).toBe([...text].length);
      }),
      many,
    );
  });
});

describe('merging', () => {
  const three = fc.tuple(randomItems, randomItems, randomItems, fc.constantFrom('\n', '\r\n'));
  const joined = (items: readonly string[], lineEnd: string): string => items.join('\n§\n').replaceAll('\n', lineEnd);
  const lf = (text: string): string => text.replaceAll('\r\n', '\n');

  test('keeps every item that neither side removed, and joins no two', () => {
    fc.assert(
      fc.property(three, ([base, mine, theirs, lineEnd]) => {
        const { text, conflicts } = format.merge(
          read(joined(base, lineEnd)),
          read(joined([...base.slice(1), ...mine], lineEnd)),
          read(joined([...theirs, ...base.slice(0, -1)], lineEnd)),
        );
        const all = new Set([...base, ...mine, ...theirs]);
        const found = itemsOf(read(text)).map(lf);
        expect(hermesRefusal(text, Number.POSITIVE_INFINITY)).toBe(null);
        for (const item of found) {
          expect(all, JSON.stringify({ base, mine, theirs, text })).toContain(item);
        }
        if (conflicts.length === 0) {
          for (const item of [...mine, ...theirs].filter((each) => !base.includes(each))) {
            expect(found, JSON.stringify({ base, mine, theirs, text })).toContain(item);
          }
        }
        for (const { at, mine: said } of conflicts) {
          if (said !== null) {
            expect(lf(text.slice(at.from, at.to))).toBe(lf(said));
          }
        }
      }),
      many,
    );
  });

  test('keeps all items if both sides only add', () => {
    fc.assert(
      fc.property(three, ([base, mine, theirs, lineEnd]) => {
        const side = (added: readonly string[]) => read(joined([...new Set([...base, ...added])], lineEnd));
        const { text, conflicts } = format.merge(read(joined(base, lineEnd)), side(mine), side(theirs));
        // Two items with one name and different texts are a question for the person.
        const inConflict = conflicts.flatMap(({ theirs: said }) => (said === null ? [] : [lf(said)]));
        expect(new Set([...itemsOf(read(text)).map(lf), ...inConflict])).toEqual(
          new Set([...base, ...mine, ...theirs]),
        );
      }),
      many,
    );
  });
});

describe('the archive', () => {
  test('restores items unchanged in their places', () => {
    fc.assert(
      fc.property(randomItems, fc.nat(100), (items, at) => {
        const memory = read(items.join('\n§\n'));
        const entry = memory.entries[at % Math.max(1, memory.entries.length)];
        if (entry === undefined) {
          return;
        }
        const archived = archive.add(null, [{ entry, byHand: true }], memory, today);
        expect(archived.entries.map(({ raw }) => raw)).toEqual([entry.raw]);
        const without = runPlan(memory, format.remove(memory, [entry]), format.read);
        const [returning] = archived.entries as [ParsedEntry];
        const plan = format.planReturns(
          without,
          [{ entry: returning, category: null as never, onDuplicate: 'keep_both' }],
          today,
        );
        const back = runPlan(without, plan, format.read);
        expect(hermesRefusal(back.text, limit)).toBe(null);
        expect(back.text).toBe(memory.text);
      }),
      many,
    );
  });
});

test.each([
  ['all of them', ['Tea', 'Oslo', 'Boat'], 'Ann\n§\nTea\n§\nOslo\n§\nBoat\n§\nBlue'],
  ['one alone', ['Oslo'], 'Ann\n§\nOslo\n§\nBlue'],
])('restores items of one step between their neighbours: %s', (_, names, text) => {
  const memory = read('Ann\n§\nTea\n§\nOslo\n§\nBoat\n§\nBlue');
  const leaving = memory.entries.slice(1, 4);
  const archived = archive.add(
    null,
    leaving.map((entry) => ({ entry, byHand: true })),
    memory,
    today,
  );
  const left = runPlan(memory, format.remove(memory, leaving), format.read);
  const returns = archived.entries
    .filter(({ raw }) => names.includes(raw))
    .map((entry) => ({ entry, category: null, onDuplicate: undefined }));
  expect(runPlan(left, format.planReturns(left, returns, today), format.read).text).toBe(text);
  const emptied = runPlan(archived, archive.remove(archived, archived.entries.slice(1)), archive.read);
  expect(emptied.text).toMatch(/Tea\n<!-- item 2 -->$/);
});

test('trims typed text as Hermes does', () => {
  fc.assert(
    fc.property(randomItem, fc.constantFrom(' ', '\u00a0', '\u3000', '\x85', '\t'), (item, blank) => {
      const memory = read('first');
      const operation: Operation = { op: 'add', category: null, key: null, value: `${blank}${item}${blank}` };
      const change = attempt(() =>
        changeMemory(memory, format.plan(memory, [operation], today, 'person'), { ...rules, fit: false }),
      );
      expect(change === null || itemsOf(change.after).every((raw) => hermesItems(raw)[0] === raw)).toBe(true);
    }),
    many,
  );
  const spaced: Operation = { op: 'add', category: null, key: null, value: 'likes tea \u00a0' };
  const { after } = changeMemory(read('first'), format.plan(read('first'), [spaced], today, 'person'), {
    ...rules,
    fit: false,
  });
  expect(after.text).toBe('first\n§\nlikes tea');
});
