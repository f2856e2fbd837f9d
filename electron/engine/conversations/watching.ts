import { orLogged } from '../or-logged.ts';
import type { Ports } from '../ports.ts';

/** Milliseconds between looks. The folders are many and programs write to them all the time, so watching each would cost more. */
const lookEvery = 5000;

type ListedConversation = { readonly id: string; readonly bytes: number; readonly changedAt: number };

/** Reports when listed conversations, or other files, come, go or grow while somebody looks. */
export function createWatching(ports: Ports, list: () => Promise<readonly ListedConversation[]>, tell: () => void) {
  const callers = new Set<string>();
  let seen: string | null = null;
  let forget = (): void => undefined;

  async function checkFolders(): Promise<void> {
    const now = (await list()).map(({ id, bytes, changedAt }) => `${id} ${bytes} ${changedAt}`).join('\n');
    const isNews = seen !== null && seen !== now;
    seen = now;
    if (isNews && callers.size > 0) {
      tell();
    }
  }

  async function recheck(): Promise<void> {
    await orLogged(ports, 'Conversations could not be looked for', checkFolders);
    if (callers.size > 0) {
      forget = ports.clock.after(lookEvery, () => void recheck());
    }
  }

  const leave = (caller: string): void => {
    callers.delete(caller);
    if (callers.size === 0) {
      forget();
      seen = null;
    }
  };

  return {
    async watch(caller: string): Promise<void> {
      const isFirst = callers.size === 0;
      callers.add(caller);
      if (isFirst) {
        await recheck();
      }
    },
    leave,
    close: (): void => [...callers].forEach(leave),
  };
}
export type ConversationWatcher = ReturnType<typeof createWatching>;

/** Watches several lists, each by a key. */
export function createWatchings(ports: Ports, tell: (key: string) => void) {
  const watchings = new Map<string, ConversationWatcher>();
  return {
    async watch(caller: string, key: string, list: () => Promise<readonly ListedConversation[]>): Promise<void> {
      const watching = watchings.get(key) ?? createWatching(ports, list, () => tell(key));
      watchings.set(key, watching);
      await watching.watch(caller);
    },
    stop: (caller: string, key: string): void => watchings.get(key)?.leave(caller),
    leave(caller: string): void {
      for (const { leave } of watchings.values()) {
        leave(caller);
      }
    },
    close(): void {
      for (const { close } of watchings.values()) {
        close();
      }
    },
  };
}
export type ConversationWatchings = ReturnType<typeof createWatchings>;
