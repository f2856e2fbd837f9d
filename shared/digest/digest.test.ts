import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noFlags } from '../entries/entry.ts';
import { addDays } from '../text/dates.ts';
import { countDigest, type DigestChange, digestDays, digestEvents, latestEvents, learnedByDate } from './digest.ts';
import { digestKinds } from './digest-kinds.ts';
import { lastDayOf, weekBefore } from './periods.ts';

const entry = (key: string, value: string, more = {}) => ({
  category: 'fact' as const,
  key,
  value,
  confidence: 'likely' as const,
  source: 'observer',
  flags: noFlags,
  ...more,
});
const corrected = (key: string, value: string) => entry(key, value, { source: 'user_correction' });

let position = 0;
const change = (of: Partial<DigestChange>): DigestChange => {
  position += 1;
  return {
    day: '2026-11-21',
    at: position,
    position,
    who: 'assistant',
    name: 'Quill',
    file: 'memory',
    action: 'Learned something',
    added: [],
    removed: [],
    changed: [],
    ...of,
  };
};
const told = (...changes: readonly DigestChange[]) =>
  digestEvents(changes).map(({ kind, entry: { key, value }, before }) =>
    [kind, `${key}: ${value}`, ...(before ? [`was ${before.value}`] : [])].join(' '),
  );

describe('the digest of a memory', () => {
  test('counts new entries as learned, whoever wrote them, and others’ new words too', () => {
    const english = entry('language', 'English');
    const german = entry('language', 'German');
    expect(
      told(
        change({ added: [entry('tea', 'green')] }),
        change({ who: 'person', added: [entry('city', 'Lisbon')] }),
        change({ who: 'outside', changed: [{ before: english, after: german }] }),
      ),
    ).toEqual(['learned tea: green', 'learned city: Lisbon', 'learned language: German was English']);
  });

  test('counts the person’s rewording as corrected, and a mere confirmation not at all', () => {
    const before = entry('language', 'English');
    const after = corrected('language', 'German');
    const confirmed = entry('tea', 'green', { confidence: 'certain', flags: { ...noFlags, confirmed: true } });
    expect(
      told(
        change({ who: 'person', changed: [{ before, after }] }),
        change({ who: 'person', changed: [{ before: entry('tea', 'green'), after: confirmed }] }),
      ),
    ).toEqual(['corrected language: German was English']);
  });

  test('counts what others did to the person’s own words as contradicted', () => {
    const mine = corrected('language', 'German');
    const pinned = entry('tea', 'green', { flags: { ...noFlags, pinned: true } });
    expect(
      told(
        change({ who: 'outside', changed: [{ before: mine, after: entry('language', 'Dutch') }] }),
        change({ changed: [{ before: pinned, after: entry('tea', 'green') }] }),
        change({ who: 'outside', removed: [corrected('city', 'Lisbon'), entry('coffee', 'black')] }),
      ),
    ).toEqual([
      'contradicted language: Dutch was German',
      'contradicted tea: green was green',
      'contradicted city: Lisbon',
    ]);
  });

  test('counts what an archive gained as archived, and never as contradicted', () => {
    const pinned = corrected('city', 'Lisbon');
    expect(
      told(change({ who: 'outside', removed: [pinned] }), change({ who: 'outside', file: 'archive', added: [pinned] })),
    ).toEqual(['archived city: Lisbon']);
  });

  test('counts an entry learned and archived within the period as both', () => {
    const tea = entry('tea', 'green');
    const step = { at: 900, who: 'app', action: 'Archived 1 entry' } as const;
    const kinds = digestEvents([
      change({ added: [tea] }),
      change({ ...step, removed: [tea] }),
      change({ ...step, file: 'archive', added: [tea] }),
    ]);
    expect(countDigest(kinds)).toEqual({ learned: 1, corrected: 0, contradicted: 0, archived: 1, returned: 0 });
  });

  test('counts what was restored, left an archive, or was removed before as back', () => {
    const tea = entry('tea', 'green');
    const cup = entry('cup', 'blue');
    const city = entry('city', 'Lisbon');
    expect(
      told(
        change({ who: 'person', action: 'Restored “tea”', added: [tea] }),
        change({ who: 'outside', added: [cup] }),
        change({ who: 'outside', file: 'archive', removed: [cup] }),
        change({ who: 'person', action: 'Deleted “city”', removed: [city] }),
        change({ added: [city] }),
      ),
    ).toEqual(['returned tea: green', 'returned cup: blue', 'returned city: Lisbon']);
  });

  test('counts neither what was undone nor the undoing, but what was redone', () => {
    const [before, after] = [entry('language', 'English'), corrected('language', 'German')];
    const correction = change({ who: 'person', action: 'Corrected “language”', changed: [{ before, after }] });
    const back = { who: 'person', changed: [{ before: after, after: before }] } as const;
    const undone = change({ ...back, action: 'Undone: Corrected “language”' });
    const redone = change({ who: 'person', action: 'Redone: Corrected “language”', changed: [{ before, after }] });
    expect(told(correction, undone)).toEqual([]);
    expect(told(correction, undone, redone)).toEqual(['corrected language: German was English']);
    // What was done before the period stays undone in it.
    expect(told(undone)).toEqual(['returned language: English was German']);
  });

  test('counts entries of a first version by their own dates, but not by one that means nothing', () => {
    const dated = (date: string | null, flags = noFlags) => ({ ...entry('tea', `of ${date}`, { flags }), date });
    const entries = [
      dated('2026-11-14'),
      dated('2026-11-15'),
      dated('2026-11-21'),
      dated('2026-11-22'),
      dated(null),
      dated('2026-11-16', { ...noFlags, undated: true }),
    ];
    const changes = learnedByDate(entries, { from: '2026-11-15', before: '2026-11-22' }, { position: 1 });
    expect(digestEvents(changes).map(({ day, kind, at }) => [day, kind, at])).toEqual([
      ['2026-11-15', 'learned', null],
      ['2026-11-21', 'learned', null],
    ]);
  });
});

test('a week ends today, and the one before ends where it begins', () => {
  expect(weekBefore('2026-11-28')).toEqual({ from: '2026-11-22', before: '2026-11-29' });
  expect(weekBefore('2026-11-28', 1)).toEqual({ from: '2026-11-15', before: '2026-11-22' });
  // Summer time begins in this week.
  expect(weekBefore('2026-03-30')).toEqual({ from: '2026-03-24', before: '2026-03-31' });
  expect(lastDayOf(weekBefore('2026-03-30'))).toBe('2026-03-30');
});

test('days of a period are each there once, and count each event once', () => {
  const anyDay = fc.integer({ min: 0, max: 400 }).map((days) => addDays('2026-01-01', days));
  const anyEvent = fc.record({ kind: fc.constantFrom(...digestKinds), number: fc.nat(30) });
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 1, max: 31 }), fc.array(anyEvent), (from, length, drawn) => {
      const period = { from, before: addDays(from, length) };
      const events = drawn.map(({ kind, number }) => ({ kind, day: addDays(from, number % length), at: number }));
      const days = digestDays(events, period);
      expect(days.map(({ day }) => day)).toEqual(Array.from({ length }, (_, at) => addDays(from, at)));
      for (const kind of digestKinds) {
        const sum = days.reduce((total, { counts }) => total + counts[kind], 0);
        expect(sum).toBe(countDigest(events)[kind]);
      }
      const latest = latestEvents(events, 3);
      for (const kind of digestKinds) {
        const shown = latest.filter((event) => event.kind === kind);
        expect(shown).toHaveLength(Math.min(3, countDigest(events)[kind]));
        const left = events.filter((event) => event.kind === kind && !latest.includes(event));
        expect(left.every(({ day }) => shown.every((event) => event.day >= day))).toBe(true);
      }
    }),
  );
});
