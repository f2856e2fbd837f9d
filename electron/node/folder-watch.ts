import { type FSWatcher, statSync, watch } from 'node:fs';
import { isLeftoverName } from './leftover-names.ts';

/** One watch for a whole folder, which may not exist yet; `attach` is called whenever it may have appeared. */
export function createFolderWatch(folder: string, onHint: () => void) {
  let current: { readonly watcher: FSWatcher; readonly identity: string } | null = null;
  let closed = false;

  function detach(): void {
    current?.watcher.close();
    current = null;
  }

  function open(): void {
    const identity = identityOf(folder);
    if (identity === current?.identity || closed) {
      return;
    }
    detach();
    if (identity === null) {
      return;
    }
    try {
      const watcher = watch(folder, { persistent: false }, (event, name) => {
        if (typeof name === 'string' && isLeftoverName(name)) {
          return;
        }
        if (event === 'rename') {
          // The folder itself may have gone and come back: the watch then still sits on the one that is no more.
          open();
        }
        onHint();
      });
      watcher.on('error', () => {
        detach();
        onHint();
      });
      current = { watcher, identity };
    } catch {
      // Gone again, or the system has no watches left: check() compares and tries again.
    }
  }

  open();
  return {
    /** Sees to it that the folder that now has the name is the one watched. Calls the hint if that is news. */
    attach: (): void => {
      const before = current;
      open();
      if (current !== before) {
        onHint();
      }
    },
    close: (): void => {
      closed = true;
      detach();
    },
  };
}

function identityOf(folder: string): string | null {
  try {
    const stats = statSync(folder, { bigint: true });
    return stats.isDirectory() ? `${stats.dev}:${stats.ino}:${stats.birthtimeNs}` : null;
  } catch {
    return null;
  }
}
