import { expect, test } from 'vitest';
import { problemInWords } from './topics.ts';

test('words each problem as a sentence', () => {
  const entry = { category: null, key: 'Tea', raw: '- [Tea](tea.md)', ordinal: 0 };
  const words = (problem: Parameters<typeof problemInWords>[0]) => problemInWords(problem, 'Claude Code');
  expect(words({ kind: 'unlisted', file: 'a.md', name: null })).toBe(
    'No line leads to a.md, so Claude Code never learns of it.',
  );
  expect(words({ kind: 'missing', file: 'tea.md', entry, kept: true })).toBe(
    '“Tea” leads to tea.md, which is not there.',
  );
  expect(words({ kind: 'repeated', file: 'tea.md', entries: [entry, entry] })).toBe('2 lines lead to tea.md.');
  expect(words({ kind: 'dead_link', file: 'tea.md', link: 'x' })).toBe('tea.md mentions [[x]], which isn’t a topic.');
});
