import { expect, test } from 'vitest';
import type { Connection } from '#shared/contract/features/connections.ts';
import { connectingInWords, leadsToSample, outdented } from './connection-words.ts';

test.each([
  ['    "a": {\n      "b": 1\n    }\n', '"a": {\n  "b": 1\n}'],
  ['    "a": {\r\n      "b": 1\r\n    }\r\n', '"a": {\n  "b": 1\n}'],
  ['\ta\r\n\r\n\tb', 'a\n\nb'],
])('outdents %j to %j', (lines, shown) => {
  expect(outdented(lines)).toBe(shown);
});

const memory = { name: 'notes', path: '/home/notes', sample: false };
const mended: Connection = { name: 'c', place: '/notes/garden', memory: 'garden', isThis: false, problem: 'Gone' };
type Given = Parameters<typeof connectingInWords>[0];
const given: Given = { label: 'Codex', memory, mended: undefined, isMoved: null };
const does = 'and add what it learns. You can undo this.';

test.each<[Partial<Given>, string | null]>([
  [{}, `Codex will read this memory ${does}`],
  [{ mended: { ...mended, isThis: true }, isMoved: false }, `Codex will read this memory ${does}`],
  [{ mended }, null],
  [{ mended, isMoved: false }, `Codex will read the memory “garden” ${does}`],
  [
    { mended, isMoved: true },
    `It led to “garden”, which is gone. It will lead to “notes”. Codex will read this memory ${does}`,
  ],
  [
    { mended: { ...mended, memory: 'notes', place: '/old/notes' }, isMoved: true },
    `It led to “/old/notes”, which is gone. It will lead to “/home/notes”. Codex will read this memory ${does}`,
  ],
  [
    { mended: { ...mended, memory: null, place: null }, isMoved: true },
    `It led to the folder it is started in. It will lead to “notes”. Codex will read this memory ${does}`,
  ],
])('words %j as %j', (case_, words) => {
  expect(connectingInWords({ ...given, ...case_ })).toBe(words);
});

test('warns of the sample only if the connection leads to it', () => {
  const sample = { ...given, memory: { ...memory, sample: true } };
  expect(leadsToSample(sample)).toBe(true);
  expect(connectingInWords(sample)).toMatch(/^This memory is the sample/);
  expect(leadsToSample({ ...sample, mended, isMoved: true })).toBe(true);
  expect(leadsToSample({ ...sample, mended, isMoved: false })).toBe(false);
  expect(connectingInWords({ ...sample, mended, isMoved: false })).toBe(`Codex will read the memory “garden” ${does}`);
});
