import { expect, test } from 'vitest';
import type { Connection, ListedProgram } from '#shared/contract/features/connections.ts';
import { brokenIn, brokenInWords } from './broken.ts';

const works: Connection = { name: 'notes', place: '/notes', memory: 'notes', isThis: true, problem: null };
const broken: Connection = {
  name: 'garden',
  place: '/garden',
  memory: 'garden',
  isThis: false,
  problem: 'It is gone.',
};
const program: ListedProgram = {
  id: 'claude-code',
  label: 'Claude Code',
  isFound: true,
  settings: '/home/.claude.json',
  connections: [],
  problem: null,
  lastRead: null,
  learned: 0,
  canUndo: false,
};

const toldOf = (...connections: Connection[]) => brokenIn([{ ...program, connections }]);

test.each<[string, readonly Connection[], readonly object[], string | null]>([
  ['none', [], [], null],
  ['a working one', [works], [], null],
  [
    'a broken one',
    [{ ...works, problem: 'It is gone.' }],
    [{ program: 'claude-code', name: 'notes', title: 'Claude Code is no longer connected', where: null }],
    'Claude Code is no longer connected',
  ],
  [
    'a broken one beside a working one',
    [works, broken],
    [{ name: 'garden', title: 'A connection of Claude Code is broken', where: 'garden', problem: 'It is gone.' }],
    'A connection of Claude Code is broken',
  ],
  [
    'two broken ones',
    [{ ...works, problem: 'It is gone.' }, broken],
    [{ title: 'Claude Code is no longer connected' }, { title: 'Claude Code is no longer connected', where: 'garden' }],
    '2 connections are broken',
  ],
])('reports problems outside the view of connections: %s', (_, connections, cards, mark) => {
  expect(toldOf(...connections)).toEqual(cards.map((card) => expect.objectContaining(card)));
  expect(brokenInWords(toldOf(...connections))).toBe(mark);
});
