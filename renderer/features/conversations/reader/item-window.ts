import type { Result } from '#shared/contract/contract.ts';
import type { PageItem } from '#shared/contract/features/conversations.ts';
import { dayOfMoment } from '../../../wording/dates.ts';

export type ItemPage = Result<'conversations.page'>;

/** The loaded stretch of a conversation: consecutive items, and where to read on in both directions. */
export type ItemWindow = {
  readonly items: readonly PageItem[];
  /** Items before this place are not loaded; null if the first one is. */
  readonly before: number | null;
  /** Items from this place on are not loaded; null if the last one, at that time, is. */
  readonly after: number | null;
};

/** Most items held. A conversation may be longer than a page can hold: items scrolled far away are read again on demand. */
export const maxHeld = 600;

export const windowOf = ({ items, before, after }: ItemPage): ItemWindow => ({ items, before, after });

/** Adds a page read backwards from `before`. Drops any excess at the end. */
export function withEarlier(window: ItemWindow, page: ItemPage): ItemWindow {
  const first = window.items[0]?.at ?? Number.POSITIVE_INFINITY;
  const all = [...page.items.filter(({ at }) => at < first), ...window.items];
  return { items: all.slice(0, maxHeld), before: page.before, after: all[maxHeld]?.at ?? window.after };
}

/** Adds a page read forwards from a place, replacing the items from there on. Drops any excess at the beginning. */
export function withLater(window: ItemWindow, page: ItemPage, from: number): ItemWindow {
  const all = [...window.items.filter(({ at }) => at < from), ...page.items];
  const over = Math.max(0, all.length - maxHeld);
  return {
    items: all.slice(over),
    before: over > 0 ? (all[over]?.at ?? null) : window.before,
    after: page.after,
  };
}

export type ItemRow = {
  readonly item: PageItem;
  /** True if another person or model begins to speak here, so that the name is shown. */
  readonly begins: boolean;
  /** Day of the item, if the one before is from another day. */
  readonly day: string | null;
  /** True if a summary of the earlier messages comes next. */
  readonly isSummed: boolean;
};

/** Items as rows, with the speaker and day above them only if they change. */
export function itemRows(items: readonly PageItem[]): readonly ItemRow[] {
  let speaker = '';
  let day: string | null = null;
  return items.map((item, index) => {
    const its = speakerOf(item);
    const itsDay = item.time === null ? day : dayOfMoment(item.time);
    // Tool answers are part of the assistant's turn.
    const begins = item.kind === 'message' && its !== speaker && item.author !== 'tool';
    const row = {
      item,
      begins,
      day: itsDay === day ? null : itsDay,
      isSummed: items[index + 1]?.marks.includes('summary') === true,
    };
    speaker = item.author === 'tool' ? speaker : its;
    day = itsDay;
    return row;
  });
}

const speakerOf = ({ kind, author, model, marks }: PageItem): string =>
  JSON.stringify([kind, author, author === 'assistant' ? model : null, marks]);
