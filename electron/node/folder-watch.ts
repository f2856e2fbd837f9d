import { type FSWatcher, statSync, watch } from 'node:fs';
import { isLeftoverName } from './leftover-names.ts';

/**
 * Watches what is directly in a folder, which may not exist yet. Call `attach` whenever it may have appeared.
 * @param onHint called with the name of what may have changed; null if it may be anything
 */
export function createFolderWatch(folder: string, onHint: (name: string | null) => void) {
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
        if (name !== null && isLeftoverName(name)) {
          return;
        }
        if (event === 'rename') {
          // The folder may have been removed and made again: the watch is then still on the old one.
          attach();
        }
        onHint(name);
      });
      watcher.on('error', () => {
        detach();
        onHint(null);
      });
      current = { watcher, identity };
    } catch {
      // The folder is gone again, or the system has no watches left: check() compares and tries again.
    }
  }

  /**
   * Watches the folder that has the name now, and calls the hint if it is another one.
   * @param anew true to watch it again in any case
   */
  function attach(anew = false): void {
    const before = current;
    if (anew) {
      detach();
    }
    open();
    if (current !== before) {
      onHint(null);
    }
  }

  open();
  return {
    attach,
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
