import { expect, test } from 'vitest';
import type { Conversation } from '#shared/contract/features/conversations.ts';
import { leavingSoon } from './leaving-soon.ts';

const day = 24 * 60 * 60 * 1000;
const now = 1000 * day;
const conversation = (id: string, deletedAt: number | null): Conversation => ({
  id,
  format: 'claude',
  assistant: 'Claude Code',
  project: null,
  title: id,
  startedAt: null,
  changedAt: 0,
  lastSaidAt: null,
  bytes: 1,
  path: `/${id}`,
  parent: null,
  subagents: 0,
  copies: 0,
  marks: [],
  deletedAt,
  earlier: null,
  problem: null,
});

test('warns in the week before a program deletes a conversation, unless a copy is saved', () => {
  const all = [
    conversation('later', now + 8 * day),
    conversation('in six days', now + 6 * day),
    conversation('kept', now + day),
    conversation('never', null),
    conversation('tomorrow', now + day),
    conversation('overdue', now - day),
  ];
  expect(leavingSoon(all, [{ id: 'kept' }], now).map(({ id }) => id)).toEqual(['overdue', 'tomorrow', 'in six days']);
});
