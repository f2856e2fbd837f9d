import { expect, test } from 'vitest';
import { noFlags } from '../entries/entry.ts';
import { contextFormat } from '../formats/context/format.ts';
import { formatOfFile } from '../formats/formats.ts';
import { markdownFormat } from '../formats/markdown/format.ts';
import { additionsOf, lossesOf, type TransferredEntry } from './transfer.ts';

const hermes = formatOfFile('/h/.hermes/memories/USER.md')?.capabilities ?? markdownFormat.capabilities;
const entry = (values: Partial<TransferredEntry>): TransferredEntry => ({
  category: 'preference',
  section: 'Preferences',
  key: 'tea',
  value: 'Assam',
  confidence: 'likely',
  date: '2026-05-01',
  source: 'Claude Code',
  flags: noFlags,
  ...values,
});

test('lists fields without a place in the other format, each once', () => {
  const { capabilities } = contextFormat;
  expect(lossesOf([entry({}), entry({})], capabilities, hermes)).toEqual(['dates', 'confidence', 'section', 'source']);
  expect(lossesOf([entry({ source: 'user_correction', date: null })], capabilities, capabilities)).toEqual([]);
  const pinned = entry({
    category: null,
    section: 'Tea',
    flags: { ...noFlags, pinned: true },
    topic: 'tea.md',
    source: null,
    date: null,
  });
  expect(lossesOf([pinned], markdownFormat.capabilities, hermes)).toEqual(['heading', 'pinned', 'topic']);
});

test('adds entries in the form of the other memory, except those it already has', () => {
  const entries = [entry({}), entry({ key: null, value: 'sails' }), entry({ key: 'name', value: 'Mary' })];
  const known = [
    { key: null, value: 'Sails.' },
    { key: 'Name', value: 'Maren' },
  ];
  const into = additionsOf(entries, known, hermes, { category: 'fact' });
  expect(into.operations).toEqual([
    { op: 'add', category: null, key: 'tea', value: 'Assam' },
    { op: 'add', category: null, key: 'name', value: 'Mary' },
  ]);
  expect([into.same, into.differs].map((each) => each.map(({ value }) => value))).toEqual([['sails'], ['Mary']]);
  const back = additionsOf([entry({ category: null }), entry({})], [], contextFormat.capabilities, {
    category: 'fact',
  });
  expect(back.operations).toEqual([{ op: 'add', category: 'fact', key: 'tea', value: 'Assam' }]);
  expect(back.same).toHaveLength(1);
});

test('keeps an entry’s subject if the other format can store it, else counts it as a loss', () => {
  const about = { kind: 'person', name: 'Sarah' } as const;
  const entries = [entry({ flags: { ...noFlags, about }, date: null, source: null })];
  const { capabilities } = contextFormat;
  expect(lossesOf(entries, capabilities, capabilities)).toEqual([]);
  expect(lossesOf(entries, capabilities, hermes)).toEqual(['confidence', 'section', 'about']);
  const where = { category: 'fact' } as const;
  expect(additionsOf(entries, [], capabilities, where).operations).toMatchObject([{ about }]);
  expect(additionsOf(entries, [], hermes, where).operations).toEqual([
    { op: 'add', category: null, key: 'tea', value: 'Assam' },
  ]);
});
