import { z } from 'zod';
import type { Notification } from '#shared/contract/features/notifications.ts';
import { isPaused, type NotificationChoices } from '#shared/notifications.ts';
import { type NewsItem, notificationInWords } from '#shared/wording/notifications.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import type { Ports } from '../ports.ts';
import type { NewsMemory } from './news-memory.ts';

/** Enough that nothing that still waits is forgotten. */
const maxTold = 1000;

/**
 * Tells news once, for all processes and starts: the data folder has the names of those told, which contain ids and
 * never a text.
 */
export function createTeller(ports: Ports, notify: (notification: Notification) => void) {
  const path = ports.paths.join(ports.dataFolder, 'notified.json');
  /** Memory in the window in front, by its caller. */
  const focused = new Map<string, string>();

  /** Notes news as told, and returns those that weren't. Another process may be told of the same at the same moment. */
  const note = (names: readonly string[]): Promise<ReadonlySet<string>> =>
    ports.lock.hold(ports.paths.join(ports.dataFolder, 'notified.lock'), async () => {
      const told = await readAppJson(ports, path, z.array(z.string()), []);
      const fresh = names.filter((name) => !told.includes(name));
      if (fresh.length > 0) {
        await writeAppJson(ports, path, [...told, ...fresh].slice(-maxTold));
      }
      return new Set(fresh);
    });

  return {
    /** @param memory null for news about none */
    async tell(items: readonly NewsItem[], memory: NewsMemory | null, choices: NotificationChoices): Promise<void> {
      if (items.length === 0) {
        return;
      }
      const nameOf = ({ kind, id }: NewsItem): string => [kind, memory?.path ?? '', id].join(' ');
      const untold = await note(items.map(nameOf));
      const [first, ...more] = items.filter((item) => untold.has(nameOf(item)));
      const isInSight = memory !== null && [...focused.values()].includes(memory.id);
      if (first === undefined || isInSight || isPaused(choices, ports.clock.now())) {
        return;
      }
      notify({
        id: nameOf(first),
        ...notificationInWords([first, ...more], memory?.name ?? null, choices.showText),
        target: {
          path: memory?.path ?? null,
          kind: more.every(({ kind }) => kind === first.kind) ? first.kind : null,
          item: more.length === 0 ? first.id : null,
        },
      });
    },
    /** Notes if a caller has a memory in front. */
    focus(caller: string, workspace: string, isFocused: boolean): void {
      if (isFocused) {
        focused.set(caller, workspace);
      } else if (focused.get(caller) === workspace) {
        focused.delete(caller);
      }
    },
    leave: (caller: string): boolean => focused.delete(caller),
  };
}
