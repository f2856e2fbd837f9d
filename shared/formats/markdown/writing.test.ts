import { describe, expect, test } from 'vitest';
import type { Operation } from '../../contract/changes.ts';
import { refOf } from '../../entries/entry.ts';
import { estimate } from '../../entries/measure.ts';
import { createEraser } from '../../text/eraser.ts';
import { changeMemory } from '../change.ts';
import type { ParsedEntry } from '../document.ts';
import { patchBetween } from '../entry-patch.ts';
import { runPlan } from '../entry-plan.ts';
import { markdownArchive } from './archive.ts';
import { markdownFormat } from './format.ts';
import { readMarkdown } from './read-markdown.ts';

const today = '2026-11-21';
const rules = { format: markdownFormat, today, limit: 2000, measure: estimate, fit: false };

/** The text after operations, each of which names its entry by key or value. */
function after(text: string, ...operations: readonly (readonly [Operation['op'], string | null, object?])[]): string {
  const document = readMarkdown(text);
  const planned = operations.map(([op, name, more]): Operation => {
    const found = document.entries.find(({ key, value }) => (key ?? value) === name);
    const entry = found ? { entry: refOf(found as ParsedEntry) } : {};
    return { op, ...entry, ...more } as Operation;
  });
  return changeMemory(document, markdownFormat.plan(document, planned, today, 'person'), rules).after.text;
}

const codeOf = (work: () => unknown): string => {
  try {
    work();
    return 'done';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

const add = (section: string | undefined, key: string | null, value: string) =>
  ['add', null, { category: null, key, value, ...(section === undefined ? {} : { section }) }] as const;

describe('an edit changes only the entry’s text', () => {
  const edited: readonly (readonly [string, string, string, object, string])[] = [
    [
      'a key that would read as a sentence without bold',
      '- Kids: Ann\n',
      'Kids',
      { key: 'Kids, school and their friends' },
      '- **Kids, school and their friends:** Ann\n',
    ],
    ['a bullet', '* tea\r\n* milk\r\n', 'tea', { value: 'coffee' }, '* coffee\r\n* milk\r\n'],
    ['a value behind a key in bold', '- **Name:**  Ann\n', 'Name', { value: 'Bob' }, '- **Name:**  Bob\n'],
    ['a key in bold', '- **Name**: Ann\n', 'Name', { key: 'Full name' }, '- **Full name**: Ann\n'],
    ['a key with a full-width colon', '- 状态：稳定\n', '状态', { value: '测试' }, '- 状态：测试\n'],
    ['a removed key', '- **Name:** Ann\n', 'Name', { key: null }, '- Ann\n'],
    [
      'a new key, like its neighbours',
      '- **Name:** Ann\n- dev\n',
      'dev',
      { key: 'Role' },
      '- **Name:** Ann\n- **Role:** dev\n',
    ],
    ['a check box', '1. [x] rent\n', 'rent', { value: 'paid' }, '1. [x] paid\n'],
    ['a value that was empty', '- **Name:**\n', 'Name', { value: 'Ann' }, '- **Name:** Ann\n'],
    [
      'one of several lines',
      '- tea\n    green  \n    hot\n',
      'tea\n  green  \n  hot',
      { value: 'tea\n  green  \nwarm' },
      '- tea\n    green  \n  warm\n',
    ],
    ['another line under a number', '10. tea\n', 'tea', { value: 'tea\nhot' }, '10. tea\n    hot\n'],
    ['a paragraph', 'one\ntwo\n\nthree\n', 'one\ntwo', { value: 'one\n2' }, 'one\n2\n\nthree\n'],
    ['a quote', '> one\n> two\n', 'one\ntwo', { value: 'one\n\n2' }, '> one\n> \n> 2\n'],
    [
      'code in a fence',
      '```sh\nnpm i\n```\n',
      'npm i',
      { value: 'npm ci\nnpm test' },
      '```sh\nnpm ci\nnpm test\n```\n',
    ],
    ['an empty fence', '- a\n\n```\n```\n', '', { value: 'x' }, '- a\n\n```\nx\n```\n'],
    ['indented code', 'Run\n\n    a\n    b\n', 'a\nb', { value: 'a\nc' }, 'Run\n\n    a\n    c\n'],
    [
      'a cell',
      '|a|b|c|\n|-|-|-|\n| **x** | y  | z |\n',
      'x',
      { value: 'y | w' },
      '|a|b|c|\n|-|-|-|\n| **x** | y  | w |\n',
    ],
    ['the name of a row', '|a|b|\n|-|-|\n| **x** | y |\n', 'x', { key: 'n' }, '|a|b|\n|-|-|\n| **n** | y |\n'],
  ];
  test.each(edited)('%s', (_, text, name, said, wanted) => {
    expect(after(text, ['edit', name, said])).toBe(wanted);
  });
});

describe('adds an entry at the end of its list, in the form of the others', () => {
  const list = '# A\n\n- **x:** 1\n- **y:** 2\n\ntext\n\n# B\n';
  const added: readonly (readonly [string, string, ReturnType<typeof add>, string])[] = [
    [
      'with a key in bold that would read as a sentence without it',
      '- a\n',
      add('', 'Kids, school and their friends', 'Ann'),
      '- a\n- **Kids, school and their friends:** Ann\n',
    ],
    [
      'code below a label of code',
      '# Set up\n\nInstall it:\n\n```sh\nnpm ci\n```\n\nThen rest.\n',
      add('Set up › Install it', null, 'npm test'),
      '# Set up\n\nInstall it:\n\n```sh\nnpm ci\n```\n\n```sh\nnpm test\n```\n\nThen rest.\n',
    ],
    [
      'a quote below a label of quotes',
      '# Ann\n\n**She says:**\n\n> Ask first.\n',
      add('Ann › She says', null, 'Then act.\nAnd rest.'),
      '# Ann\n\n**She says:**\n\n> Ask first.\n\n> Then act.\n> And rest.\n',
    ],
    ['after the last item', list, add('A', 'z', '3'), list.replace('2\n', '2\n- **z:** 3\n')],
    ['under a heading without entries', list, add('B', null, 'b'), `${list}- b\n`],
    ['under the last heading with a list', list, add(undefined, null, 'c'), list.replace('2\n', '2\n- c\n')],
    ['under a heading of its own', list, add('C', 'k', 'v'), `${list}\n## C\n- k: v\n`],
    ['with the next number', '1. a\n2. b\n', add('', null, 'c'), '1. a\n2. b\n3. c\n'],
    ['with a check box', '- [x] a\n', add('', null, 'c'), '- [x] a\n- [ ] c\n'],
    ['under a label', '**T:**\n\n- a\n\nb\n', add('T', null, 'c'), '**T:**\n\n- a\n- c\n\nb\n'],
    ['under a number', '1. T\n   - a\n2. b\n', add('T', null, 'c'), '1. T\n   - a\n   - c\n2. b\n'],
    ['as a row', '|a|b|\n|-|-|\n|x|y|\n', add('', 'k', 'v'), '|a|b|\n|-|-|\n|x|y|\n| k | v |\n'],
    ['as a paragraph', '# A\n\none\n\ntwo\n\n# B\n', add('A', null, 'three'), '# A\n\none\n\ntwo\n\nthree\n\n# B\n'],
    ['as a paragraph after §', 'one\n§\ntwo', add('', null, 'three'), 'one\n§\ntwo\n§\nthree'],
    ['after blank lines, like others', '- a\n\n- b\n', add('', null, 'c'), '- a\n\n- b\n\n- c\n'],
    ['in an empty file', '', add(undefined, null, 'c'), '- c\n'],
    ['in a file without a final line end', '- a', add(undefined, null, 'c'), '- a\n- c'],
    ['before code that never ends', '# A\n```\nx', add('B', null, 'c'), '# A\n\n## B\n- c\n```\nx'],
  ];
  test.each(added)('%s', (_, text, operation, wanted) => {
    expect(after(text, operation)).toBe(wanted);
  });
});

test('moves an entry to another list, in that list’s form', () => {
  const text = '# A\n- **k:** v\n- b\n\n# B\n1. one\n\n# T\n| n | w |\n|---|---|\n| x | y |\n';
  expect(after(text, ['move', 'k', { category: null, section: 'B' }])).toBe(
    '# A\n- b\n\n# B\n1. one\n2. k: v\n\n# T\n| n | w |\n|---|---|\n| x | y |\n',
  );
  expect(after(text, ['move', 'k', { category: null, section: 'T' }])).toBe(
    '# A\n- b\n\n# B\n1. one\n\n# T\n| n | w |\n|---|---|\n| x | y |\n| k | v |\n',
  );
});

test('removes the last item under a label or number, which becomes an entry', () => {
  expect(after('**T:**\n- a\n', ['delete', 'a'])).toBe('**T:**\n');
  expect(after('1. T\n   - a\n2. b\n', ['delete', 'a'])).toBe('1. T\n2. b\n');
});

test('keeps apart lines that would run together', () => {
  expect(after('one\n> two\nthree\n', ['delete', 'two'])).toBe('one\n\nthree\n');
});

describe('refuses text that can’t be written', () => {
  const refused: readonly (readonly [string, string, readonly [Operation['op'], string | null, object?], string])[] = [
    ['a text that is another item', 'one\n', ['edit', 'one', { value: '- two' }], 'value_invalid'],
    ['a paragraph that would be two', 'one\n', ['edit', 'one', { value: 'one\n\ntwo' }], 'value_invalid'],
    ['code that closes its fence', '```\na\n```\n', ['edit', 'a', { value: 'a\n```\nb' }], 'value_invalid'],
    ['a label with a list', '- a\n', ['edit', 'a', { value: 'T:\n- b\n- c' }], 'value_invalid'],
    ['more cells than the row has', '|a|b|\n|-|-|\n|x|y|\n', ['edit', 'x', { value: 'y | z' }], 'value_invalid'],
    ['a name with a colon', '- a: b\n', ['edit', 'a', { key: 'a: c' }], 'key_invalid'],
    ['a name in use', '- a: b\n- c: d\n', ['edit', 'a', { key: 'c' }], 'key_exists'],
    ['a removed name of an entry without other text', '- a:\n', ['edit', 'a', { key: null }], 'value_invalid'],
    ['nothing at all', '- a\n', ['edit', 'a', { value: ' ' }], 'value_invalid'],
    ['a heading of two lines', '- a\n', add('x\ny', null, 'b'), 'section_unclear'],
    ['a move without a heading', '- a\n', ['move', 'a', { category: null }], 'section_unclear'],
  ];
  test.each(refused)('%s', (_, text, operation, code) => {
    expect(codeOf(() => after(text, operation))).toBe(code);
  });
});

describe('an assistant’s update', () => {
  const update = (key: string, value: string) => ({
    ...{ category: 'fact' as const, confidence: 'likely' as const, source: 'Claude' },
    ...{ key, value },
  });
  const text = '# A\n- **City**: Rome\n\n# B\n- tea\n';

  test('changes the entry of its name, or adds to the last list', () => {
    const document = readMarkdown(text);
    const updates = markdownFormat.checkUpdates([
      update('City', 'Bonn'),
      update('City', 'Lisbon'),
      update('Pet', 'Miu'),
    ]);
    const { plan } = markdownFormat.planUpdates(document, updates, today);
    expect(runPlan(document, plan, readMarkdown).text).toBe('# A\n- **City**: Lisbon\n\n# B\n- tea\n- Pet: Miu\n');
  });

  test('puts a contradiction beside the entry, for the person to choose', () => {
    const document = readMarkdown(text);
    const plan = markdownFormat.planBeside(document, update('City', 'Lisbon'), today);
    expect(runPlan(document, plan, readMarkdown).text).toBe(text.replace('Rome\n', 'Rome\n- **City**: Lisbon\n'));
  });

  test.each([
    ['a name with a link', update('[a](b.md)', 'x'), 'key_invalid'],
    ['a value that begins a list', update('Tools', '- a\n- b'), null],
    ['a value with nothing in it', update('Tools', ' '), 'value_invalid'],
  ])('%s', (_, given, code) => {
    let items: unknown = null;
    try {
      markdownFormat.checkUpdates([given]);
    } catch (error) {
      items = (error as { details: { items: readonly { code: string }[] } }).details.items[0]?.code;
    }
    expect(items).toBe(code);
  });
});

test('erases a text from entries, rows and headings, and entries with no other text', () => {
  const document = readMarkdown(
    '# Ann\n**Ann:**\n- Ann\n\n| Who | Role |\n|---|---|\n| Ann | lead |\n\nAsk Ann first.\n',
  );
  const { text, entries } = markdownFormat.erase(document, createEraser(['Ann']));
  expect(text).not.toContain('Ann');
  expect(entries.map(({ value }) => value)).toContain('lead');
});

test('writes a space after a bold key with a full-width colon, so the bold stays closed', () => {
  const added = after('- **结论：** 可以\n', ['add', null, { category: null, key: 'Role', value: 'dev' }]);
  expect(added).toBe('- **结论：** 可以\n- **Role：** dev\n');
});

describe('archiving and restoring leaves the same bytes', () => {
  const memories: readonly (readonly [string, string])[] = [
    ['code between paragraphs', 'When x grows:\n```\ny = exp(-x)\n```\nThe rate is a.\n'],
    ['a list between paragraphs', 'Tea.\n- green\nCups.\n'],
    ['a quote between paragraphs', 'Tea.\n> green\nCups.'],
    ['a quote between quotes and a heading', '> Tea.\n\n> green\n# Cups\nThree.\n'],
    ['paragraphs around a heading', 'Tea.\n# Cups\nThree.\n- blue\n- red'],
    ['lines that end in CR LF', 'Tea.\r\n```\r\ngreen\r\n```\r\nCups.\r\n'],
    ['one line that ends in CR LF', '- Tea\r\n'],
    ['mixed line ends', '# Tea\r\n- green\r\n- black\n\nCups.\n> three\r\nFour.\r- red\n'],
  ];
  test.each(memories)('%s', (_, text) => {
    const document = readMarkdown(text);
    for (const entry of document.entries) {
      const planned = markdownFormat.plan(document, [{ op: 'archive', entry: refOf(entry) }], today, 'person');
      const { after: left, departures } = changeMemory(document, planned, rules);
      const returns = markdownArchive
        .add(null, departures, document, today)
        .entries.map((archived) => ({ entry: archived, category: null, onDuplicate: undefined }));
      const back = runPlan(left, markdownFormat.planReturns(left, returns, today), readMarkdown);
      expect(back.text).toBe(text);
    }
  });
});

test('restores a deleted entry under its own label among equal ones', () => {
  const text = '# Tea\n\nGreen.\n\n**Example**\n\n```\none\n```\n\n# Cups\n\nBlue.\n\n**Example**\n\nNone yet.\n';
  const before = readMarkdown(text);
  const left = readMarkdown(after(text, ['delete', 'one']));
  const back = runPlan(left, markdownFormat.patch(left, patchBetween(left, before), undefined), readMarkdown);
  expect(back.text).toBe(text);
});

test.each([
  [
    'another heading',
    'Run this:\n\n```\none\n```\n\nThen rest.\n\n```\ntwo\n```\n',
    'Then rest.',
    'Line 9, “```”, would stand under “Run this” with this change of “Then rest.”.',
  ],
  ['another reading', '- Tea\n\nCups.\n\n    code\n', 'Cups.', 'Line 1, “- Tea”, would read as something else'],
])('names in a refusal the line that would come under %s', (_, text, name, message) => {
  expect(() => after(text, ['delete', name])).toThrow(message);
});

test.each([
  '# One\n\nNote:\n\n# Two\n\nNote:\n\n# Three\n\nNote:\n> Done.\n',
  'Note:\n## Two\nNote:\nNote:\n> Done.\n',
])('restores a deleted entry under its label, even if others are empty: %j', (text) => {
  const before = readMarkdown(text);
  const left = readMarkdown(after(text, ['delete', 'Done.']));
  const back = runPlan(left, markdownFormat.patch(left, patchBetween(left, before), undefined), readMarkdown);
  expect(back.text).toBe(text);
});
