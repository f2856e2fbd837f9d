import { describe, expect, test } from 'vitest';
import { maxStructured, readToShow, structureOf } from './source-dialog.tsx';

const whole = (text: string) => ({ text, total: text.length });

describe('a file’s structure', () => {
  test.each([
    ['a.json', '\uFEFF{"a": ["1", null]}', { a: ['1', null] }],
    ['A.TOML', '[tool]\nname = "x"\n', { tool: { name: 'x' } }],
    ['b.toml', 'id = 9007199254740993\n', { id: 9007199254740993n }],
  ])('of %s is read', async (name, text, value) => {
    expect(await structureOf(name, whole(text))).toEqual({ kind: 'structured', value });
  });

  test.each([
    ['a.json', '{"a": '],
    ['a.toml', 'a = \n[b'],
  ])('of %s that is not well formed is said, and nothing more', async (name, text) => {
    const found = await structureOf(name, whole(text));
    expect(found.kind === 'broken' && found.message).toContain(`${name} is not well formed: `);
  });

  test.each([
    ['a.json', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['b.toml', `a = ${'['.repeat(100_000)}`],
    ['c.toml', `a${'.a'.repeat(100_000)} = 1`],
  ])('of %s that is nested too deeply is said, and nothing more', async (name, text) => {
    const found = await structureOf(name, whole(text));
    expect(found.kind === 'broken' && found.message).toMatch(/nested too deeply|not well formed: .*nested structures/);
  });

  test('of a text there is none', async () => {
    expect(await structureOf('AGENTS.md', whole('{"a": 1}'))).toEqual({ kind: 'text' });
  });
});

describe('a file to look into', () => {
  const inPieces = (text: string) => async (from: number) => ({
    text: text.slice(from, from + 100),
    total: text.length,
  });
  const long = JSON.stringify(Array.from({ length: 100 }, (_, index) => index));

  test('is read whole where its structure is shown', async () => {
    expect(await structureOf('a.json', await readToShow('a.json', inPieces(long)))).toMatchObject({
      kind: 'structured',
    });
  });

  test('is read from its beginning where it is a text', async () => {
    expect(await readToShow('a.md', inPieces(long))).toEqual({ text: long.slice(0, 100), total: long.length });
  });

  test('that is too long for that is said to be too long, not broken', async () => {
    const found = await readToShow('a.json', inPieces(' '.repeat(maxStructured + 1)));
    expect(found.text).toHaveLength(100);
    expect(await structureOf('a.json', found)).toMatchObject({ message: expect.stringContaining('too long') });
  });
});
