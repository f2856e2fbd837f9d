import { describe, expect, test } from 'vitest';
import { noFlags } from '../entries/entry.ts';
import { hintFor, hintNames } from './hints.ts';
import { lasting, passing } from './testing/hint-examples.ts';

const hint = (value: string, more: Partial<Parameters<typeof hintFor>[0]> = {}) =>
  hintFor({ key: null, value, raw: `- ${value}`, flags: noFlags, source: null, ...more });

describe('hints at text that does not belong in a memory', () => {
  test('are given for 31 of 35 examples, each by its rule, and for none of 50 lasting entries', () => {
    const all = Object.entries(passing).flatMap(([name, values]) => values.map((value) => ({ name, value })));
    const missed = all.filter(({ name, value }) => hint(value)?.name !== name);
    expect(missed.map(({ value }) => value)).toEqual([
      'Passport expires soon, a new one is wanted',
      'Message Sarah about the proposal',
      'Read the first chapter of the book',
      'It rains in Berlin',
    ]);
    expect(all).toHaveLength(35);
    expect(lasting.filter((value) => hint(value) !== null)).toEqual([]);
    expect(lasting).toHaveLength(50);
    expect(Object.keys(passing)).toEqual(hintNames);
  });

  test('also go by a key and a check box', () => {
    expect(hint('buy milk', { key: 'TODO' })?.name).toBe('task');
    expect(hint('call Bob', { raw: '  * [ ] call Bob' })?.name).toBe('task');
    expect(hint('call Bob', { raw: '1. [ ] call Bob' })?.name).toBe('task');
    expect(hint('call Bob', { raw: '- [x] call Bob' })).toBeNull();
    expect(hint('ann@example.org', { key: 'Email' })).toBeNull();
  });

  test('are not given for pinned, confirmed, corrected or temporary entries', () => {
    const value = 'Currently reading Middlemarch';
    expect(hint(value)?.reason).toMatch(/^speaks of something that soon changes/);
    expect(hint(value, { flags: { ...noFlags, pinned: true } })).toBeNull();
    expect(hint(value, { flags: { ...noFlags, confirmed: true } })).toBeNull();
    expect(hint(value, { flags: { ...noFlags, until: '2026-12-01' } })).toBeNull();
    expect(hint(value, { source: 'user_correction' })).toBeNull();
  });
});
