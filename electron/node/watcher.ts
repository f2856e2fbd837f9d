import { dirname, join } from 'node:path';
import type { Watch, Watcher } from '#engine/ports.ts';
import { createFolderWatch, type FolderWatch } from './folder-watch.ts';
import { type SystemCalls, systemCalls } from './system-calls.ts';

type Targets = Parameters<Watcher['watch']>[0];
type What = Parameters<Parameters<Watcher['watch']>[1]>[0];

/** What every target looked like at one moment: by path, a text that differs when it may have changed. */
type Snapshot = ReadonlyMap<string, Seen>;
type Seen = { readonly identity: string; readonly state: string; readonly what: What };

/**
 * Watches through the system's events, one watch for each folder, with {@link Watch.check} as what works where events
 * don't. A file is watched through its folder, because a watch on the file itself dies with the file when it is replaced
 * by rename. A change costs what the event says and no more: nothing is listed, and no file is looked at, because of it.
 */
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
  const watched = [...new Set([...targets.folders, ...targets.files.map((file) => dirname(file))])];
  const watchFor = (folder: string, isWanted: (path: string) => boolean): FolderWatch =>
    createFolderWatch(folder, (name) => {
      if (name === null || isWanted(join(folder, name))) {
        archive?.attach();
        hint('file');
      }
    });
  const folders = watched.map((folder) =>
    watchFor(folder, (path) => targets.folders.includes(folder) || targets.files.includes(path)),
  );
  /** By the files that links among the targets lead to. */
  const ledTo = new Map<string, FolderWatch>();

  async function followLinks(): Promise<void> {
    const places = new Set((await Promise.all(targets.files.map((file) => placeOfLink(calls, file)))).flat());
    if (closed) {
      return;
    }
    for (const [place, watch] of ledTo) {
      if (!places.has(place)) {
        watch.close();
        ledTo.delete(place);
      }
    }
    for (const place of places) {
      if (!ledTo.has(place)) {
        ledTo.set(
          place,
          watchFor(dirname(place), (path) => path === place),
        );
      }
    }
  }

  let snapshot = takeSnapshot(calls, targets, watched);
  const opened = followLinks();

  async function look(): Promise<void> {
    await opened;
    const before = await snapshot;
    snapshot = takeSnapshot(calls, targets, watched);
    const now = await snapshot;
    await followLinks();
    if (closed) {
      return;
    }
    for (const watch of [...folders, ...ledTo.values()]) {
      watch.attach();
    }
    archive?.attach();
    for (const what of differing(before, now)) {
      hint(what);
    }
  }

  let looking: Promise<void> | null = null;
  return {
    check: () => {
      looking ??= look().finally(() => {
        looking = null;
      });
      return looking;
    },
    close: async () => {
      closed = true;
      await opened;
      await looking;
      for (const watch of [...folders, ...ledTo.values()]) {
        watch.close();
      }
      archive?.close();
    },
  };
}

/** Where a file leads that is a link, as a list of one; an empty one for any other. */
async function placeOfLink(calls: SystemCalls, file: string): Promise<string[]> {
  try {
    return (await calls.lstat(file)).isSymbolicLink() ? [await calls.realpath(file)] : [];
  } catch {
    return [];
  }
}

async function takeSnapshot(calls: SystemCalls, targets: Targets, watched: readonly string[]): Promise<Snapshot> {
  const found = new Map<string, Seen>();
  const see = async (path: string, what: What, looksInside: boolean) => {
    const stats = await calls.stat(path).catch(() => null);
    if (stats !== null) {
      const identity = `${stats.dev}:${stats.ino}:${stats.birthtimeNs}`;
      found.set(path, { identity, what, state: looksInside ? `${identity}:${stats.size}:${stats.mtimeNs}` : identity });
    }
  };
  await Promise.all([
    // What else comes and goes beside a single watched file is nobody's business here.
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
