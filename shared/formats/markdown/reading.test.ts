import { expect, test } from 'vitest';
import { refOf } from '../../entries/entry.ts';
import type { ParsedEntry } from '../document.ts';
import { runPlan } from '../entry-plan.ts';
import { headingsOf, otherLinesOf } from '../other-lines.ts';
import { markdownArchive } from './archive.ts';
import { markdownFormat } from './format.ts';
import { readMarkdown } from './read-markdown.ts';

/** Texts that people really write in a memory, with section, key and value of each entry as read. */
const written: readonly (readonly [
  what: string,
  text: string,
  entries: readonly (readonly [string, string | null, string])[],
])[] = [
  [
    'items separated by §',
    'Ann prefers short answers.\nNo emoji.\n§\nThe build runs on Node 20\n',
    [
      ['', null, 'Ann prefers short answers.\nNo emoji.'],
      ['', null, 'The build runs on Node 20'],
    ],
  ],
  [
    'keys in bold with the colon inside, and values that hold colons',
    '## Me\n\n- **Name:** Ann\n- **Stack**: api: Go\n* Editor: vim\n',
    [
      ['Me', 'Name', 'Ann'],
      ['Me', 'Stack', 'api: Go'],
      ['Me', 'Editor', 'vim'],
    ],
  ],
  [
    'colons that end no key: times, quotes, brackets that end in another line, paths and scopes',
    '- 今晚00：00 发信\n- 今日17:43开始\n- 消息显示为"通知：[名称]"\n- 終了します（例:\n  一つ目）。\n- C:\\work holds plans\n- std::vector is used\n',
    [
      ['', null, '今晚00：00 发信'],
      ['', null, '今日17:43开始'],
      ['', null, '消息显示为"通知：[名称]"'],
      ['', null, '終了します（例:\n一つ目）。'],
      ['', null, 'C:\\work holds plans'],
      ['', null, 'std::vector is used'],
    ],
  ],
  [
    'a statement of several sentences that ends in a colon above a list',
    '# Overview\n\nThis is built with Bun. It provides:\n- an API\n\nIt needs:\n- a key\n',
    [
      ['Overview', null, 'This is built with Bun. It provides:'],
      ['Overview', null, 'an API'],
      ['Overview › It needs', null, 'a key'],
    ],
  ],
  [
    'full-width colons',
    '- 状态：稳定\n- **结论：** 可以发布\n- **语言**：中文\n',
    [
      ['', '状态', '稳定'],
      ['', '结论', '可以发布'],
      ['', '语言', '中文'],
    ],
  ],
  [
    'a frontmatter followed by paragraphs',
    '---\nname: style\ndescription: How Ann writes: briefly\n---\n\nAnn writes briefly,\nin British English.\n\nShe signs “A.”\n',
    [
      ['', null, 'Ann writes briefly,\nin British English.'],
      ['', null, 'She signs “A.”'],
    ],
  ],
  [
    'a number as the heading of bullets below',
    '# Deploy\n\n1. Prepare\n   - run the tests\n   - tag it\n2. Ship\n   - push: main\n3. Rest\n',
    [
      ['Deploy › Prepare', null, 'run the tests'],
      ['Deploy › Prepare', null, 'tag it'],
      ['Deploy › Ship', 'push', 'main'],
      ['Deploy', null, 'Rest'],
    ],
  ],
  [
    'a label above a list',
    '# Tools\n\n**Local:**\n\n- make\n- just\n\nAsk before adding one.\n',
    [
      ['Tools › Local', null, 'make'],
      ['Tools › Local', null, 'just'],
      ['Tools', null, 'Ask before adding one.'],
    ],
  ],
  [
    'an item that ends in a colon, or is only bold, above others',
    '- Likes:\n  - tea\n- 喜欢：\n  - 茶\n- **Pets**\n  - a cat: Miu\n    who is old\n',
    [
      ['Likes', null, 'tea'],
      ['喜欢', null, '茶'],
      ['Pets', 'a cat', 'Miu\nwho is old'],
    ],
  ],
  [
    'a heading of an item without its bold',
    '- **Tools** (two):\n  - make\n1. **Prepare**: the disk\n   - wipe it\n',
    [
      ['Tools (two)', null, 'make'],
      ['Prepare: the disk', null, 'wipe it'],
    ],
  ],
  [
    'an item with lines below it',
    '- Prefers tea\n  - green\n\n  in the morning\n',
    [['', null, 'Prefers tea\n- green\n\nin the morning']],
  ],
  ['a link with a colon', '- [TITLE: x](r.md) — hook\n', [['', null, '[TITLE: x](r.md) — hook']]],
  ['bold with a colon', '- **Note: ask first** — always\n', [['', null, '**Note: ask first** — always']]],
  [
    'a colon in brackets or quotes, which ends no key',
    '- Ships twice a week (except: holidays)\n- 覆盖率（目标：80%以上）\n- “Ask first: then act” is her rule\n- Report it (e.g. "done: 1 of 2")\n- Team (core): Ann\n',
    [
      ['', null, 'Ships twice a week (except: holidays)'],
      ['', null, '覆盖率（目标：80%以上）'],
      ['', null, '“Ask first: then act” is her rule'],
      ['', null, 'Report it (e.g. "done: 1 of 2")'],
      ['', 'Team (core)', 'Ann'],
    ],
  ],
  [
    'a colon in a later sentence, which ends no key',
    '- Reads the docs first. The order: newest last\n- 逐字显示输出。然后询问：继续吗\n- Run `make`. Then: rest\n- Dr. Bell: dentist\n- Favourite colour?: blue\n',
    [
      ['', null, 'Reads the docs first. The order: newest last'],
      ['', null, '逐字显示输出。然后询问：继续吗'],
      ['', null, 'Run `make`. Then: rest'],
      ['', 'Dr. Bell', 'dentist'],
      ['', 'Favourite colour?', 'blue'],
    ],
  ],
  [
    'the beginning of a sentence, which is no key unless it is in bold',
    '- Use this when the work is in the mail: sort, draft, reply\n- For all of the tests, see: tests.md\n- 编写后，使其可执行：chmod\n- **For all of the tests, see**: tests.md\n- Bell, Ann: dentist\n- Large text (18px or more, or bold): 3 to 1\n',
    [
      ['', null, 'Use this when the work is in the mail: sort, draft, reply'],
      ['', null, 'For all of the tests, see: tests.md'],
      ['', null, '编写后，使其可执行：chmod'],
      ['', 'For all of the tests, see', 'tests.md'],
      ['', 'Bell, Ann', 'dentist'],
      ['', 'Large text (18px or more, or bold)', '3 to 1'],
    ],
  ],
  [
    'a paragraph that ends in a colon, above no list, which is no key without a value',
    '# Plan\n\nDo these in order:\n\n## First\n\nRest.\n',
    [
      ['Plan', null, 'Do these in order:'],
      ['First', null, 'Rest.'],
    ],
  ],
  ['code with a colon', '- use `kind: "X"`\n', [['', null, 'use `kind: "X"`']]],
  [
    'a table',
    '## Team\n\n| Name | Role | Since |\n|:--|---|--:|\n| Ann | lead | 2019 |\n| **Bob** | api \\| ops | |\n| | both | 2020 |\n',
    [
      ['Team', 'Ann', 'lead | 2019'],
      ['Team', 'Bob', 'api \\| ops'],
      ['Team', null, 'both | 2020'],
    ],
  ],
  [
    'check boxes',
    '- [ ] call Bob\n- [x] Rent: paid\n1. [X] tidy up\n',
    [
      ['', null, 'call Bob'],
      ['', 'Rent', 'paid'],
      ['', null, 'tidy up'],
    ],
  ],
  [
    'quotes and code, each one entry',
    '> **Rule:** never on Fridays\n> or before holidays\n\n```sh\n# not a heading\nnpm test\n```\n\n    make all\n\n    make it\n',
    [
      ['', 'Rule', 'never on Fridays\nor before holidays'],
      ['', null, '# not a heading\nnpm test'],
      ['', null, 'make all\n\nmake it'],
    ],
  ],
  [
    'keyed lines without bullets',
    '**Name:** Ann\n**Role:** lead\nof two teams\n\nLang: en\nCity: Rome\n',
    [
      ['', 'Name', 'Ann'],
      ['', 'Role', 'lead\nof two teams'],
      ['', 'Lang', 'en'],
      ['', 'City', 'Rome'],
    ],
  ],
  ['an item continued on the next line', '- likes tea\nin the morning\n', [['', null, 'likes tea\nin the morning']]],
  [
    'underlined headings',
    'Project: Boats\n==============\n\n- sails\n\nHow to deploy\n---\n- tag it\n\nTea\n  -----  \n',
    [
      ['Project: Boats', null, 'sails'],
      ['How to deploy', null, 'tag it'],
    ],
  ],
  [
    'lines over a rule that are no headings: a sentence, a key, several lines, and an item’s next line',
    'Likes tea.\n---\nName: Ann\n---\nOne line\nand another\n---\n- item\nwith more\n---\n- - -\nx\n- - -\n',
    [
      ['', null, 'Likes tea.'],
      ['', 'Name', 'Ann'],
      ['', null, 'One line\nand another'],
      ['', null, 'item\nwith more'],
      ['', null, 'x'],
    ],
  ],
  [
    'a frontmatter, or a text like one, whose lines are no headings',
    '---\nname: x\n---\n\nText\n\n---\ntype: note\n---\n',
    [
      ['', null, 'Text'],
      ['', 'type', 'note'],
    ],
  ],
  [
    'both sides of a conflict left by git',
    '<<<<<<< a\nlikes tea\n=======\nlikes cocoa\n>>>>>>> b\nProject\n=======\nx\n',
    [
      ['', null, 'likes tea'],
      ['', null, 'likes cocoa'],
      ['Project', null, 'x'],
    ],
  ],
  ['text between tags', '<memory>\nLikes tea\n</memory>\n', [['', null, 'Likes tea']]],
];

test.each(written)('%s', (_, text, entries) => {
  expect(readMarkdown(text).entries.map(({ section, key, value }) => [section, key, value])).toEqual(entries);
  const windows = readMarkdown(`\uFEFF${text.replaceAll('\n', '\r\n')}`);
  expect(windows.entries.map(({ section, key, value }) => [section, key, value])).toEqual(entries);
});

test('reads underlined headings, with the level of their line', () => {
  const text = '\uFEFFTitle\n===\n\n# A\n\nB\n---\n- b\n';
  const document = readMarkdown(text);
  expect(
    document.sections.map(({ title, level, heading }) => [title, level, text.slice(heading.from, heading.to)]),
  ).toEqual([
    ['Title', 1, '\uFEFFTitle\n==='],
    ['A', 1, '# A'],
    ['B', 2, 'B\n---'],
  ]);
  expect(headingsOf(document).map(({ from, to, level }) => [text.slice(from, to), level])).toEqual([
    ['Title\n===', 1],
    ['# A', 1],
    ['B\n---', 2],
  ]);
  expect(otherLinesOf(markdownFormat)(document)).toEqual([
    { line: 1, text: 'Title\n===' },
    { line: 4, text: '# A' },
  ]);
});

test('records lines outside entries with their places', () => {
  const { notUnderstood, diagnostics } = readMarkdown('---\nText\n***\n<!-- a\nb -->\n| a |\n|---|\n```\n- in it\n');
  expect(notUnderstood).toMatchObject([
    { line: 1, text: '---' },
    { line: 3, text: '***' },
    { line: 4, text: '<!-- a\nb -->' },
    { line: 6, text: '| a |\n|---|' },
    { line: 8, text: '```\n- in it\n' },
  ]);
  expect(diagnostics).toMatchObject([{ code: 'unclosed_block', line: 8 }]);
});

test('archives a table row with its key and value', () => {
  const memory = readMarkdown('# Net\n\n| Host | Addr |\n|---|---|\n| web1 | 10.0.0.1 |\n| web2 | 10.0.0.2 |\n');
  const [row] = memory.entries;
  const archived = row && markdownArchive.add(null, [{ entry: row, byHand: true }], memory, '2026-11-27');
  expect(archived?.entries.map(({ key, value }) => [key, value])).toEqual([['web1', '10.0.0.1']]);
});

test('takes no speaker in a session note for a key, and edits a message as a whole', () => {
  const note = `# Session: 2026-05-01 14:30:00 UTC

- **Source**: telegram

## Conversation Summary

user: When does the ferry leave?
assistant: At nine.

## Times
user: 42
`;
  const document = markdownFormat.read(note);
  expect(document.entries.map(({ key, value }) => [key, value])).toEqual([
    ['Source', 'telegram'],
    [null, 'user: When does the ferry leave?'],
    [null, 'assistant: At nine.'],
    [null, 'user: 42'],
  ]);
  const entry = refOf(document.entries[2] as ParsedEntry);
  const operation = { op: 'edit', entry, value: 'assistant: At ten.' } as const;
  const { plan } = markdownFormat.plan(document, [operation], '2026-11-27', 'person');
  expect(runPlan(document, plan, markdownFormat.read).text).toBe(note.replace('At nine', 'At ten'));
  expect(markdownFormat.read('user: ann\nhost: web1\n').entries.map(({ key }) => key)).toEqual(['user', 'host']);
});
