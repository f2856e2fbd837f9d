import { posix } from 'node:path';
import type { Watcher } from '#engine/ports.ts';

export type MemoryWatcher = Watcher & {
  /** Notifies all watches that something happened to `path`. */
  notify(path: string): void;
  /** Silences all watches until the returned function is called: like events the system lost. */
  deafen(): () => void;
};

/** A watcher notified through `notify`; `check` reports what happened while it was deaf. */
export function createMemoryWatcher(): MemoryWatcher {
  type Running = { tell(path: string): void; missed: Set<string> };
  const running = new Set<Running>();
  let deaf = 0;

  return {
    watch: ({ files, folders, archive }, onHint) => {
      const watch: Running = {
        missed: new Set(),
        tell: (path) => {
          const isAbove = [...files, ...folders].some((target) => target.startsWith(`${path}/`));
          if (
            archive !== null &&
            (path === archive || posix.dirname(path) === archive || archive.startsWith(`${path}/`))
          ) {
            onHint('archive');
          }
          if (isAbove || files.includes(path) || folders.includes(path) || folders.includes(posix.dirname(path))) {
            onHint('file');
          }
        },
      };
      running.add(watch);
      return {
        check: async () => {
          const missed = [...watch.missed];
          watch.missed.clear();
          for (const path of running.has(watch) ? missed : []) {
            watch.tell(path);
          }
        },
        close: async () => {
          running.delete(watch);
        },
      };
    },
    notify: (path) => {
      for (const watch of [...running]) {
        if (deaf > 0) {
          watch.missed.add(path);
        } else {
          // Never in the middle of the change itself, like the system's events.
          queueMicrotask(() => running.has(watch) && watch.tell(path));
        }
      }
    },
    deafen: () => {
      deaf += 1;
      return () => {
        deaf -= 1;
      };
    },
  };
}
