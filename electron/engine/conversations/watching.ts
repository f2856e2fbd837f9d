import { orLogged } from '../or-logged.ts';
import type { Ports } from '../ports.ts';

/** Milliseconds between looks. The folders are many and programs write to them all the time, so watching each would cost more. */
const lookEvery = 5000;

type ListedConversation = { readonly id: string; readonly bytes: number; readonly changedAt: number };

/** Reports when conversations come, go or grow while somebody looks at the list of them; or other files in those places. */
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

  function lookLater(): void {
    forget = ports.clock.after(lookEvery, () => void recheck());
  }

  async function recheck(): Promise<void> {
    await orLogged(ports, 'Conversations could not be looked for', checkFolders);
    if (callers.size > 0) {
      lookLater();
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
