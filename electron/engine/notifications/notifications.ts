import type { AnyEvent, EventName } from '#shared/contract/contract.ts';
import type { Preferences } from '#shared/contract/features/app.ts';
import type { WaitingNews } from '#shared/contract/features/notifications.ts';
import type { MemoryPlace } from '#shared/contract/features/workspaces.ts';
import { usualNotifications } from '#shared/notifications.ts';
import type { NewsItem } from '#shared/wording/notifications.ts';
import { orLogged } from '../or-logged.ts';
import type { Ports } from '../ports.ts';
import { createSerialQueue } from '../serial-queue.ts';
import { createDataWatches, createKnownNews, type NewsMemory } from './news-memory.ts';
import { createOtherMemories } from './other-memories.ts';
import { createTeller } from './tell-news.ts';

type Needs = {
  readonly open: () => readonly NewsMemory[];
  readonly recent: () => Promise<readonly MemoryPlace[]>;
  /** Finds the main file of the memory that a path opens. */
  readonly fileOf: (path: string) => Promise<string>;
  readonly preferences: () => Promise<Preferences>;
  /** Conversations that their programs delete within a day and that have no copy. */
  readonly deletedTomorrow: () => Promise<readonly NewsItem[]>;
  readonly emit: (event: AnyEvent) => void;
};

/** Milliseconds without a further event before news are looked for, so that what arrives together is told together. */
const settleMs = 1000;
const conversationsFirstMs = 15_000;
const conversationsEveryMs = 60 * 60 * 1000;

const mayBeNews: readonly EventName[] = [
  'cards.changed',
  'erase.changed',
  'erase.done',
  'scan.changed',
  'context.changed',
  'recent.changed',
  'preferences.changed',
];

/** Tells what is new for the person in any memory they use, while a host watches. */
export function createNotifications(ports: Ports, needs: Needs) {
  /** Callers that watch; true if they show notifications. */
  const watchers = new Map<string, boolean>();
  const known = createKnownNews(ports);
  const teller = createTeller(ports, (data) => needs.emit({ event: 'notifications.arrived', data }));
  const followData = createDataWatches(ports, checkSoon);
  const others = createOtherMemories(ports, needs.fileOf, checkSoon);
  const enqueue = createSerialQueue();
  const conversations = createRepeated(ports, () => inTurn(checkConversations));
  let waiting: readonly WaitingNews[] = [];
  let cancelCheck = (): void => undefined;

  function checkSoon(): void {
    cancelCheck();
    if (watchers.size > 0) {
      cancelCheck = ports.clock.after(settleMs, () => void inTurn(check));
    }
  }

  const inTurn = (work: () => Promise<void>): Promise<void> =>
    enqueue(async () => {
      if (watchers.size > 0) {
        await orLogged(ports, 'News could not be looked for', work);
      }
    });
  const choicesNow = async () => (await needs.preferences()).notifications ?? usualNotifications;
  const isShown = (): boolean => [...watchers.values()].includes(true);

  async function check(): Promise<void> {
    const choices = await choicesNow();
    const open = needs.open();
    const counts: WaitingNews[] = [];
    await followData(open);
    for (const memory of open) {
      const all = (await known.read(memory)).filter(({ item }) => !choices.off.includes(item.kind));
      const news = isShown() ? all.filter(({ isNew }) => isNew).map(({ item }) => item) : [];
      await teller.tell(news, memory, choices);
      counts.push({ path: memory.path, name: memory.name, count: all.length, changed: false });
    }
    await others.follow((await needs.recent()).filter(({ path }) => !open.some((memory) => memory.path === path)));
    counts.push(...others.changed().map(({ path, name }) => ({ path, name, count: 0, changed: true })));
    show(counts.filter(({ count, changed }) => count > 0 || changed));
  }

  function show(now: readonly WaitingNews[]): void {
    if (JSON.stringify(now) !== JSON.stringify(waiting)) {
      waiting = now;
      needs.emit({ event: 'notifications.changed', data: {} });
    }
  }

  async function checkConversations(): Promise<void> {
    const choices = await choicesNow();
    if (isShown() && !choices.off.includes('deletion')) {
      // Deletions are told at a start, too: they are a matter of time.
      await teller.tell(await needs.deletedTomorrow(), null, choices);
    }
  }

  async function stop(): Promise<void> {
    cancelCheck();
    conversations.stop();
    await followData([]);
    await others.follow([]);
    known.forget();
    waiting = [];
  }

  function leave(caller: string): void {
    teller.leave(caller);
    if (watchers.delete(caller) && watchers.size === 0) {
      void enqueue(async () => watchers.size === 0 && stop());
    }
  }

  return {
    async watch(caller: string, on: boolean, shows: boolean): Promise<void> {
      if (!on) {
        leave(caller);
        return;
      }
      watchers.set(caller, shows);
      conversations.start();
      await inTurn(check);
    },
    waiting: (): readonly WaitingNews[] => waiting,
    focus: teller.focus,
    take({ event }: AnyEvent): void {
      if (mayBeNews.includes(event)) {
        checkSoon();
      }
    },
    leave,
    async close(): Promise<void> {
      watchers.clear();
      await enqueue(stop);
    },
  };
}
export type Notifications = ReturnType<typeof createNotifications>;

/** Repeats the look for conversations about to be deleted, first soon after it is started. */
function createRepeated({ clock }: Ports, work: () => Promise<void>) {
  let cancel: (() => void) | null = null;
  const repeatIn = (ms: number): void => {
    cancel = clock.after(ms, () => {
      repeatIn(conversationsEveryMs);
      void work();
    });
  };
  return {
    start(): void {
      if (cancel === null) {
        repeatIn(conversationsFirstMs);
      }
    },
    stop(): void {
      cancel?.();
      cancel = null;
    },
  };
}
