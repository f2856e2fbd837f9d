import { describe, expect, test } from 'vitest';
import type { MemoryFormat } from '#shared/formats/format.ts';
import { formatOfFile } from '#shared/formats/formats.ts';
import { markdownFormat } from '#shared/formats/markdown/format.ts';
import { change } from './changing-laws.ts';
import { dropped, shareInEntries } from './reading-laws.ts';

const text = `---
name: deploys
---

# Deploys

Ann deploys on Mondays.

1. **Prepare**
   - [ ] tag: next
2. Ship

Run it:

\`\`\`sh
make all
\`\`\`

Then rest.

| Who | Role |
|---|---|
| Bob | ops |

<!-- seen on Sunday -->
`;
const document = markdownFormat.read(text);

/** A format that reads only some entries. */
const withEntries = (keep: (nth: number) => boolean): MemoryFormat => ({
  ...markdownFormat,
  read: (said, before) => {
    const whole = markdownFormat.read(said, before);
    return { ...whole, entries: whole.entries.filter((_, nth) => keep(nth)) };
  },
});

describe('checking a file against the laws', () => {
  test('finds nothing in a file that keeps them', () => {
    expect(dropped(document)).toEqual([]);
    expect(change(document, markdownFormat, 10)).toMatchObject({ refusals: [], faults: [] });
    expect(change(document, markdownFormat, 10).done).toBeGreaterThan(15);
  });

  test('counts lines with content, without headings and frontmatter', () => {
    // The header of the table and the comment have content and are no entries.
    expect(shareInEntries(document)).toEqual({ meaningful: 9, inEntries: 7 });
  });

  test('finds lines that reading left out, and text that an entry covers but does not say', () => {
    const { entries } = document;
    expect(dropped({ ...document, entries: entries.slice(1) })).toEqual([
      { law: 'dropped', what: 'Ann deploys on Mondays.' },
    ]);
    const [first, ...others] = entries.map((entry, nth) => (nth === 0 ? { ...entry, value: 'Ann' } : entry));
    expect(first && dropped({ ...document, entries: [first, ...others] })).toMatchObject([{ law: 'unsaid' }]);
  });

  test('finds a change that touches more than its entry', () => {
    const careless: MemoryFormat = {
      ...markdownFormat,
      read: (said) => markdownFormat.read(said.replace('\n\nRun', '\n\n\nRun')),
    };
    expect(change(document, careless, 10).faults.map(({ law }) => law)).toEqual(
      expect.arrayContaining(['edit', 'add']),
    );
    expect(
      change(
        document,
        withEntries((nth) => nth > 0),
        10,
      ).refusals,
    ).not.toEqual([]);
  });

  test.each([
    [
      'an index of Claude Code',
      '/h/.claude/projects/-x/memory/MEMORY.md',
      '- [Tea](tea.md) — green\n- [Cups](cups.md) — three\n',
    ],
    ['a memory of Hermes', '/h/.hermes/memories/MEMORY.md', 'Likes tea.\n§\nHas a boat.\n§\nLives in Oslo.'],
  ])('finds no fault in changes of %s', (_, path, said) => {
    const format = formatOfFile(path, said);
    const { refusals, faults } = format ? change(format.read(said), format, 10) : {};
    expect({ refusals, faults }).toEqual({ refusals: [], faults: [] });
  });
});
