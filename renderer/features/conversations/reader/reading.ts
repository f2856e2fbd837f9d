import type { PageItem } from '#shared/contract/features/conversations.ts';
import { problemOf } from '../../../api/connection.ts';
import { blockHolding, foldKey, holds } from './blocks.ts';
import { cutOf, readRest } from './cut-block.ts';
import { createPaging, type Paging } from './paging.ts';
import { createReadingState, type Direction, type ReadingStore, type SightAsked } from './reading-state.ts';
import type { Sight } from './still-sees.ts';

/** One conversation that is being read. */
export function createReading(id: string) {
  const store = createReadingState();
  const paging = createPaging(id, store);
  const { begin, goTo, readOn, follow } = paging;
  const putCursor = (at: number | null): void => store.setState({ cursor: at, reveal: { focus: true } });
  return {
    store,
    /** Shows it at an item, with what is looked for unfolded there; at its end where none is given. */
    open: async (at: number | null): Promise<void> => {
      await goTo(at);
      const { query, window } = store.getState();
      const item = window?.items.find((one) => one.at === at);
      const block = item === undefined ? null : await blockWith(id, item, query).catch(() => null);
      if (at !== null && block !== null) {
        store.setState(({ open }) => ({ open: new Set(open).add(foldKey(at, block)) }));
      }
    },
    goTo,
    readOn,
    follow,
    putCursor,
    focus: (): void => putCursor(store.getState().cursor),
    /** What is pressed gets the cursor where it is. */
    press: (at: number): void => store.setState({ cursor: at }),
    find: async (direction: Direction): Promise<void> => {
      const { query } = store.getState();
      if (query.trim() !== '') {
        await look(paging, store, (item) => blockWith(id, item, query), direction, false);
      }
    },
    /** To the next message that the person wrote. */
    nextOfPerson: (direction: Direction): Promise<void> =>
      look(paging, store, async ({ author }) => (author === 'person' ? 0 : null), direction, true),
    search: (query: string): void => {
      store.getState().looking?.stop();
      store.setState({ query, outcome: null });
    },
    toggle: (key: string): void =>
      store.setState(({ open }) => {
        const next = new Set(open);
        if (!next.delete(key)) {
          next.add(key);
        }
        return { open: next };
      }),
    askSight: (asked: Partial<SightAsked>): void =>
      store.setState((state) => ({ asked: { ...state.asked, ...asked } })),
    showSight: (sight: Sight | null): void => store.setState({ sight }),
    /** Drops what is on its way. */
    end: (): void => void begin(),
  };
}
export type Reading = ReturnType<typeof createReading>;

/** Which block of an item is looked for; null if none is. */
type Fits = (item: PageItem) => Promise<number | null>;

/** The first block with a text in it, also beyond what a page has of it. */
async function blockWith(conversation: string, item: PageItem, query: string): Promise<number | null> {
  const held = blockHolding(item, query);
  if (held !== null) {
    return held;
  }
  for (const { block } of item.cuts) {
    const cut = cutOf(conversation, item, block);
    if (cut !== null && holds(await readRest(cut), query)) {
      return block;
    }
  }
  return null;
}

/** Items of a page that is only looked through. */
const scanned = 200;

/** Puts the cursor on the next item that fits, and unfolds what fits in it; reads on for it as far as it takes. */
async function look(paging: Paging, store: ReadingStore, fits: Fits, direction: Direction, focus: boolean) {
  const { window, cursor } = store.getState();
  const isOver = paging.begin();
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
    store.setState({ looking: null });
  };
  const lookThrough = async (items: readonly PageItem[]): Promise<boolean> => {
    for (const item of direction === 'forward' ? items : items.toReversed()) {
      const block = await fits(item);
      if (isStopped || isOver()) {
        return true;
      }
      if (block !== null) {
        await arrive(paging, store, item.at, block, focus);
        return true;
      }
    }
    return false;
  };
  try {
    const isAhead = ({ at }: PageItem): boolean =>
      cursor === null || (direction === 'forward' ? at > cursor : at < cursor);
    if (await lookThrough(window?.items.filter(isAhead) ?? [])) {
      return;
    }
    let looked = 0;
    let from = (direction === 'forward' ? window?.after : window?.before) ?? null;
    while (from !== null) {
      store.setState({ looking: { looked, stop }, outcome: null });
      const { items, before, after } = await paging.page(from, direction, scanned);
      if (isStopped || isOver() || (await lookThrough(items))) {
        return;
      }
      looked += items.length;
      from = direction === 'forward' ? after : before;
    }
    store.setState({ looking: null, outcome: 'none' });
  } catch (error) {
    store.setState({ looking: null, problem: problemOf(error) });
  }
}

async function arrive(paging: Paging, store: ReadingStore, at: number, block: number, focus: boolean): Promise<void> {
  store.setState(({ open }) => ({ looking: null, open: new Set(open).add(foldKey(at, block)) }));
  if (store.getState().window?.items.some((item) => item.at === at)) {
    store.setState({ cursor: at, reveal: { focus } });
  } else {
    await paging.goTo(at, focus);
  }
  store.setState({ outcome: 'found' });
}
