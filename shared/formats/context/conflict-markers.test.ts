import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeConflicts } from './conflict-markers.ts';
import { readContext } from './read-document.ts';

const today = '2026-11-21';
const codesOf = (text: string): string[] => readContext(text).diagnostics.map(({ code }) => code);
const merged = (text: string): string => mergeConflicts(readContext(text), today).text;

const top = '---\nlast_updated: 2026-11-21\nversion: 3\ntoken_estimate: 0\n---\n';

describe('a conflict left by git', () => {
  test('is reported once for each place, and merged with the entries of both sides', () => {
    const text = `${top}## Facts
- same: 1
<<<<<<< HEAD
- city: Lisbon
- mine: 1
=======
- city: Porto
>>>>>>> other
- end: 1
<<<<<<< HEAD
Ours.
=======
>>>>>>> other
`;
    const conflicts = readContext(text).diagnostics.filter(({ repair }) => repair === 'conflict');
    expect(conflicts.map(({ code, line }) => [code, line])).toEqual([
      ['conflict_markers', 8],
      ['conflict_markers', 15],
    ]);
    const after = merged(text);
    expect(after).toMatch(/\n## Facts\n- same: 1\n- city: Porto\n- city: Lisbon\n- mine: 1\n- end: 1\nOurs\.\n$/);
    expect(after).toContain('version: 4\n');
    expect(codesOf(after)).toEqual([]);
  });

  test('is reported in the frontmatter, where the later of two values stays', () => {
    const text = `---
<<<<<<< HEAD
last_updated: 2026-11-20
version: 18
=======
last_updated: 2026-11-19
version: 21
>>>>>>> other
token_estimate: 5
mine: yes
---
- a: 1
`;
    expect(codesOf(text)).toEqual(['frontmatter_conflict']);
    expect(merged(text)).toBe(
      '---\nlast_updated: 2026-11-21\nversion: 22\ntoken_estimate: 16\nmine: yes\n---\n- a: 1\n',
    );
  });

  test('is merged without entries that one side removed, if the base is included', () => {
    const text = '- a: 1\n<<<<<<< HEAD\n- b: 2\n||||||| base\n- b: 2\n- c: 3\n=======\n- b: x\n- c: 3\n>>>>>>> other\n';
    expect(merged(text)).toBe('- a: 1\n- b: x\n');
  });

  test.each([
    ['without an end', '- a: 1\n<<<<<<< HEAD\n- b: 2\n=======\n- c: 3\n'],
    ['without its middle', '- a: 1\n<<<<<<< HEAD\n- b: 2\n>>>>>>> other\n- c: 3\n'],
    ['in a code block', '```\n<<<<<<< HEAD\n- b: 2\n=======\n>>>>>>> other\n```\n'],
    ['in an entry', '- a: 1\n  <<<<<<< HEAD\n  =======\n  >>>>>>> other\n'],
  ])('%s stays as it is', (_, text) => {
    expect(merged(text)).toBe(text);
  });
});

test('keeps every entry of both versions, and everything else as it was', () => {
  const line = fc.constantFrom(
    '- a: 1',
    '- a: 2',
    '- b: 1',
    '- prose',
    '',
    'text',
    '## Facts',
    '- c: 1',
    '```',
    '=====',
  );
  const lines = fc.array(line, { maxLength: 5 });
  const conflict = fc.record({ mine: lines, theirs: lines, after: lines });
  fc.assert(
    fc.property(lines, fc.array(conflict, { minLength: 1, maxLength: 3 }), (before, conflicts) => {
      const written = (pick: (each: (typeof conflicts)[number]) => readonly string[]): string =>
        [...before, ...conflicts.flatMap((each) => [...pick(each), ...each.after])].map((each) => `${each}\n`).join('');
      const text = written(({ mine, theirs }) => ['<<<<<<< HEAD', ...mine, '=======', ...theirs, '>>>>>>> other']);
      const isFenced = text.includes('```');
      const [mine, theirs] = [readContext(written((each) => each.mine)), readContext(written((each) => each.theirs))];
      const after = merged(text);
      if (!isFenced) {
        expect(after).not.toMatch(/^(?:<<<<<<<|>>>>>>>)/m);
      }
      for (const { raw } of isFenced ? [] : [...mine.entries, ...theirs.entries]) {
        expect(readContext(after).entries.map((entry) => entry.raw)).toContain(raw);
      }
      for (const each of [...before, ...conflicts.flatMap((one) => [...one.mine, ...one.theirs, ...one.after])]) {
        expect(after).toContain(each);
      }
    }),
    { seed: 20261122, numRuns: 2000 },
  );
});

test('rereads a text with markers as if read whole', () => {
  const line = fc.constantFrom('<<<<<<< HEAD', '=======', '>>>>>>> other', '- a: 1', '', 'text', '## Facts', '---');
  const lines = fc.array(line, { maxLength: 10 }).map((all) => all.map((each) => `${each}\n`).join(''));
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      for (const start of [top, '---\n<<<<<<< HEAD\n']) {
        expect(readContext(start + after, readContext(start + before))).toEqual(readContext(start + after));
      }
    }),
    { seed: 20261122, numRuns: 1000 },
  );
});
