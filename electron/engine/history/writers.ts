import { toContextureError } from '#shared/contract/errors.ts';
import type { Writer } from '#shared/contract/fields.ts';
import type { KnownRewording } from '#shared/entries/match-entries.ts';
import type { Bytes } from '../app-files/file-version.ts';
import type { Turn } from '../workspace/access.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { type HistoryRecord, isVersion, type VersionLine } from './history-lines.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'layout' | 'access' | 'history'> & {
  readonly undoLog: { refresh(): Promise<boolean>; rewordings(): readonly KnownRewording[] };
};

/** Another program, not known any closer. */
export const outside: Writer = { who: 'outside', name: null };

/** Authors of a file's versions since one, each once and in order. A version that none of us kept is another program's. */
export function writersSince(
  lines: readonly HistoryRecord[],
  file: string,
  before: string | null,
  now: string,
): Writer[] {
  const versions = lines.filter((line): line is VersionLine => isVersion(line) && line.file === file);
  const isKept = versions.at(-1)?.hash === now;
  const known = versions.findLastIndex(({ hash }) => hash === before);
  // A version that is no longer kept may be any age.
  const from = known >= 0 ? known + 1 : isKept ? versions.length - 1 : versions.length;
  const since = versions.slice(from).map(({ who, name }): Writer => ({ who, name }));
  const writers = isKept ? since : [...since, outside];
  const isSame = (one: Writer, other: Writer): boolean => one.who === other.who && one.name === other.name;
  return writers.filter((writer, index) => writers.findIndex((other) => isSame(writer, other)) === index);
}

/** Authors of the memory, and their rewordings, other processes of ours included. */
export function createWriters({ ports, layout, access, history, undoLog }: Needs) {
  /** Waits for another process of ours, which writes history and undo log after the file, but under the same lock. */
  async function onceWritten(turn: Turn): Promise<void> {
    try {
      await access.lockedIfMade(turn, async () => undefined);
    } catch (error) {
      ports.log('warn', `Whether another of us is writing could not be told: ${toContextureError(error).code}.`);
    }
  }

  return {
    async since(turn: Turn, { hash }: Bytes, before: Bytes | null): Promise<Writer[]> {
      await onceWritten(turn);
      try {
        return writersSince(await history.lines(), layout.contextName, before?.hash ?? null, hash);
      } catch (error) {
        ports.log('warn', `Who wrote a version could not be looked up: ${toContextureError(error).code}.`);
        return [outside];
      }
    },
    async rewordings(turn: Turn): Promise<readonly KnownRewording[]> {
      await onceWritten(turn);
      await undoLog.refresh();
      return undoLog.rewordings();
    },
  };
}
export type Writers = ReturnType<typeof createWriters>;
