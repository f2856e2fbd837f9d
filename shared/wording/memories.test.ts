import { expect, test } from 'vitest';
import type { Memory } from '../contract/features/memories.ts';
import { grouped } from '../entries/multimap.ts';
import { fillInWords } from './fills.ts';
import { foundInWords, memoryKind, needInWords, sizeInWords } from './memories.ts';
import { memoryName, memoryTitle, namesApart } from './memory-names.ts';

const memory: Memory = {
  path: '/home/ann/.claude/projects/-home-ann-my-app/memory/MEMORY.md',
  name: 'Project memory',
  assistant: 'Claude Code',
  kind: 'Project memory',
  project: { name: 'my-app', path: '/home/ann/my-app', isGuess: false },
  format: 'markdown',
  chosen: false,
  entries: 12,
  files: 0,
  fill: { used: 201, limit: 200, unit: 'lines' },
  modifiedAt: 1,
  problem: null,
  readOnlyReason: null,
  needs: ['over_limit'],
  waiting: { overwritten: 0, held: 0, work: 0, damaged: 0 },
  recent: false,
};

test('names a memory by its project, with its kind unless the name has it', () => {
  expect([memoryTitle(memory), memoryKind(memory)]).toEqual(['my-app', 'Project memory']);
  const about = { ...memory, name: 'About you', kind: 'About you', project: null };
  expect([memoryTitle(about), memoryKind(about)]).toEqual(['About you', null]);
  expect(memoryKind({ ...memory, assistant: 'Contexture', kind: 'Memory', name: 'notes', project: null })).toBeNull();
});

test.each([
  [{}, 'Claude Code · my-app'],
  [{ kind: 'Instructions', name: 'CLAUDE.md' }, 'Claude Code · my-app · CLAUDE.md'],
  [{ assistant: 'Hermes', kind: 'About you', name: 'About you', project: null }, 'Hermes · About you'],
  [{ assistant: 'Contexture', kind: 'Memory', name: 'notes', project: null }, 'notes'],
  [{ assistant: null, kind: 'Memory', name: 'ideas.md', project: null }, 'ideas.md'],
])('names a single memory by its assistant and project: %j', (other, name) => {
  expect(memoryName({ ...memory, ...other })).toBe(name);
});

test('adds the place to two memories of the same name', () => {
  const places = [
    { name: 'notes', path: '/home/ann/notes' },
    { name: 'notes', path: '/home/ann/old/notes' },
    { name: 'ideas', path: '/home/ann/ideas' },
  ];
  const nameApart = namesApart(places, ({ name }) => name);
  expect(places.map(nameApart)).toEqual(['notes (/home/ann/notes)', 'notes (/home/ann/old/notes)', 'ideas']);
});

test('tells several memories of a project apart', () => {
  expect(memoryKind({ ...memory, kind: 'Rules', name: 'style.mdc' })).toBe('Rules, style.mdc');
});

test('marks a guessed project name', () => {
  const guessed = { ...memory, project: { name: 'app', path: null, isGuess: true } };
  expect(memoryKind(guessed)).toBe('Project memory, its folder was not found');
});

test.each([
  [{ used: 54, limit: 200, unit: 'lines' }, '54 of 200 lines'],
  [{ used: 1742, limit: 2000, unit: 'tokens' }, '1,742 of 2,000 tokens'],
  [{ used: 24_310, limit: 25_000, unit: 'bytes' }, '24 of 25 KB'],
  [{ used: 25_001, limit: 25_000, unit: 'bytes' }, '25.1 of 25 KB'],
  [{ used: 24_999, limit: 25_000, unit: 'bytes' }, '24.9 of 25 KB'],
  [{ used: 1234, limit: 25_000, unit: 'bytes' }, '1.2 of 25 KB'],
  [{ used: 1234, limit: 27, unit: 'bytes' }, '1,234 of 27 bytes'],
] as const)('words how full a memory is: %j', (fill, words) => {
  expect(fillInWords(fill)).toBe(words);
});

test('words how much is in a memory', () => {
  expect(sizeInWords(memory)).toBe('12 entries');
  expect(sizeInWords({ ...memory, entries: 1, files: 1 })).toBe('1 entry and 1 more file');
  expect(sizeInWords({ ...memory, entries: null })).toBeNull();
});

test('words what needs attention, and why', () => {
  expect(needInWords('over_limit', memory)).toBe('Over its limit: 201 of 200 lines. The rest is never read.');
  expect(needInWords('news', memory)).toBe('Changed since you last looked.');
  expect(needInWords('form', memory)).toBe('Claude Code may refuse it as it is written.');
  expect(needInWords('form', { ...memory, assistant: null })).toBe('Its program may refuse it as it is written.');
  expect(needInWords('topics', memory)).toBe('Some of its lines and files don’t lead to each other.');
  expect(needInWords('unreadable', { ...memory, problem: 'It is a link to /x.' })).toBe('It is a link to /x.');
});

test('words what was found, and in how many memories', () => {
  const found = { memory, file: memory.path, topic: null, index: 0, section: '', key: null, value: 'tea' };
  expect(foundInWords([], false)).toBe('No results');
  expect(foundInWords([found, { ...found, index: 1 }], false)).toBe('2 entries in 1 memory');
  expect(foundInWords([found], true)).toBe('1+ entries in 1 memory');
});

test('orders groups by their first member', () => {
  expect(grouped(['b1', 'a1', 'b2'], (name) => name[0])).toEqual([['b1', 'b2'], ['a1']]);
});
