import { expect, it } from 'vitest';
import { endOfPause, isPaused, usualNotifications } from './notifications.ts';
import { notificationInWords } from './wording/notifications.ts';

it('pauses for an hour, or until the next morning', () => {
  const now = new Date(2026, 10, 30, 23, 30);
  expect(endOfPause('hour', now)).toBe(new Date(2026, 11, 1, 0, 30).getTime());
  expect(endOfPause('tomorrow', now)).toBe(new Date(2026, 11, 1, 8).getTime());
  const paused = { ...usualNotifications, pausedUntil: now.getTime() };
  expect([isPaused(paused, now.getTime() - 1), isPaused(paused, now.getTime())]).toEqual([true, false]);
});

const item = { kind: 'decision', id: 'a', by: 'claude-code', text: '“tea” → “coffee”' } as const;

it.each([
  ['one', [item], 'notes', false, 'A decision waits for you', 'By Claude Code, in notes'],
  [
    'one with its text',
    [item],
    'notes',
    true,
    'A decision waits for you',
    'By Claude Code, in notes\n“tea” → “coffee”',
  ],
  ['several of a kind', [item, item], 'notes', true, '2 decisions wait for you', 'In notes'],
  ['several kinds', [item, { ...item, kind: 'secret' }], 'notes', true, '2 things wait for you', 'In notes'],
  [
    'one without a memory',
    [{ ...item, kind: 'deletion', by: 'Codex' }],
    null,
    false,
    'A conversation will be deleted within a day',
    'By Codex',
  ],
  ['one by nobody', [{ ...item, by: null }], 'notes', false, 'A decision waits for you', 'In notes'],
] as const)('words %s', (_, items, memory, showText, title, body) => {
  expect(notificationInWords(items, memory, showText)).toEqual({ title, body });
});
