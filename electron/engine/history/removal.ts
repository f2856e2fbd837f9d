import type { Ports } from '../ports.ts';
import type { VersionDocuments } from './documents.ts';
import { isVersion, type Line } from './history-lines.ts';
import type { TextStore } from './text-store.ts';
import type { VersionLog } from './version-log.ts';

/** Stores a text under its hash, durable when it returns. */
type StoreText = (bytes: Uint8Array) => Promise<{ readonly hash: string; readonly size: number }>;
export type RewrittenHistory = { readonly lines: readonly Line[]; readonly gone: readonly string[] };

/**
 * Takes lines and texts out of a history.
 * @param alone runs work while no other process keeps or drops anything
 */
export function createRemoval(
  ports: Ports,
  { texts, log, documents }: { texts: TextStore; log: VersionLog; documents: VersionDocuments },
  alone: <T>(work: () => Promise<T>) => Promise<T>,
  onChange: () => void,
) {
  return {
    /** Lets lines go, and each text that no other line names. Returns how many lines went. */
    async drop(positions: ReadonlySet<number>): Promise<number> {
      const gone = await alone(async () => {
        const lines = await log.lines();
        const stay = lines.filter(({ position }) => !positions.has(position));
        if (stay.length < lines.length) {
          // The lines go first: a text without a line is litter, a line without a text would be a loss.
          await log.replace(stay);
          const named = new Set(stay.filter(isVersion).map(({ hash }) => hash));
          const hashes = lines.filter(isVersion).map(({ hash }) => hash);
          await texts.discard(new Set(hashes.filter((hash) => !named.has(hash))));
        }
        return lines.length - stay.length;
      });
      if (gone > 0) {
        onChange();
      }
      return gone;
    },
    /**
     * Puts other lines in the place of those that are kept, then takes texts away for good. Nobody else keeps or drops
     * anything meanwhile.
     * @param compute is given the lines and a way to store texts; only texts that no line names any more may go
     */
    async rewrite(compute: (lines: readonly Line[], store: StoreText) => Promise<RewrittenHistory>): Promise<void> {
      await alone(async () => {
        const before = await log.lines();
        const { lines, gone } = await compute(before, async (bytes) => {
          const hash = ports.hash(bytes);
          return { hash, size: await texts.store(hash, bytes) };
        });
        if (lines !== before) {
          await log.replace(lines);
        }
        documents.forget();
        await texts.discard(gone);
      });
      onChange();
    },
  };
}
