import fc from 'fast-check';
import { expect, test } from 'vitest';
import { claudeFormat } from '../formats/claude/format.ts';
import { ownLinesOf, topicTextIn, withTopicText } from './topic-text.ts';

const { archive } = claudeFormat;

test('archives the text of a topic byte for byte, apart from the lines of its entry', () => {
  const piece = fc.constantFrom(
    'text',
    '\n',
    '\r\n',
    '\r',
    ' ',
    '  ',
    '\t',
    '~~~',
    '~~~~ tea.md',
    '```',
    '<!--',
    '-->',
    '# A',
    '- b',
  );
  const topic = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  const lines = fc.constantFrom(
    '- [Tea](tea.md) — Assam',
    '  - [Tea](tea.md)\n    no other',
    '1. [Tea](tea.md) — x\n   no other',
  );
  fc.assert(
    fc.property(lines, topic, topic, (line, said, next) => {
      const memory = claudeFormat.read(`# Memory\n\n${line}\n`);
      const [entry] = memory.entries;
      if (!entry || !archive) {
        throw new Error('There is no entry to archive.');
      }
      const departures = [said, next].map((text) => ({
        entry: withTopicText({ ...entry, topic: 'tea.md' }, text),
        byHand: true,
      }));
      const { entries } = archive.read(archive.add(null, departures, memory, '2026-11-21').text);
      expect(entries.map(topicTextIn)).toEqual([said, next]);
      expect(entries.map(ownLinesOf)).toEqual([entry.raw, entry.raw]);
    }),
  );
});

test('reads an entry without a topic’s text as its own lines only', () => {
  const [entry] = claudeFormat.read('- [Tea](tea.md) — Assam\n  - nor green\n').entries;
  expect(entry && topicTextIn(entry)).toBeNull();
  expect(entry && ownLinesOf(entry)).toBe('- [Tea](tea.md) — Assam\n  - nor green');
});
