import { describe, expect, test } from 'vitest';
import { readContext } from '../formats/context/read-document.ts';
import type { ParsedEntry } from '../formats/document.ts';
import {
  addressOf,
  beginLines,
  type Changer,
  followEntries,
  type LineAddresses,
  lineNow,
  markShown,
} from './line-addresses.ts';

const read = (text: string): readonly ParsedEntry[] => readContext(`## Facts\n${text}`).entries;
const begin = (text: string) => beginLines(read(text));
const follow = (addresses: LineAddresses<ParsedEntry>, text: string, by: Changer = 'others') =>
  followEntries(addresses, read(text), by).addresses;
/** The lines' texts, `-` for an empty line. */
const said = (addresses: LineAddresses<ParsedEntry>) =>
  addresses.lines.map(({ entry }) => (entry === null ? '-' : `${entry.key}${entry.value}`)).join(' ');

describe('line numbers', () => {
  test('begin at 0 in file order, without gaps', () => {
    const first = begin('- a: 1\n- b: 2\n- c: 3\n');
    expect(said(first)).toBe('a1 b2 c3');
    const after = follow(first, '- a: 1\n- c: 3\n');
    expect(said(after)).toBe('a1 - c3');
    expect(said(beginLines(read('- a: 1\n- c: 3\n')))).toBe('a1 c3');
  });

  test.each([
    ['a removal', '- b: 2\n- c: 3\n', '- b2 c3'],
    ['another text', '- a: 9\n- b: 2\n- c: 3\n', 'a9 b2 c3'],
    ['a reversed order', '- c: 3\n- b: 2\n- a: 1\n', 'a1 b2 c3'],
    ['an addition in between', '- a: 1\n- x: 0\n- b: 2\n- c: 3\n', 'a1 b2 c3 x0'],
    ['a replacement', '- a: 1\n- x: 0\n- c: 3\n', 'a1 - c3 x0'],
    ['the removal of all', '', '- - -'],
    ['duplicates', '- a: 1\n- a: 1\n- b: 2\n- c: 3\n', 'a1 b2 c3 a1'],
    ['a move to another section', '- a: 1\n- c: 3\n## Insights\n- b: 2\n', 'a1 b2 c3'],
  ])('stay the same over %s', (_, text, expected) => {
    expect(said(follow(begin('- a: 1\n- b: 2\n- c: 3\n'), text))).toBe(expected);
  });

  test('are never reused, even for the same entry when it returns', () => {
    const gone = follow(begin('- a: 1\n- b: 2\n'), '- b: 2\n');
    expect(said(follow(gone, '- a: 1\n- b: 2\n'))).toBe('- b2 a1');
  });
});

describe('an address of a line', () => {
  const start = begin('- a: 1\n- b: 2\n');
  const nowAfter = (text: string, by: Changer = 'others') => lineNow(follow(start, text, by), addressOf(start, 0));

  test.each<[string, string, Changer, object]>([
    ['is there while nothing happens', '- a: 1\n- b: 2\n', 'others', { is: 'there' }],
    [
      'is there after others only pinned it',
      '- [2026-01-01|certain|x|pinned] a: 1\n- b: 2\n',
      'others',
      { is: 'there' },
    ],
    [
      'counts as changed after others reworded it',
      '- a: 9\n- b: 2\n',
      'others',
      { is: 'changed', entry: { value: '9' } },
    ],
    ['is there after its owner reworded it', '- a: 9\n- b: 2\n', 'self', { is: 'there', entry: { value: '9' } }],
    ['is gone after others removed it', '- b: 2\n', 'others', { is: 'gone', by: 'others' }],
    ['is gone after its owner removed it', '- b: 2\n', 'self', { is: 'gone', by: 'self' }],
  ])('%s', (_, text, by, expected) => {
    expect(nowAfter(text, by)).toMatchObject(expected);
  });

  test.each([2, 17, Number.MAX_SAFE_INTEGER])('does not exist for line %d', (line) => {
    expect(lineNow(start, addressOf(start, line))).toEqual({ is: 'unknown' });
  });

  test('refers to the new text once that was shown, except an address made before', () => {
    const before = addressOf(start, 0);
    const shown = markShown(follow(start, '- a: 9\n- b: 2\n'), [0]);
    expect(lineNow(shown, before).is).toBe('changed');
    expect(lineNow(shown, addressOf(shown, 0)).is).toBe('there');
  });

  test('is not refreshed when another line is shown', () => {
    const changed = markShown(follow(start, '- a: 9\n- b: 9\n'), [1]);
    expect([0, 1].map((line) => lineNow(changed, addressOf(changed, line)).is)).toEqual(['changed', 'there']);
    const all = markShown(changed, [0, 1]);
    expect(lineNow(all, addressOf(all, 0)).is).toBe('there');
  });
});

test('keeps the number of a line whose owner rewrote it', () => {
  const prose = begin('- Likes tea\n- b: 2\n- Likes tea\n');
  const after = read('- Likes tea\n- b: 2\n- Sleeps late on Sundays\n');
  const said = { line: 2, key: null, value: 'Sleeps late on Sundays' };
  const { addresses, added, changed } = followEntries(prose, after, 'self', said);
  expect([added, changed, addresses.lines[2]?.entry?.value]).toEqual([[], [2], said.value]);
  expect(lineNow(addresses, addressOf(prose, 2)).is).toBe('there');
  // Rewritten by anyone else, it is another line.
  expect(followEntries(prose, after, 'others').added).toEqual([3]);
});

test('lists lines that a version added, changed and removed', () => {
  const { added, changed, removed } = followEntries(
    begin('- a: 1\n- b: 2\n'),
    read('- a: 9\n- x: 0\n- y: 0\n'),
    'self',
  );
  expect({ added, changed, removed }).toEqual({ added: [2, 3], changed: [0], removed: [1] });
});
