import { describe, expect, test } from 'vitest';
import { structureOf } from './structure.ts';

describe('a file’s structure', () => {
  test.each([
    ['a.json', '\uFEFF{"a": [1, null]}', { a: [1, null] }],
    ['A.TOML', '[tool]\nname = "x"\n', { tool: { name: 'x' } }],
  ])('of %s is read', async (name, text, value) => {
    expect(await structureOf(name, text)).toEqual({ kind: 'structured', value });
  });

  test.each([
    ['a.json', '{"a": '],
    ['a.toml', 'a = \n[b'],
  ])('of %s that is not whole is said, and nothing more', async (name, text) => {
    const found = await structureOf(name, text);
    expect(found.kind === 'broken' && found.message).toContain(`${name} is not whole: `);
  });

  test('of a text there is none', async () => {
    expect(await structureOf('AGENTS.md', '{"a": 1}')).toEqual({ kind: 'text' });
  });
});
