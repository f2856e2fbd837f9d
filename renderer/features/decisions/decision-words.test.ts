import { describe, expect, test } from 'vitest';
import type { Loss, LostText } from '#shared/contract/features/decisions.ts';
import { archiveInWords } from '../../wording/names.ts';
import { titleOf } from './decision-words.ts';

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

describe('what a decision is about', () => {
  test.each([
    [losses('dropped'), 'Another program left out an entry'],
    [losses('overwritten'), 'Another program wrote over an entry of yours'],
    [losses('dropped', 'dropped'), 'Another program left out 2 entries'],
    [losses('unpinned', 'dropped', 'dropped'), 'Another program took 1 pin away and left out 2 entries'],
    [losses('unpinned', 'dropped', 'unmarked'), 'Another program wrote the file and lost 3 things of yours'],
    [
      { ...losses('dropped'), archive: 'global-2026-05-03.md' },
      `Another program took 1 entry from the ${archiveInWords('global-2026-05-03.md')}`,
    ],
    [{ ...losses(), texts: [lostText('heading')], textCount: 1 }, 'Another program removed a heading'],
    [
      { ...losses(), texts: [lostText('text'), lostText('text')], textCount: 2 },
      'Another program removed 2 pieces of text',
    ],
    [
      { ...losses('dropped'), texts: [lostText('comment')], textCount: 1 },
      'Another program left out an entry and removed a comment',
    ],
    [
      { ...losses('dropped', 'dropped'), textCount: 3 },
      'Another program left out 2 entries and removed 3 pieces of text',
    ],
    [
      { ...losses('unpinned', 'dropped', 'unmarked'), textCount: 2 },
      'Another program wrote the file and lost 3 things of yours and 2 pieces of text',
    ],
    [{ ...losses('dropped'), count: 1200 }, 'Another program wrote the file and lost 1,200 things of yours'],
  ])('%#', (decision, title) => {
    expect(titleOf(decision)).toBe(title);
  });

  test('names the assistant where it gave a name', () => {
    const update = { ...entry, key: 'language', source: 'observer', confidence: 'likely' as const };
    const { category, key, value, confidence, source } = update;
    const held = { kind: 'held' as const, id: '1', at: 0, theirs: { category, key, value, confidence, source } };
    expect(titleOf({ ...held, name: 'Claude', yours: entry })).toMatch(/^Claude would change an entry of yours$/);
    expect(titleOf({ ...held, name: null, yours: entry })).toMatch(/^Your assistant would change an entry/);
    expect(titleOf({ ...losses('dropped'), by: 'Claude' })).toBe('Claude left out an entry');
  });
});
