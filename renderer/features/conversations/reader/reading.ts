import type { ConversationItem } from '#shared/contract/features/conversations.ts';
import { problemOf } from '../../../api/connection.ts';
import { blockHolding, foldKey } from './blocks.ts';
import { createPaging, type Paging } from './paging.ts';
import { createReadingState, type Direction, type ReadingStore } from './reading-state.ts';

/** One conversation that is being read. */
export function createReading(id: string) {
  const store = createReadingState();
  const paging = createPaging(id, store);
  const { begin, goTo, readOn, follow } = paging;
  const putCursor = (at: number | null): void => store.setState({ cursor: at, reveal: { focus: true } });
  return {
    store,
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
        await look(paging, store, (item) => blockHolding(item, query) !== null, direction, false);
      }
    },
    /** To the next message that the person wrote. */
    nextOfPerson: (direction: Direction): Promise<void> =>
      look(paging, store, ({ author }) => author === 'person', direction, true),
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
    /** Drops what is on its way. */
    end: (): void => void begin(),
  };
}
export type Reading = ReturnType<typeof createReading>;

type Fits = (item: ConversationItem) => boolean;

/** Items of a page that is only looked through. */
const scanned = 200;

/** Puts the cursor on the next item that fits; reads on for it as far as it takes. */
async function look(paging: Paging, store: ReadingStore, fits: Fits, direction: Direction, focus: boolean) {
  const { window, cursor } = store.getState();
  const isOver = paging.begin();
  const held = window?.items.filter(
    ({ at }) => cursor === null || (direction === 'forward' ? at > cursor : at < cursor),
  );
  const next = direction === 'forward' ? held?.find(fits) : held?.findLast(fits);
  if (next !== undefined) {
    arrive(store, next, focus);
    return;
  }
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
    store.setState({ looking: null });
  };
  try {
    let looked = 0;
    let from = (direction === 'forward' ? window?.after : window?.before) ?? null;
    while (from !== null) {
      store.setState({ looking: { looked, stop }, outcome: null });
      const { items, before, after } = await paging.page(from, direction, scanned);
      if (isStopped || isOver()) {
        return;
      }
      const item = direction === 'forward' ? items.find(fits) : items.findLast(fits);
      if (item !== undefined) {
        await paging.goTo(item.at, focus);
        arrive(store, item, focus);
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

/** Gives an item the cursor, and unfolds what holds the words that were looked for. */
function arrive(store: ReadingStore, item: ConversationItem, focus: boolean): void {
  const { query, open } = store.getState();
  const block = query === '' ? null : blockHolding(item, query);
  store.setState({
    outcome: 'found',
    open: block === null ? open : new Set(open).add(foldKey(item.at, block)),
    cursor: item.at,
    reveal: { focus },
  });
}
