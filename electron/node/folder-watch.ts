import { type FSWatcher, statSync, watch } from 'node:fs';
import { isLeftoverName } from './leftover-names.ts';

/** One watch for a whole folder, however many files it holds. */
export type FolderWatch = {
  /** Sees to it that the folder that now has the name is the one watched. Calls the hint, with null, if that is news. */
  attach(): void;
  close(): void;
};

/**
 * The folder may not exist yet; `attach` is called again whenever it may have appeared.
 * @param onHint given the name of what may have changed; null where it may be anything, the folder itself included
 */
export function createFolderWatch(folder: string, onHint: (name: string | null) => void): FolderWatch {
  let current: { readonly watcher: FSWatcher; readonly identity: string } | null = null;
  let closed = false;

  function detach(): void {
    current?.watcher.close();
    current = null;
  }

  function open(): void {
    const identity = identityOf(folder);
    if (closed || identity === (current?.identity ?? null)) {
      return;
    }
    detach();
    if (identity === null) {
      return;
    }
    try {
      const watcher = watch(folder, { persistent: false }, inFolder);
      watcher.on('error', () => {
        detach();
        onHint(null);
      });
      current = { watcher, identity };
    } catch {
      // Gone again, or the system has no watches left: check() compares and tries anew.
    }
  }

  function inFolder(event: string, name: string | null): void {
    if (name !== null && isLeftoverName(name)) {
      return;
    }
    // The folder itself may have gone and come back: the watch then still sits on the one that is no more.
    if (event !== 'rename' || !isAnother()) {
      onHint(name);
    }
  }

  /** Opens what has the name now; true, and hinted at, if that is not what was watched. */
  function isAnother(): boolean {
    const before = current;
    open();
    if (current === before) {
      return false;
    }
    onHint(null);
    return true;
  }

  open();
  return {
    attach: () => {
      isAnother();
    },
    close: () => {
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
