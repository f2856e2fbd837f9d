import { goOnFrom } from '#shared/conversations/reading/go-on-from.ts';
import { call, problemOf } from '../../../api/connection.ts';
import type { Direction } from './finding.ts';
import { type ItemPage, type ItemWindow, windowOf, withEarlier, withLater } from './item-window.ts';
import type { ReadingStore } from './reading-state.ts';

const pageSize = 50;

/** Holds a stretch of a conversation, which moves as one scrolls. */
export function createPaging(id: string, store: ReadingStore) {
  /** A request for another stretch makes earlier answers obsolete. */
  let round = {};
  let isPaging = false;
  /** Set if more was said while a page was loading. */
  let hasGrown = false;

  const page = (from: number | null, direction: Direction, limit = pageSize): Promise<ItemPage> =>
    call('conversations.page', { id, direction, limit, ...(from !== null && { from }) });

  /** Begins another stretch and cancels the current one. The result tells whether another has begun since. */
  function begin(): () => boolean {
    const own = {};
    round = own;
    return () => round !== own;
  }

  async function around(at: number): Promise<ItemWindow> {
    const [before, from] = await Promise.all([page(at, 'back', pageSize / 2), page(at, 'forward')]);
    return { items: [...before.items, ...from.items], before: before.before, after: from.after };
  }

  /** Loads the stretch around a place, or the end without one. The item there, or the last one, gets the cursor. */
  async function goTo(at: number | null, focus = true): Promise<void> {
    const isOver = begin();
    const focused = document.activeElement;
    try {
      const window = at === null ? windowOf(await page(null, 'back')) : await around(at);
      if (!isOver()) {
        const { items } = window;
        const item = (at === null ? undefined : items.find((one) => one.at >= at)) ?? items.at(-1);
        store.setState({
          window,
          problem: null,
          cursor: item?.at ?? null,
          reveal: { focus: focus && hasStayed(focused) },
        });
      }
    } catch (error) {
      if (!isOver()) {
        store.setState({ problem: problemOf(error) });
      }
    }
  }

  async function add(from: number, direction: Direction, read = page): Promise<void> {
    const own = round;
    isPaging = true;
    try {
      const answer = await read(from, direction);
      const { window } = store.getState();
      if (round === own && window !== null) {
        const next = direction === 'forward' ? withLater(window, answer, from) : withEarlier(window, answer);
        store.setState({ window: next, problem: null });
      }
    } catch (error) {
      if (round === own) {
        store.setState({ problem: problemOf(error) });
      }
    } finally {
      isPaging = false;
      if (hasGrown) {
        void follow();
      }
    }
  }

  async function loadMore(direction: Direction): Promise<void> {
    const { window } = store.getState();
    const from = (direction === 'forward' ? window?.after : window?.before) ?? null;
    if (!isPaging && from !== null) {
      await add(from, direction);
    }
  }

  /** Loads what was said since the end was read. Does nothing while the end is not loaded. */
  async function follow(): Promise<void> {
    const { window } = store.getState();
    if (window === null || window.after !== null) {
      return;
    }
    hasGrown = isPaging;
    if (!isPaging) {
      const last = window.items.at(-1)?.at ?? 0;
      await add(goOnFrom(window.items) ?? 0, 'forward', async (from) => {
        let read = await page(from, 'forward');
        while (read.after !== null && read.after <= last) {
          const next = await page(read.after, 'forward');
          read = { ...next, items: [...read.items, ...next.items] };
        }
        return read;
      });
    }
  }

  return { page, begin, goTo, loadMore, follow };
}
/** Don't take the focus back if the person moved to a field or dialog while a page was loading. */
const hasStayed = (focused: Element | null): boolean =>
  document.activeElement === focused ||
  document.activeElement?.closest('input, textarea, select, [role="dialog"], [role="alertdialog"]') == null;

export type ItemPager = ReturnType<typeof createPaging>;
