import type { Settings } from '#shared/contract/features/settings.ts';
import { shortName } from '#shared/entries/find-entry.ts';
import { matchEntries } from '#shared/entries/match-entries.ts';
import type { MemoryDocument, ParsedEntry } from '#shared/formats/document.ts';
import { orLogged } from '../or-logged.ts';
import { createSerialQueue } from '../serial-queue.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { type HistoryRecord, isVersion, latestPositions, type VersionLine } from './history-lines.ts';

const msPerDay = 24 * 60 * 60 * 1000;

export type Retention = ReturnType<typeof createRetention>;

/** Prunes old versions, except a file's newest or an entry's last copy. @param standing present files, read as far as needed */
export function createRetention(
  { ports, history }: Pick<WorkspaceParts, 'ports' | 'history'>,
  limits: () => Pick<Settings, 'historyDays' | 'historyMegabytes'>,
  standing: readonly (() => Promise<readonly MemoryDocument[]>)[],
) {
  /** Entry names for which versions past the limit are held, by position. */
  let held = new Map<number, readonly string[]>();

  async function applyRetention(): Promise<void> {
    const { historyDays, historyMegabytes } = limits();
    const now = ports.clock.now();
    const oldest = now - historyDays * msPerDay;
    const most = historyMegabytes * 1_000_000;
    const lines = await history.lines();
    const newest = latestPositions(lines);
    const sizes = sizesOf(lines);
    const stillHeld = new Map<number, readonly string[]>();
    const dropped = new Set<number>();
    let time = Number.NEGATIVE_INFINITY;
    for (const [index, line] of lines.entries()) {
      // A clock that was wrong must not make a version older than those kept before it.
      time = line.at <= now ? Math.max(time, line.at) : time;
      const isPast = Math.max(line.at, time) < oldest || (isVersion(line) && sizes.total() > most);
      if (newest.has(line.position) || !isPast) {
        continue;
      }
      const knownNames = held.get(line.position);
      const names = knownNames ?? (isVersion(line) ? await lastCopies(line, lines.slice(index + 1)) : []);
      if (names.length > 0) {
        stillHeld.set(line.position, names);
      } else {
        dropped.add(line.position);
        sizes.without(line);
      }
    }
    held = stillHeld;
    if (dropped.size > 0) {
      await history.drop(dropped);
    }
  }

  /** Names of the entries that the next version lost and that are nowhere since. */
  async function lastCopies(line: VersionLine, newer: readonly HistoryRecord[]): Promise<readonly string[]> {
    const document = await history.documentOf(line);
    const versions = newer.filter(isVersion);
    const next = await nextReadable(versions.filter(({ file }) => file === line.file));
    if (document === null || next === null) {
      return [];
    }
    const { removed } = matchEntries(document.entries, next.entries);
    const missing = new Map(removed.map((entry) => [standingName(entry), shortName(entry)]));
    const findIn = (present: MemoryDocument | null): boolean => {
      for (const entry of present?.entries ?? []) {
        missing.delete(standingName(entry));
      }
      return missing.size === 0;
    };
    for (const look of standing) {
      if (missing.size === 0 || (await look()).some(findIn)) {
        return [];
      }
    }
    for (const version of versions) {
      // If nothing was added or changed, the version before has all its entries.
      const { counts, before } = version;
      const brings = counts === null || before === null || counts.added + counts.changed > 0;
      if (brings && findIn(await history.documentOf(version))) {
        return [];
      }
    }
    return [...missing.values()];
  }

  async function nextReadable(versions: readonly VersionLine[]): Promise<MemoryDocument | null> {
    for (const version of versions) {
      const document = await history.documentOf(version);
      if (document) {
        return document;
      }
    }
    return null;
  }

  const enqueue = createSerialQueue();
  let underWay: Promise<void> = Promise.resolve();
  let isAsked = false;

  /** Prunes in a while, in the background. Requests before it begins are merged. */
  function carryOutSoon(): void {
    if (isAsked) {
      return;
    }
    isAsked = true;
    underWay = enqueue(async () => {
      isAsked = false;
      await orLogged(ports, 'Earlier versions could not be deleted', applyRetention);
    });
  }

  return {
    carryOutSoon,
    settled: (): Promise<void> => underWay,
    held: (): ReadonlyMap<number, readonly string[]> => held,
    forget(): void {
      held = new Map();
      carryOutSoon();
    },
    async prune(positions: readonly number[]): Promise<number> {
      const removable = new Set(positions.filter((position) => held.has(position)));
      const removedCount = await history.drop(removable);
      held = new Map([...held].filter(([position]) => !removable.has(position)));
      return removedCount;
    },
  };
}

/** Name that identifies an entry anywhere: its key, or its words. */
function standingName({ key, value }: Pick<ParsedEntry, 'key' | 'value'>): string {
  return key === null ? `= ${value}` : `: ${key}`;
}

export function sizesOf(lines: readonly HistoryRecord[]) {
  const uses = new Map<string, number>();
  let total = 0;
  for (const line of lines.filter(isVersion)) {
    const used = uses.get(line.hash) ?? 0;
    uses.set(line.hash, used + 1);
    total += used === 0 ? (line.size ?? 0) : 0;
  }
  return {
    total: (): number => total,
    without(line: HistoryRecord): void {
      if (isVersion(line)) {
        const used = (uses.get(line.hash) ?? 1) - 1;
        uses.set(line.hash, used);
        total -= used === 0 ? (line.size ?? 0) : 0;
      }
    },
  };
}
