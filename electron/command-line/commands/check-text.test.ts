import { describe, expect, it } from 'vitest';
import { checkText, findingLine, isHarmful } from './check.ts';

const top = '---\nlast_updated: 2026-01-16\nversion: 15\ntoken_estimate: 450\n---\n';
const found = (text: string) =>
  checkText('a.md', text)
    .map(findingLine)
    .map((line) => line.replace(/ [^ ]*[A-Z“].*$/, ''));

describe('the problems in a file', () => {
  it('are listed with file, line, column, code and message, in the order of the text', () => {
    const text = `${top}\n## Facts\n- [2026-99-99|sure] a: 1\n- é 東京: [2026-01-01\n- empty:\n`;
    expect(checkText('a.md', text).map(findingLine)).toEqual([
      expect.stringMatching(/^a\.md:4:17 estimate_differs The file says 450 tokens; /),
      'a.md:8:3 confidence_unknown “sure” is not a confidence, so “a” counts as certain, like its section.',
      'a.md:8:4 date_impossible The date 2026-99-99 of “a” does not exist, so it counts as unknown.',
      'a.md:10:1 value_empty “empty” has no value.',
    ]);
  });

  it.each([
    ['an empty file', '', []],
    ['no top', '## Facts\n- a: 1\n', ['a.md:1:1 frontmatter_missing']],
    [
      'a byte order mark and other line ends',
      `\uFEFF${top}## Facts\n- [2026-13-01] a: 1\n`.replaceAll('\n', '\r\n'),
      ['a.md:4:17 estimate_differs', 'a.md:7:4 date_impossible'],
    ],
    [
      'an archive, which needs no version',
      '---\narchived_from: global.md\narchived_date: 2026-01-16\n---\n## Archived Facts\n- a: 1\n',
      [],
    ],
    [
      'a file that only looks like an archive',
      '---\n---\narchived_from: x\n## Facts\n- a: 1\n',
      expect.arrayContaining(['a.md:1:1 frontmatter_value_missing']),
    ],
  ])('are searched for in %s', (_, text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it.each([
    [
      'bullets under free headings',
      'MEMORY.md',
      '# Memory\n\n## Household\n- **Rubbish**: Tuesdays\n- **Rubbish**: Fridays\n',
    ],
    ['prose', 'CLAUDE.md', 'Use tabs.\n\n## Build\n\nRun `make`.\n'],
    ['its own frontmatter', 'user_role.md', '---\nname: role\ntype: user\n---\n\nA nurse.\n'],
  ])('include nothing about form in another assistant’s memory: %s', (_, name, text) => {
    expect(checkText(name, text)).toEqual([]);
    expect(checkText(name, `${text}hidden \u202e here\n`).map(({ code }) => code)).toEqual(['hidden_character']);
  });

  it('include form if the assistant’s own program may refuse the file', () => {
    expect(checkText('.hermes/memories/MEMORY.md', 'likes tea\n§\nboats')).toEqual([]);
    expect(checkText('.hermes/memories/MEMORY.md', 'likes tea\n§\nlikes tea').map(({ code }) => code)).toEqual([
      'form_differs',
    ]);
  });

  it('include form if the folder shows that the file is ours', () => {
    expect(checkText('w/logs/context/global.md', '- a: 1\n').map(({ code }) => code)).toContain('frontmatter_missing');
  });

  it('include duplicates, with the other place', () => {
    const text = '## Facts\n- city: Lisbon\n- walks\n- city: Porto\n- walks\n## Insights\n- city: Faro\n';
    const duplicates = checkText('a.md', `${top}${text}`).filter(({ code }) => code === 'known_twice');
    expect(duplicates.map((finding) => [findingLine(finding), isHarmful(finding)])).toEqual([
      [
        'a.md:9:1 known_twice “city” is known in line 7 too, and says something else there. What is learned again changes that line.',
        true,
      ],
      ['a.md:10:1 known_twice “walks” is already in line 8.', false],
    ]);
    const archived =
      '---\narchived_from: global.md\narchived_date: 2026-01-16\n---\n## Archived Facts\n- city: Lisbon\n- city: Porto\n';
    expect(checkText('a.md', archived)).toEqual([]);
  });

  it.each([
    ['', 'a.md', 'a.md:1:1 archive_date_missing It does not say when it was archived, and neither does its name.'],
    [
      'archived_date: 2026-02-30\n',
      'x/a.md',
      'x/a.md:1:1 archive_date_missing There is no day “2026-02-30”, on which it was archived, and neither does its name.',
    ],
    ['', 'x/global-2026-02-28.md', undefined],
    ['archived_date: 2026-02-28\n', 'a.md', undefined],
  ])('include an archive with %j in %s if nothing gives its date', (date, name, expected) => {
    const [finding] = checkText(name, `---\narchived_from: global.md\n${date}---\n## Archived Facts\n- city: Lisbon\n`);
    expect(finding && findingLine(finding).split(' Write')[0]).toBe(expected);
  });

  it('include, quietly, unsorted and unparsed lines', () => {
    const text = `${top}- early\n\n## Household\n- rubbish: Tuesdays\n\nSome prose\nand more.\n`;
    const quiet = checkText('a.md', text).filter(({ code }) => code !== 'estimate_differs');
    expect(quiet.map(findingLine)).toEqual([
      'a.md:6:1 section_missing Before the first heading there is 1 entry not sorted and never archived.',
      'a.md:8:1 section_unknown “Household” is none of Preferences, Patterns, Facts, Insights: that leaves 1 entry not sorted and never archived.',
      'a.md:11:1 not_understood “Some prose” is neither a heading nor an entry. It stays, but assistants don’t see it.',
    ]);
    expect(quiet.some(isHarmful)).toBe(false);
    const archived =
      '---\narchived_from: global.md\narchived_date: 2026-01-16\n---\n## Archived Chores\n- rubbish: Tuesdays\n';
    expect(checkText('a.md', archived).map(findingLine)).toEqual([
      'a.md:5:1 section_unknown “Archived Chores” is none of Archived Preferences, Archived Patterns, Archived Facts, Archived Insights: that leaves 1 entry not sorted.',
    ]);
  });

  it.each([
    ['\n', '\uFEFF'],
    ['\r\n', ''],
    ['\r', ''],
  ])('include invisible characters, whatever the line ends (%j)', (end, mark) => {
    const text = `${mark}${top}## Facts\n- a: é\u202eb\n- шалом\n`.replaceAll('\n', end);
    const found = checkText('a.md', text).filter(({ code }) => code === 'hidden_character');
    expect(found.map(findingLine)).toEqual([
      'a.md:7:7 hidden_character There is a character here that can’t be seen: right-to-left override (U+202E).',
    ]);
  });

  it('treat a different stored estimate as harmless', () => {
    expect(checkText('a.md', `${top}## Facts\n- a: 1\n`).filter(isHarmful)).toEqual([]);
  });
});
