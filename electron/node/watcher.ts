import { basename, dirname, join } from 'node:path';
import type { Watch, Watcher } from '#engine/ports.ts';
import { createFolderWatch } from './folder-watch.ts';
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
  const watches = watched.map((folder) => {
    const names = new Set(targets.files.filter((path) => dirname(path) === folder).map((path) => basename(path)));
    const isWhole = targets.folders.includes(folder);
    return createFolderWatch(folder, (name) => {
      archive?.attach();
      if (name !== null && targets.archive === join(folder, name)) {
        hint('archive');
      } else if (name === null || isWhole || names.has(name)) {
        hint('file');
      }
    });
  });
  let snapshot = takeSnapshot(calls, targets, watched);
  // The files may have changed after the caller read them and before the watches began.
  void snapshot.then(() => watched.length > 0 && hint('file'));

  async function poll(anew: boolean): Promise<void> {
    const before = await snapshot;
    snapshot = takeSnapshot(calls, targets, watched);
    const now = await snapshot;
    if (closed) {
      return;
    }
    for (const watch of watches) {
      watch.attach(anew);
    }
    archive?.attach(anew);
    for (const what of differing(before, now)) {
      hint(what);
    }
  }

  let looking: Promise<void> | null = null;
  return {
    check: (anew = false) => {
      looking ??= poll(anew).finally(() => {
        looking = null;
      });
      return looking;
    },
    close: async () => {
      closed = true;
      for (const watch of watches) {
        watch.close();
      }
      archive?.close();
      await looking;
    },
  };
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
