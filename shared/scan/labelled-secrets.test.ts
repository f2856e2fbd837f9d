import { expect, test } from 'vitest';
import { isPlaceholder, labelledSecrets } from './labelled-secrets.ts';
import { decoys, jumble } from './testing/decoys.ts';
import { harmlessLines, labelledSecretLines } from './testing/labelled-examples.ts';

const isFound = (line: string): boolean => labelledSecrets(line).length > 0;

const share = (lines: readonly string[]): string => `${lines.filter(isFound).length} of ${lines.length}`;

test(`finds ${share(labelledSecretLines)} labelled secrets, and ${share(harmlessLines)} lines that only name secrets`, () => {
  expect(labelledSecretLines.length).toBeGreaterThan(100);
  expect(harmlessLines.length).toBeGreaterThan(100);
  expect(labelledSecretLines.filter((line) => !isFound(line))).toEqual([]);
  expect(harmlessLines.filter(isFound)).toEqual([]);
});

test('finds a secret without its quotes and the end of its sentence', () => {
  const value = jumble(24);
  for (const line of [`Key: x. API key: "${value}".`, `(password: ${value})`, `**Token:** ${value}, as of May`]) {
    expect(labelledSecrets(line).map(({ from, to }) => line.slice(from, to))).toEqual([value]);
  }
});

test('takes no known secret for a placeholder', () => {
  expect(
    Object.entries(decoys).filter(([id, value]) => !/PrivateKey|Connection/.test(id) && isPlaceholder(value)),
  ).toEqual([]);
  expect(['ghp_xxxxxxxxxxxx', 'AKIAIOSFODNN7EXAMPLE', 'your-token-here', 'sk-…'].every(isPlaceholder)).toBe(true);
});

test('takes little time for a long line of commands without a password', () => {
  expect(labelledSecrets('mysql '.repeat(200_000))).toEqual([]);
  expect(labelledSecrets('redis-cli '.repeat(100_000))).toEqual([]);
});
