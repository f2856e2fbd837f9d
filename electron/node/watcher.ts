import { basename, dirname, sep } from 'node:path';
import { watch as watchPaths } from 'chokidar';
import type { Watch, Watcher } from '#engine/ports.ts';
import { createFolderWatch } from './folder-watch.ts';
import { isLeftoverName } from './leftover-names.ts';
import { type SystemCalls, systemCalls } from './system-calls.ts';

type Targets = Parameters<Watcher['watch']>[0];
type What = Parameters<Parameters<Watcher['watch']>[1]>[0];

/** States of the targets at one moment, by path. `state` differs if the target may have changed. */
type Snapshot = ReadonlyMap<string, TargetState>;
type TargetState = { readonly identity: string; readonly state: string; readonly what: What };

/** Creates a watcher. It watches a file through its folder, because a watch on the file dies when a rename replaces it. */
export function createWatcher(calls: SystemCalls = systemCalls): Watcher {
  return { watch: (targets, onHint) => startWatch(calls, targets, onHint) };
}

function startWatch(calls: SystemCalls, targets: Targets, onHint: (what: What) => void): Watch {
  let closed = false;
  const hint = (what: What) => {
    if (!closed) {
      onHint(what);
    }
  };
  const archive = targets.archive === null ? null : createFolderWatch(targets.archive, () => hint('archive'));
  const watched = [...new Set([...targets.folders, ...targets.files.map(dirname)])];

  let snapshot = takeSnapshot(calls, targets, watched);
  let events = openEvents([], targets, hint, () => {});
  const opened = snapshot.then((first) => reopen(first));

  async function reopen(now: Snapshot): Promise<void> {
    await events.close();
    if (closed) {
      return;
    }
    // Leave missing folders to check(): chokidar would watch their ancestors instead.
    const present = watched.filter((folder) => now.has(folder));
    // A change between the snapshot and the start of the watches would go unseen: one hint covers it.
    events = openEvents(
      present,
      targets,
      (what) => {
        archive?.attach();
        hint(what);
      },
      () => {
        archive?.attach();
        hint('file');
      },
    );
  }

  async function poll(): Promise<void> {
    await opened;
    const before = await snapshot;
    snapshot = takeSnapshot(calls, targets, watched);
    const now = await snapshot;
    if (closed) {
      return;
    }
    if (watched.some((folder) => before.get(folder)?.identity !== now.get(folder)?.identity)) {
      await reopen(now);
    }
    archive?.attach();
    for (const what of differing(before, now)) {
      hint(what);
    }
  }

  let looking: Promise<void> | null = null;
  return {
    check: () => {
      looking ??= poll().finally(() => {
        looking = null;
      });
      return looking;
    },
    close: async () => {
      closed = true;
      archive?.close();
      await opened;
      await looking;
      await events.close();
    },
  };
}

function openEvents(folders: readonly string[], targets: Targets, onHint: (what: What) => void, onReady: () => void) {
  if (folders.length === 0) {
    return { close: async () => {} };
  }
  const files = new Set(targets.files);
  const wholeFolders = new Set(targets.folders);
  const isWanted = (path: string) =>
    folders.includes(path) || files.has(path) || (wholeFolders.has(dirname(path)) && !isLeftoverName(basename(path)));
  const inArchive = (path: string) =>
    targets.archive !== null && (path === targets.archive || path.startsWith(targets.archive + sep));

  const watcher = watchPaths([...folders], {
    depth: 0,
    ignoreInitial: true,
    persistent: false,
    // Joining a removal and a return into one event would delay the removal.
    atomic: false,
    ignorePermissionErrors: true,
    ignored: (path) => !isWanted(path),
  });
  watcher.on('all', (_event, path) => onHint(inArchive(path) ? 'archive' : 'file'));
  // Changes that come within 50 ms of another are left out above, but not here; a torn write's second half is one.
  watcher.on('raw', (_event, name: string | null, details) => {
    const file = name ?? '';
    const inWhole = wholeFolders.has((details as { watchedPath?: string }).watchedPath ?? '');
    if (!isLeftoverName(file) && (inWhole || targets.files.some((path) => basename(path) === file))) {
      onHint('file');
    }
  });
  watcher.on('error', () => onHint('file'));
  watcher.on('ready', onReady);
  return { close: () => watcher.close() };
}

async function takeSnapshot(calls: SystemCalls, targets: Targets, watched: readonly string[]): Promise<Snapshot> {
  const found = new Map<string, TargetState>();
  const see = async (path: string, what: What, looksInside: boolean) => {
    const stats = await calls.stat(path).catch(() => null);
    if (stats !== null) {
      const identity = `${stats.dev}:${stats.ino}:${stats.birthtimeNs}`;
      found.set(path, { identity, what, state: looksInside ? `${identity}:${stats.size}:${stats.mtimeNs}` : identity });
    }
  };
  await Promise.all([
    // Other files beside a single watched file don't matter.
    ...watched.map((path) => see(path, 'file', targets.folders.includes(path))),
    ...targets.files.map((path) => see(path, 'file', true)),
    ...(targets.archive === null ? [] : [see(targets.archive, 'archive', true)]),
  ]);
  return found;
}

function differing(before: Snapshot, now: Snapshot): Set<What> {
  const kinds = new Set<What>();
  for (const path of new Set([...before.keys(), ...now.keys()])) {
    const [was, is] = [before.get(path), now.get(path)];
    if (was?.state !== is?.state) {
      kinds.add((is ?? was)?.what ?? 'file');
    }
  }
  return kinds;
}
