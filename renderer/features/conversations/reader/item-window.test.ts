import { expect, test } from 'vitest';
import type { PageItem } from '#shared/contract/features/conversations.ts';
import { goOnFrom } from '#shared/conversations/reading/go-on-from.ts';
import { type ItemPage, type ItemWindow, maxHeld, windowOf, withEarlier, withLater } from './item-window.ts';

const item = (at: number, text = `said at ${at}`): PageItem => ({
  at,
  kind: 'message',
  author: 'person',
  id: null,
  parent: null,
  time: null,
  model: null,
  blocks: [{ kind: 'text', text }],
  usage: null,
  marks: [],
  compaction: null,
  turns: null,
  cuts: [],
});

const length = maxHeld * 2;
const all = Array.from({ length }, (_, index) => item(index));

/** Pages of items as the engine gives them. */
function page(from: number, direction: 'forward' | 'back', limit: number): ItemPage {
  const [start, end] = direction === 'forward' ? [from, from + limit] : [Math.max(0, from - limit), from];
  const items = all.slice(start, end);
  return { items, before: start === 0 ? null : start, after: end >= length ? null : end, unread: 0, unknown: 0 };
}

const places = ({ items }: ItemWindow): number[] => items.map(({ at }) => at);
const follow = (values: readonly number[]): boolean =>
  values.every((at, index) => index === 0 || at === (values[index - 1] ?? 0) + 1);

test('shows every item in order from end to end and back, and never holds too many', () => {
  let window = windowOf(page(length, 'back', 50));
  const seen = new Set(places(window));
  while (window.before !== null) {
    window = withEarlier(window, page(window.before, 'back', 50));
    for (const at of places(window)) {
      seen.add(at);
    }
    expect(window.items.length).toBeLessThanOrEqual(maxHeld);
    expect(follow(places(window))).toBe(true);
  }
  expect(seen.size).toBe(length);
  expect(places(window)[0]).toBe(0);
  expect(window.after).toBe(maxHeld);
  while (window.after !== null) {
    window = withLater(window, page(window.after, 'forward', 50), window.after);
    expect(window.items.length).toBeLessThanOrEqual(maxHeld);
    expect(follow(places(window))).toBe(true);
  }
  expect(places(window).at(-1)).toBe(length - 1);
  expect(window.before).toBe(length - maxHeld);
});

test('replaces the last item when it has grown', () => {
  const window = windowOf(page(length, 'back', 2));
  const grown = item(length - 1, 'said, and then some');
  const rest = { before: null, after: null, unread: 0, unknown: 0 };
  const after = withLater(window, { ...rest, items: [grown, item(length)] }, length - 1);
  expect(places(after)).toEqual([length - 2, length - 1, length]);
  expect(after.items[1]).toBe(grown);
});

test('removes a queued message that is repeated later', () => {
  const queued: PageItem = { ...item(length - 1), marks: ['queued'] };
  const window: ItemWindow = {
    items: [item(length - 3), item(length - 2), queued, item(length)],
    before: 0,
    after: null,
  };
  const from = goOnFrom(window.items) ?? 0;
  const page = {
    items: [item(length - 2), item(length), item(length + 1)],
    before: null,
    after: null,
    unread: 0,
    unknown: 0,
  };
  expect(places(withLater(window, page, from))).toEqual([length - 3, length - 2, length, length + 1]);
});
