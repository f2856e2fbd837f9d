import { expect, test } from 'vitest';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { lineAsShown, lineRows, proseOf } from './text-lines.ts';

const text = '[Context from A]\n\none\n\n<global-context>\n0-- two\n</global-context>';
const parts = [
  { kind: 'file' as const, name: 'A', from: 0, to: 21, tokens: 5 },
  { kind: 'context' as const, name: 'global.md', from: 23, to: text.length, tokens: 4 },
];
const of = (fits: number) => lineRows({ text, parts, fits });

test('shows only the name of folded guidance', () => {
  const guided = [{ ...parts[0], kind: 'guidance' as const, name: '', from: 0, to: 21, tokens: 5 }, ...parts.slice(1)];
  expect(lineRows({ text, parts: guided, fits: 3 }, true).map(({ kind }) => kind)).toEqual([
    ...['part', 'limit', 'part', 'line', 'line', 'line'],
  ]);
});

test('lists each part under its name, line by line', () => {
  expect(of(text.length)).toEqual([
    { kind: 'part', name: 'A', of: 'file', tokens: 5 },
    { kind: 'line', text: '[Context from A]', past: false },
    { kind: 'line', text: '', past: false },
    { kind: 'line', text: 'one', past: false },
    { kind: 'part', name: 'global.md', of: 'context', tokens: 4 },
    { kind: 'line', text: '<global-context>', past: false },
    { kind: 'line', text: '0-- two', past: false },
    { kind: 'line', text: '</global-context>', past: false },
  ]);
});

test('marks the limit once, before the first line past it', () => {
  const rows = of(text.indexOf('two'));
  const limit = rows.findIndex(({ kind }) => kind === 'limit');
  expect(rows.filter(({ kind }) => kind === 'limit')).toHaveLength(1);
  expect(rows[limit + 1]).toEqual({ kind: 'line', text: '0-- two', past: true });
  expect(rows.slice(0, limit).some((row) => row.kind === 'line' && row.past)).toBe(false);
});

test('hides CR LF and a byte order mark', () => {
  const own = '[Context from A]\n\n\uFEFFone\r\ntwo\rtwo\r\n\r\nthree';
  const part = { kind: 'file' as const, name: 'A', from: 0, to: own.length, tokens: 5 };
  const rows = lineRows({ text: own, parts: [part], fits: own.length });
  expect(rows.slice(3).map((row) => row.kind === 'line' && row.text)).toEqual(['one', 'two\rtwo', '', 'three']);
  expect(lineAsShown('\uFEFFone\r\ntwo\r')).toBe('one\ntwo\r');
});

test('words sections and entries as sentences, without numbers and labels', () => {
  const own = [
    '[Context from A]\n\n## Rules\n\n- be **brief**\n',
    '<global-context>\n0-- tea: green\n1-- sails\n2-- likes nuts (about Ann)\n3-- gone meanwhile\n4--\n</global-context>',
  ];
  const all = own.join('\n');
  const from = (own[0]?.length ?? 0) + 1;
  const entry = (key: string | null, value: string, category: string): EntryView =>
    ({ key, value, category, section: '' }) as EntryView;
  const entries = [entry('tea', 'green', 'fact'), entry(null, 'sails', 'fact'), entry(null, 'likes nuts', 'insight')];
  const parts = [
    { kind: 'file' as const, name: 'A', from: 0, to: from - 1, tokens: 5 },
    { kind: 'context' as const, name: 'global.md', from, to: all.length, tokens: 4 },
  ];
  const rows = proseOf(lineRows({ text: all, parts, fits: all.length }), entries, ({ category }) => category ?? '');
  expect(rows.map(({ kind, ...row }) => [kind, ...Object.values(row)])).toEqual([
    ['part', 'A', 'file', 5],
    ['heading', 'Rules'],
    ['line', '- be **brief**', false],
    ['part', 'global.md', 'context', 4],
    ['heading', 'fact'],
    ['entry', { key: 'tea', value: 'green' }, false],
    ['entry', { key: null, value: 'sails' }, false],
    ['heading', 'insight'],
    ['entry', { key: null, value: 'likes nuts (about Ann)' }, false],
    ['line', 'gone meanwhile', false],
  ]);
});
