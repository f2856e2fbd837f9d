import { describe, expect, test } from 'vitest';
import { maxStructured, readToShow, structureOf } from './source-dialog.tsx';

const whole = (text: string) => ({ text, total: text.length });

describe('the structure of a file', () => {
  test.each([
    ['a.json', '\uFEFF{"a": ["1", null]}', { a: ['1', null] }],
    ['A.TOML', '[tool]\nname = "x"\n', { tool: { name: 'x' } }],
    ['b.toml', 'id = 9007199254740993\n', { id: 9007199254740993n }],
  ])('is read from %s', async (name, text, value) => {
    expect(await structureOf(name, whole(text))).toEqual({ kind: 'structured', value });
  });

  test.each([
    ['a.json', '{"a": '],
    ['a.toml', 'a = \n[b'],
  ])('of malformed %s is only reported as such', async (name, text) => {
    const found = await structureOf(name, whole(text));
    expect(found.kind === 'broken' && found.message).toContain(`${name} is not well formed: `);
  });

  test.each([
    ['a.json', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['b.toml', `a = ${'['.repeat(100_000)}`],
    ['c.toml', `a${'.a'.repeat(100_000)} = 1`],
  ])('of too deeply nested %s is only reported as such', async (name, text) => {
    const found = await structureOf(name, whole(text));
    expect(found.kind === 'broken' && found.message).toMatch(/nested too deeply|not well formed: .*nested structures/);
  });

  test('is empty for a text', async () => {
    expect(await structureOf('AGENTS.md', whole('{"a": 1}'))).toEqual({ kind: 'text' });
  });
});

describe('a file to view', () => {
  const inPieces = (text: string) => async (from: number) => ({
    text: text.slice(from, from + 100),
    total: text.length,
  });
  const long = JSON.stringify(Array.from({ length: 100 }, (_, index) => index));

  test('is read whole if its structure is shown', async () => {
    expect(await structureOf('a.json', await readToShow('a.json', inPieces(long)))).toMatchObject({
      kind: 'structured',
    });
  });

  test('is read from its beginning if it is a text', async () => {
    expect(await readToShow('a.md', inPieces(long))).toEqual({ text: long.slice(0, 100), total: long.length });
  });

  test('is reported as too long, not broken, if it exceeds the limit', async () => {
    const found = await readToShow('a.json', inPieces(' '.repeat(maxStructured + 1)));
    expect(found.text).toHaveLength(100);
    expect(await structureOf('a.json', found)).toMatchObject({ message: expect.stringContaining('too long') });
  });
});
