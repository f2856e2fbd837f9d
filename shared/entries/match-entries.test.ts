import { describe, expect, test } from 'vitest';
import { readContext } from '../formats/context/read-document.ts';
import { matchEntries } from './match-entries.ts';

function match(before: string, after: string) {
  const read = (text: string) => readContext(text).entries;
  const result = matchEntries(read(before), read(after));
  const pair = ({ before: from, after: to }: { before: { raw: string }; after: { raw: string } }) =>
    `${from.raw} → ${to.raw}`;
  return {
    kept: result.kept.length,
    changed: result.changed.map(pair),
    added: result.added.map(({ raw }) => raw),
    removed: result.removed.map(({ raw }) => raw),
  };
}

describe('matchEntries', () => {
  test('matches identical lines anywhere in their section', () => {
    expect(match('## Facts\n- a: 1\n- b: 2\n', '## Facts\n- b: 2\n- a: 1\n')).toEqual({
      kept: 2,
      changed: [],
      added: [],
      removed: [],
    });
  });

  test('matches entries of the same key', () => {
    expect(match('## Facts\n- a: 1\n', '## Facts\n- [2026-01-01] a: 2\n').changed).toEqual([
      '- a: 1 → - [2026-01-01] a: 2',
    ]);
  });

  test('follows an entry into another section', () => {
    expect(match('## Facts\n- a: 1\n', '## Insights\n- a: 1\n').changed).toEqual(['- a: 1 → - a: 1']);
    expect(match('## Facts\n- Likes tea\n', '## Insights\n- Likes tea\n').changed).toEqual([
      '- Likes tea → - Likes tea',
    ]);
  });

  test('matches a duplicate to its own line before its neighbour’s', () => {
    expect(match('## Facts\n- a: 1\n- a: 2\n', '## Facts\n- a: 2\n- a: 3\n')).toEqual({
      kept: 1,
      changed: ['- a: 1 → - a: 3'],
      added: [],
      removed: [],
    });
  });

  test('tells reworded prose from new prose', () => {
    const result = match(
      '## Insights\n- Best workouts on Wednesday evenings\n',
      '## Insights\n- Prefers tea in the afternoon\n- Best workouts on Thursday evenings\n',
    );
    expect(result.changed).toEqual(['- Best workouts on Wednesday evenings → - Best workouts on Thursday evenings']);
    expect(result.added).toEqual(['- Prefers tea in the afternoon']);
  });

  test('counts one more identical line as added', () => {
    expect(match('## Facts\n- a: 1\n', '## Facts\n- a: 1\n- a: 1\n')).toMatchObject({ kept: 1, added: ['- a: 1'] });
  });
});
