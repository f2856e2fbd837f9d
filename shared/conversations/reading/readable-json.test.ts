import { expect, test } from 'vitest';
import { readableJson } from './readable-json.ts';

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

test('prints JSON one field a line, with texts unescaped', () => {
  const edit = {
    file_path: 'src/tea.ts',
    old_string: 'a {\n\treturn "x";\n}',
    all: false,
    command: ['bash', '-lc', 'ls'],
  };
  expect(readableJson(pretty(edit))).toBe(
    'file_path: src/tea.ts\nold_string:\na {\n\treturn "x";\n}\nall: false\ncommand: [bash, -lc, ls]',
  );
});

test('prints nested values below their name', () => {
  const todo = {
    todos: [{ content: 'Weigh tea', tags: [] }, { content: 'Sell\nit' }],
    about: {},
    none: null,
    empty: '',
  };
  expect(readableJson(pretty(todo))).toBe(
    [
      'todos:',
      '  - content: Weigh tea',
      '    tags: []',
      '  - content:',
      '    Sell',
      '    it',
      'about: {}',
      'none: null',
      'empty:',
    ].join('\n'),
  );
  expect(readableJson(pretty([[1, [2]], 'a\nb']))).toBe('- - 1\n  - [2]\n- a\n  b');
});

test.each(['plain text', '{"cut": "of', '*** Begin Patch\n+a', '"a text"', '12', '', '[draft] a list of nothing'])(
  'leaves %j unchanged, which is neither an object nor a list',
  (text) => {
    expect(readableJson(text)).toBe(text);
  },
);

test('leaves out no value, however deep', () => {
  const deep = (levels: number): unknown => (levels === 0 ? 'the end' : { a: [deep(levels - 1)] });
  expect(readableJson(pretty(deep(20)))).toContain('the end');
  const tooDeep = `${'['.repeat(5000)}1${']'.repeat(5000)}`;
  expect(readableJson(tooDeep)).toBe(tooDeep);
});
