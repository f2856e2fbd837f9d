import { expect, test } from 'vitest';
import { configuredLimit } from './format.ts';

const limitIn = (settings: string) => configuredLimit(settings, 'memory_char_limit');

test.each([
  ['model: x\nmemory:\n  memory_enabled: true\n  memory_char_limit: 3000 # more\n', 3000],
  ['memory: {memory_char_limit: "4000"}', 4000],
])('uses the configured limit: %j', (settings, limit) => {
  expect(limitIn(settings)).toBe(limit);
});

test.each([
  ['none is set', 'memory:\n  user_char_limit: 900\n'],
  ['there is nothing', ''],
  ['it is no number', 'memory:\n  memory_char_limit: many\n'],
  ['it is none that could be', 'memory:\n  memory_char_limit: -5\n'],
  ['it is none that could be kept', 'memory:\n  memory_char_limit: 1e300\n'],
  ['it is a list', 'memory:\n  memory_char_limit: [3000]\n'],
  ['memory is none', 'memory: 3\n'],
  ['it is set twice', 'memory:\n  memory_char_limit: 1\n  memory_char_limit: 2\n'],
  ['it is broken', 'memory:\n  memory_char_limit: 3000\n oops: [\n'],
  ['it is nested too deeply', `a: ${'['.repeat(100_000)}\nmemory:\n  memory_char_limit: 3000\n`],
  ['it refers to itself', 'memory: &a\n  memory_char_limit: *a\n'],
  ['it is too long', `# ${'x'.repeat(300_000)}\nmemory:\n  memory_char_limit: 3000\n`],
])('keeps Hermes’s usual limit if %s', (_, settings) => {
  expect(limitIn(settings)).toBe(null);
});
