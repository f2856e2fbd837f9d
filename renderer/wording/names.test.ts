import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeLabelInWords, cutToCharacters, placeInWords, sourceInWords } from './names.ts';

const family = '👨\u200d👩\u200d👧\u200d👦';

test.each([
  ['short', 10, 'short'],
  ['exactly 10', 10, 'exactly 10'],
  ['a bit too long', 6, 'a bit…'],
  ['東京タワー', 4, '東京タ…'],
  [family.repeat(3), 3, family.repeat(3)],
  [family.repeat(3), 2, `${family}…`],
])('“%s” in at most %i', (text, most, short) => {
  expect(cutToCharacters(text, most)).toBe(short);
});

test.each([
  ['Corrected “response_style”', 'Corrected “Response style”'],
  ['Took “French” for “native_language”', 'Took “French” for “Native language”'],
  ['Corrected “food”', 'Corrected “Food”'],
  ['Learned “größe”', 'Learned “Größe”'],
  ['Renamed “tea.md” to “chai.md”', 'Renamed “tea.md” to “chai.md”'],
  ['Deleted “likes a_b and tea”', 'Deleted “likes a_b and tea”'],
])('reads %s as %s', (label, words) => {
  expect(changeLabelInWords(label)).toBe(words);
});

test.each([
  ['post_query', 'After a question'],
  ['weekly_review', 'Weekly review'],
  ['sample', 'sample'],
  // The file marks a person's additions and corrections alike.
  ['user_correction', 'From you'],
  ['user_correction: not for letters', 'From you: not for letters'],
  ['conversation:portfolio', 'conversation:portfolio'],
  ['claude-code', 'Claude Code'],
  ['codex-mcp-client: chat of Monday', 'Codex: chat of Monday'],
  ['cursor tips', 'cursor tips'],
  ['quill', 'quill'],
  [null, 'Unknown'],
])('reads the source %s as %s', (source, words) => {
  expect(sourceInWords(source)).toBe(words);
});

test('cuts a text of any script where a segmenter would', () => {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const script = fc.constantFrom(...'aé —東タ가각นำกิहिन्दीക്ഷیم\u200d\u0301\ufe0f☀👨🇵🇹\u200f');
  fc.assert(
    fc.property(
      fc.string({ unit: fc.oneof(script, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })) }),
      (text) => {
        const characters = [...segmenter.segment(text)];
        const cut = characters.length <= 5 ? text : `${text.slice(0, characters[4]?.index).trimEnd()}…`;
        expect(cutToCharacters(text, 5)).toBe(cut);
      },
    ),
    { numRuns: 2000 },
  );
});

test.each([
  ['logs/context/global.md', 'insight', 'Insights'],
  ['logs/context/global.md', null, 'the file'],
  ['logs/context/archive/global-2026-05-03.md', 'fact', 'the archive of 3 May 2026'],
  ['CLAUDE.md', null, 'CLAUDE.md'],
  ['topics/lisbon.md', 'fact', 'lisbon.md'],
  ['.contexture/settings.yaml', null, 'the settings'],
  ['logs/storages/state_sample_ann.json', null, 'what is stored as state_sample_ann'],
] as const)('words the place of a text in %s (%s) as %s', (file, category, words) => {
  expect(placeInWords(file, category)).toBe(words);
});
