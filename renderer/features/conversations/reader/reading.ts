import type { PageItem } from '#shared/contract/features/conversations.ts';
import { call, problemOf } from '../../../api/connection.ts';
import { foldKey } from './blocks.ts';
import { createFinding, type Direction, type TextFinder } from './finding.ts';
import { createPaging, type ItemPager } from './paging.ts';
import { createReadingState, type ReadingStore, type SightAsked } from './reading-state.ts';
import type { Sight } from './still-sees.ts';

export function createReading(id: string) {
  const store = createReadingState();
  const paging = createPaging(id, store);
  const { begin, goTo, loadMore, follow } = paging;
  const putCursor = (at: number | null): void => store.setState({ cursor: at, reveal: { focus: true } });
  const search = createSearch(id, store, paging);
  return {
    store,
    /** Opens it at an item, with the match there unfolded; at its end without one. */
    open: async (at: number | null): Promise<void> => {
      await goTo(at);
      const text = store.getState().query.trim();
      if (at !== null && text !== '') {
        const hits = await call('conversations.find', { id, text, from: at }).catch(() => null);
        unfold(store, at, hits?.hits.find((hit) => hit.at === at)?.blocks ?? []);
      }
    },
    goTo,
    loadMore,
    follow,
    putCursor,
    focus: (): void => putCursor(store.getState().cursor),
    /** A pressed item gets the cursor without scrolling. */
    press: (at: number): void => store.setState({ cursor: at }),
    ...search,
    nextOfPerson: (direction: Direction): Promise<void> => toNextOfPerson(paging, store, direction),
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
    showModelView: (modelView: Sight | null): void => store.setState({ modelView }),
    end: (): void => {
      search.stop();
      void begin();
    },
  };
}
export type ConversationReading = ReturnType<typeof createReading>;

const unfold = (store: ReadingStore, at: number, blocks: readonly number[]): void =>
  store.setState(({ open }) => ({ open: new Set([...open, ...blocks.map((block) => foldKey(at, block))]) }));

/** Milliseconds without a key before the conversation is searched for the typed text. */
const pause = 250;

/** Search within the conversation: starts a moment after typing, and moves to a match on request. */
function createSearch(id: string, store: ReadingStore, paging: ItemPager) {
  let finding: TextFinder | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Direction to move in once the target is known. */
  let wanted: Direction | null = null;

  function stop(): void {
    clearTimeout(timer);
    finding?.stop();
  }

  function begin(direction: Direction): TextFinder {
    clearTimeout(timer);
    const { query, cursor } = store.getState();
    const text = query.trim();
    const started = createFinding(
      (from, toward) => call('conversations.find', { id, text, direction: toward, ...(from !== null && { from }) }),
      cursor,
      direction,
      (matches) => {
        if (store.getState().query.trim() === text) {
          store.setState({ found: matches });
          // Deferred until `finding` is set.
          queueMicrotask(() => void goOnTo(started));
        }
      },
    );
    finding = started;
    return started;
  }

  async function goOnTo(one: TextFinder): Promise<void> {
    const hit = wanted === null || one !== finding ? null : one.next(store.getState().cursor ?? 0, wanted);
    if (hit === null || hit === 'unknown') {
      return;
    }
    wanted = null;
    unfold(store, hit.at, hit.blocks);
    if (store.getState().window?.items.some((item) => item.at === hit.at)) {
      store.setState({ cursor: hit.at, reveal: { focus: false } });
    } else {
      await paging.goTo(hit.at, false);
    }
  }

  return {
    search(query: string): void {
      stop();
      finding = null;
      wanted = null;
      store.setState({ query, found: null });
      timer = query.trim() === '' ? undefined : setTimeout(() => begin('forward'), pause);
    },
    async find(direction: Direction): Promise<void> {
      if (store.getState().query.trim() !== '') {
        wanted = direction;
        await goOnTo(finding ?? begin(direction));
      }
    },
    stop,
    lookOn: (): void => finding?.goOn(),
  };
}

/** Number of items in a page that is only searched. */
const scanned = 200;

/** Moves the cursor to the person's next message, however far it is. */
async function toNextOfPerson(paging: ItemPager, store: ReadingStore, direction: Direction): Promise<void> {
  const { window, cursor } = store.getState();
  const isOver = paging.begin();
  const isAhead = ({ at, author }: PageItem): boolean =>
    author === 'person' && (cursor === null || (direction === 'forward' ? at > cursor : at < cursor));
  const nextIn = (items: readonly PageItem[]): PageItem | undefined =>
    direction === 'forward' ? items.find(isAhead) : items.findLast(isAhead);
  const held = nextIn(window?.items ?? []);
  if (held !== undefined) {
    store.setState({ cursor: held.at, reveal: { focus: true } });
    return;
  }
  try {
    let from = (direction === 'forward' ? window?.after : window?.before) ?? null;
    while (from !== null) {
      const { items, before, after } = await paging.page(from, direction, scanned);
      const next = nextIn(items);
      if (isOver()) {
        return;
      }
      if (next !== undefined) {
        await paging.goTo(next.at);
        return;
      }
      from = direction === 'forward' ? after : before;
    }
  } catch (error) {
    store.setState({ problem: problemOf(error) });
  }
}
