import { basename, sep } from 'node:path';
import type { Clock } from '#engine/ports.ts';
import { readWholeFile } from './file-facts.ts';
import { sha256 } from './hash.ts';
import { closeQuietly, dropFile } from './staging.ts';
import { readOwnFlags, type SystemCalls } from './system-calls.ts';

/** Milliseconds a superseded file is kept, in case a program still holds it open and finishes writing there. */
const lateMs = 2000;

type WaitingFile = { path: string; readonly lookNow: () => void; readonly late: Promise<Uint8Array | null> };

export type SupersededVersions = ReturnType<typeof createSupersededVersions>;

/** Holds superseded files, under hidden names, until their second look. */
export function createSupersededVersions(calls: SystemCalls, clock: Clock) {
  /** Files by their current path, which changes when a folder moves. */
  const waiting = new Map<string, WaitingFile>();
  /** Names of files missing at their second look: another process may have moved their folder. */
  const lost = new Set<string>();
  let closed = false;

  async function secondLook(path: string, hash: string): Promise<Uint8Array | null> {
    let bytes: Uint8Array;
    try {
      bytes = await readAside(calls, path).catch(() => readAside(calls, path));
    } catch {
      // Gone or unreadable: leave it, and a later sweep tries again.
      lost.add(basename(path));
      return null;
    }
    await dropFile(calls, path);
    return sha256(bytes) === hash ? null : bytes;
  }

  return {
    /** Keeps the file for two seconds, then removes it. Returns its bytes if they changed; null if not. Never rejects. */
    keep: (aside: string, hash: string): Promise<Uint8Array | null> => {
      let lookNow = () => {};
      const due = new Promise<void>((resolve) => {
        lookNow = resolve;
      });
      const cancel = closed ? lookNow : clock.after(lateMs, lookNow);
      if (closed) {
        lookNow();
      }
      const late = due.then(async () => {
        cancel();
        const grown = await secondLook(entry.path, hash);
        waiting.delete(entry.path);
        return grown;
      });
      const entry: WaitingFile = { path: aside, lookNow, late };
      waiting.set(entry.path, entry);
      return late;
    },
    /** Updates the paths of files in a folder that moved. */
    moved(from: string, to: string): void {
      for (const entry of [...waiting.values()].filter(({ path }) => path.startsWith(from + sep))) {
        waiting.delete(entry.path);
        entry.path = to + entry.path.slice(from.length);
        waiting.set(entry.path, entry);
      }
    },
    /** Waits until no superseded file is left in a folder. */
    async settled(folder: string): Promise<void> {
      const inside = [...waiting.values()].filter(({ path }) => path.startsWith(folder + sep));
      await Promise.all(inside.map(({ late }) => late));
    },
    /** True if a file is waiting here, so that a sweep leaves it alone. */
    has: (path: string): boolean => waiting.has(path),
    /** True if a file of this name was missing at its second look, so that a sweep takes it. */
    isLost: (name: string): boolean => lost.has(name),
    close: async (): Promise<void> => {
      closed = true;
      const all = [...waiting.values()];
      for (const { lookNow } of all) {
        lookNow();
      }
      await Promise.all(all.map(({ late }) => late));
    },
  };
}

/** Reads a hidden file of ours, without a size limit, because it held a person's text. */
export async function readAside(calls: SystemCalls, path: string): Promise<Uint8Array> {
  const file = await calls.open(path, readOwnFlags);
  try {
    return (await readWholeFile(file, path, Number.MAX_SAFE_INTEGER)).bytes;
  } finally {
    await closeQuietly(file);
  }
}
