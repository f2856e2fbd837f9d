import type { Result } from '#shared/contract/contract.ts';
import type { PageItem } from '#shared/contract/features/conversations.ts';

export type ItemPage = Result<'conversations.page'>;

/** The stretch of a conversation that is held: items that follow each other, and where to read on in both directions. */
export type ItemWindow = {
  readonly items: readonly PageItem[];
  /** Items before this place are not held; null where the first is. */
  readonly before: number | null;
  /** Items from this place on are not held; null where the last is, as it was then. */
  readonly after: number | null;
};

/** A conversation may be longer than a page can hold: what was scrolled far away from is read again when it is wanted. */
export const maxHeld = 600;

export const windowOf = ({ items, before, after }: ItemPage): ItemWindow => ({ items, before, after });

/** With a page that was read backwards from `before`. What is too much goes at the end. */
export function withEarlier(window: ItemWindow, page: ItemPage): ItemWindow {
  const first = window.items[0]?.at ?? Number.POSITIVE_INFINITY;
  const all = [...page.items.filter(({ at }) => at < first), ...window.items];
  return { items: all.slice(0, maxHeld), before: page.before, after: all[maxHeld]?.at ?? window.after };
}

/** With a page that was read forwards from a place, whose items take the place of those from there on. What is too much goes at the beginning. */
export function withLater(window: ItemWindow, page: ItemPage, from: number): ItemWindow {
  const all = [...window.items.filter(({ at }) => at < from), ...page.items];
  const over = Math.max(0, all.length - maxHeld);
  return {
    items: all.slice(over),
    before: over > 0 ? (all[over]?.at ?? null) : window.before,
    after: page.after,
  };
}
