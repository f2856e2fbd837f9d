import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isMap, isPair, isSeq, parseDocument } from 'yaml';
import { isNestedWithin, jsonNesting, maxNesting, yamlNesting } from './nesting.ts';
import { readYaml } from './read-yaml.ts';

/** Levels of collections in a parsed text. */
function levelsOf(node: unknown): number {
  const inner = isPair(node) ? [node.key, node.value] : isMap(node) || isSeq(node) ? node.items : [];
  return (isMap(node) || isSeq(node) ? 1 : 0) + Math.max(0, ...inner.map(levelsOf));
}

const levelsOfJson = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(levelsOfJson)) : 0;

describe('the nesting of a text', () => {
  test('is never less than the YAML parser finds', () => {
    const part = fc.constantFrom(
      ...['[', ']', '{', '}', '- ', '? ', ': ', 'a: ', 'a', '"', "'", ',', '#', ' ', '  ', '\n', '\t', '&x ', '!t '],
      ...['"]"', "'}'", ' # ]\n', '|\n', '\n  ', '\n    - ', '\r\n', '"a":', ':', '-'],
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        const { contents } = parseDocument(text, { logLevel: 'silent' });
        expect(yamlNesting(text)).toBeGreaterThanOrEqual(levelsOf(contents) - 1);
      }),
      { seed: 20261122, numRuns: 20_000 },
    );
  });

  test('of JSON is exact', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(jsonNesting(JSON.stringify(value))).toBe(levelsOfJson(value));
      }),
      { seed: 20261122 },
    );
  });

  test('of a value is checked without deep recursion', () => {
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
    expect(isNestedWithin(deep, maxNesting)).toBe(false);
    expect(isNestedWithin([{ a: [1] }], 3)).toBe(true);
    expect(isNestedWithin([{ a: [1] }], 2)).toBe(false);
    expect(isNestedWithin('a', 0)).toBe(true);
  });
});

describe('YAML', () => {
  const read = (text: string): boolean => readYaml(text, 100_000) !== null;

  test.each([
    ['brackets', 'a: '.concat('['.repeat(10_000))],
    ['closed brackets', `a: ${'['.repeat(5000)}${']'.repeat(5000)}`],
    ['braces', 'a: '.concat('{a: '.repeat(10_000))],
    ['dashes', '- '.repeat(10_000)],
    ['questions', '? '.repeat(10_000)],
    ['anchors', '&a '.repeat(10_000)],
    ['lines', Array.from({ length: 440 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')],
  ])('never parses a text nested by %s', (_, text) => {
    expect(yamlNesting(text)).toBeGreaterThan(maxNesting);
    expect(read(text)).toBe(false);
  });

  test.each([
    ['longer than allowed', `a: ${'b'.repeat(100_000)}`],
    ['a list', '- a\n'],
    ['one text', 'a'],
    ['a mapping with a name used twice', 'a: 1\nb: 2\na: 3\n'],
    ['a nested mapping with a name used twice', 'a:\n  b: 1\n  b: 2\n'],
  ])('refuses a text that is %s', (_, text) => {
    expect(read(text)).toBe(false);
  });

  test('reads many paths with brackets and dashes', () => {
    const paths = Array.from({ length: 100 }, (_, index) => `"./app-${index}/[a-b]/x - y.md"`);
    expect(read(`memory_files:\n${paths.map((each) => `  - ${each}\n`).join('')}`)).toBe(true);
    expect(read(`memory_files: [${paths.join(', ')}]\n`)).toBe(true);
  });
});
