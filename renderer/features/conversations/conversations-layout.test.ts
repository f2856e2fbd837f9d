import { expect, test } from 'vitest';
import type { Conversation } from '#shared/contract/features/conversations.ts';
import { filterConversations, layOutConversations, layOutSearchResults, projectsOf } from './conversations-layout.ts';

const noon = (day: number): number => new Date(2026, 10, day, 12).getTime();

function conversation(id: string, over: Partial<Conversation> = {}): Conversation {
  return {
    id,
    format: 'claude',
    assistant: 'Claude Code',
    project: { name: 'app', path: '/code/app' },
    title: `About ${id}`,
    startedAt: noon(20),
    changedAt: noon(20),
    lastSaidAt: null,
    bytes: 1000,
    path: `/sessions/${id}.jsonl`,
    parent: null,
    subagents: 0,
    copies: 0,
    marks: [],
    deletedAt: null,
    earlier: null,
    problem: null,
    ...over,
  };
}

test('lists conversations under the day of their last message', () => {
  const rows = layOutConversations([
    conversation('a', { startedAt: noon(2), changedAt: noon(21) }),
    conversation('b', { changedAt: noon(20) + 1000 }),
    conversation('c'),
  ]);
  expect(rows.map((row) => (row.kind === 'day' ? row.day : row.key))).toEqual([
    '2026-11-21',
    'a',
    '2026-11-20',
    'b',
    'c',
  ]);
});

test('sorts by the last message, or by the file’s last change if that is all it knows', () => {
  const rows = layOutConversations([
    conversation('restored', { changedAt: noon(22), lastSaidAt: noon(3) }),
    conversation('said', { changedAt: noon(21), lastSaidAt: noon(21) }),
    conversation('written', { changedAt: noon(20) }),
  ]);
  expect(rows.map((row) => (row.kind === 'day' ? row.day : row.key))).toEqual([
    '2026-11-21',
    'said',
    '2026-11-20',
    'written',
    '2026-11-03',
    'restored',
  ]);
});

test('searches all words in title, project and assistant; filters narrow further', () => {
  const all = [
    conversation('tea'),
    conversation('coffee', { project: { name: 'Kitchen', path: null } }),
    conversation('paint', { assistant: 'Codex', title: null, project: null }),
  ];
  const ids = (to: Partial<Parameters<typeof filterConversations>[1]>): string[] =>
    filterConversations(all, { query: '', assistant: null, project: null, ...to }).map(({ id }) => id);
  expect(ids({})).toEqual(['tea', 'coffee', 'paint']);
  expect(ids({ query: ' KITCHEN about ' })).toEqual(['coffee']);
  expect(ids({ query: 'codex' })).toEqual(['paint']);
  expect(ids({ query: 'tea nowhere' })).toEqual([]);
  expect(ids({ assistant: 'Claude Code', project: '/code/app' })).toEqual(['tea']);
  expect(ids({ project: 'Kitchen' })).toEqual(['coffee']);
});

test('lists each project once, and tells projects of one name apart by folder', () => {
  const all = [
    conversation('a'),
    conversation('b'),
    conversation('c', { project: { name: 'app', path: '/other/app' } }),
    conversation('d', { project: { name: 'Tea', path: '/tea' } }),
    conversation('e', { project: null }),
  ];
  expect(projectsOf(all)).toEqual([
    { value: '/code/app', label: '/code/app' },
    { value: '/other/app', label: '/other/app' },
    { value: '/tea', label: 'Tea' },
  ]);
});

test('lists matches below their conversation, together with matching titles, the latest first', () => {
  const listed = [
    conversation('a', { changedAt: noon(22) }),
    conversation('b', { changedAt: noon(21) }),
    conversation('c'),
  ];
  const hit = {
    at: 7,
    author: 'person' as const,
    time: null,
    part: 'text' as const,
    tool: null,
    passage: { text: 'green tea', marks: [] },
  };
  const agent = conversation('agent', { parent: 'b', changedAt: noon(19) });
  const found = [
    { conversation: conversation('b', { changedAt: noon(21) }), hits: [hit, { ...hit, at: 9 }], more: false },
    { conversation: agent, hits: [hit], more: true },
  ];
  const rows = layOutSearchResults(found, listed.slice(0, 2), listed);
  expect(rows.map(({ kind, key }) => `${kind} ${key}`)).toEqual([
    'conversation a',
    'conversation b',
    'hit 7 b',
    'hit 9 b',
    'conversation agent',
    'hit 7 agent',
    'more more agent',
  ]);
  expect(rows[1]).toMatchObject({ conversation: listed[1] });
});
