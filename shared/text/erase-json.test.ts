import { expect, test } from 'vitest';
import { eraseFromJson, saidInJson } from './erase-json.ts';
import { createEraser } from './eraser.ts';

const eraser = createEraser(['hunter2']);

test.each([
  ['{"a": "pw hunter2",\n "n": 12345678901234567890}', '{"a": "pw",\n "n": 12345678901234567890}'],
  [String.raw`{"a":"h\u0075nter2 \u00e4"}`, '{"a":"ä"}'],
  ['["hunter2",  "tea"]\n', '["",  "tea"]\n'],
  ['{"hunter2":{"x":1}}', '{"":{"x":1}}'],
  ['"hunter2"', '""'],
  [String.raw`{"a":"{\"b\":\"hunter2\"}"}`, String.raw`{"a":"{\"b\":\"\"}"}`],
])('turns %s into %s and changes no other byte', (text, wanted) => {
  expect(eraseFromJson(text, eraser)).toBe(wanted);
});

test('also searches JSON within a text', () => {
  const inner = JSON.stringify({ command: 'echo "a\\b"' });
  const after = eraseFromJson(JSON.stringify({ arguments: inner }), createEraser(['echo "a\\b"']));
  expect(JSON.parse(after)).toEqual({ arguments: '{"command":""}' });
});

test('keeps two names apart that would become equal', () => {
  const text = '{"a hunter2":1,"a":2,"hunter2 a":3,"b":[{"a hunter2":4}]}';
  expect(eraseFromJson(text, eraser)).toBe('{"a…":1,"a":2,"a……":3,"b":[{"a":4}]}');
});

test('erases a number that is the whole text, not one that contains it', () => {
  const pin = createEraser(['4711']);
  expect(eraseFromJson('{"pin":4711,"at":147110,"4711":[4711,"4711"]}', pin)).toBe(
    '{"pin":null,"at":147110,"":[null,""]}',
  );
});

test('leaves structure alone', () => {
  const text = '{"role":"user","content":"the user","x":["user"]}';
  expect(eraseFromJson(text, createEraser(['user']), new Set(['role']))).toBe(
    '{"role":"user","content":"the","x":[""]}',
  );
});

test('erases from other text as written', () => {
  expect(eraseFromJson('{"a":"x hunter2', eraser)).toBe('{"a":"x');
  expect(saidInJson('{"a":"x')).toBeNull();
});

test('finds its texts, names and numbers', () => {
  expect(saidInJson(String.raw`{"a\n":["b\u00e4",1.5,true,null]}`)).toEqual(['a\n', 'bä', '1.5']);
});
