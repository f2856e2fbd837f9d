import { describe, expect, test } from 'vitest';
import type { Loss, LostText } from '#shared/contract/features/decisions.ts';
import { archiveInWords } from '../../wording/names.ts';
import { decisionTitle } from './decision-words.ts';

const entry = {
  category: 'preference' as const,
  key: 'language',
  value: 'German',
  date: null,
  confidence: 'certain' as const,
  raw: '- language: German',
  tokens: 3,
};
const lostText = (part: LostText['part']) => ({ id: part, part, text: 'said' });
const losses = (...whats: Loss['what'][]) => ({
  kind: 'losses' as const,
  id: 'losses-2',
  at: 0,
  position: 2,
  by: null,
  archive: null,
  count: whats.length,
  items: whats.map((what, index) => ({ id: `${index}`, what, yours: entry, theirs: null })),
  texts: [] as LostText[],
  textCount: 0,
});

describe('the title of a decision', () => {
  test.each([
    [losses('dropped'), 'Another app removed an entry'],
    [losses('overwritten'), 'Another app changed an entry of yours'],
    [losses('dropped', 'dropped'), 'Another app removed 2 entries'],
    [losses('unpinned', 'dropped', 'dropped'), 'Another app took 1 pin away and removed 2 entries'],
    [
      losses('unpinned', 'dropped', 'unmarked'),
      'Another app took 1 pin away, removed 1 entry, and no longer marks 1 entry as yours',
    ],
    [
      { ...losses('dropped'), archive: 'global-2026-05-03.md' },
      `Another app took 1 entry from the ${archiveInWords('global-2026-05-03.md')}`,
    ],
    [{ ...losses(), texts: [lostText('heading')], textCount: 1 }, 'Another app removed a heading'],
    [
      { ...losses(), texts: [lostText('text'), lostText('text')], textCount: 2 },
      'Another app removed 2 pieces of text',
    ],
    [
      { ...losses('dropped'), texts: [lostText('comment')], textCount: 1 },
      'Another app removed an entry and a comment',
    ],
    [{ ...losses('dropped', 'dropped'), textCount: 3 }, 'Another app removed 2 entries and 3 pieces of text'],
    [
      { ...losses('unpinned', 'dropped', 'unmarked'), textCount: 2 },
      'Another app took 1 pin away, removed 1 entry, no longer marks 1 entry as yours, and removed 2 pieces of text',
    ],
    [{ ...losses('dropped'), count: 1200 }, 'Another app changed 1,200 things of yours'],
  ])('%#', (decision, title) => {
    expect(decisionTitle(decision)).toBe(title);
  });

  test('names the assistant if it gave a name', () => {
    const update = { ...entry, key: 'language', source: 'observer', confidence: 'likely' as const };
    const { category, key, value, confidence, source } = update;
    const held = { kind: 'held' as const, id: '1', at: 0, theirs: { category, key, value, confidence, source } };
    expect(decisionTitle({ ...held, name: 'Claude', yours: entry })).toMatch(
      /^Claude wants to change an entry of yours$/,
    );
    expect(decisionTitle({ ...held, name: null, yours: entry })).toMatch(/^Your assistant wants to change an entry/);
    expect(decisionTitle({ ...losses('dropped'), by: 'Claude' })).toBe('Claude removed an entry');
  });
});
