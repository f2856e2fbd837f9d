import type { Bytes } from '../app-files/file-version.ts';
import { createReappearances } from '../erasure/reappearances.ts';
import { createRedaction, redactedHistory } from '../erasure/redaction.ts';
import { createHistory, type NewVersion } from '../history/history.ts';
import { createDrafts } from '../memory/drafts.ts';
import { createUndoLog } from '../undo/undo-log.ts';
import type { Base } from './base.ts';
import { durableHistory, durableWriteAheadLog } from './durability.ts';
import { createLateWrites } from './late-writes.ts';
import { createWriteAheadLog } from './write-ahead-log.ts';

export type Kept = ReturnType<typeof createKept>;

export function createKept(base: Base) {
  const { ports, layout, durability, dataFolder, tell } = base;
  const folder = dataFolder.current;
  const redaction = createRedaction(ports, layout);
  const reappearances = createReappearances(base);
  const versions = createHistory(ports, () => ports.paths.join(folder(), 'history'), {
    read: layout.read,
    onChange: () => tell('history.changed', {}),
  });
  const history = redactedHistory(durableHistory(ports, versions, durability), redaction, reappearances);

  /** Puts a version of a file into the history: as another program's, unless `by` says who made it. */
  async function keep(path: string, { hash, bytes }: Bytes, by: Partial<NewVersion> = {}): Promise<void> {
    const read = { at: ports.clock.now(), file: layout.nameOf(path), who: 'outside', action: 'read' } as const;
    await history.keep({ ...read, hash, bytes, ...by });
  }

  return {
    ...base,
    redaction,
    reappearances,
    history,
    keep,
    writeAheadLog: durableWriteAheadLog(createWriteAheadLog(ports, folder, layout, base.programLock), durability),
    drafts: createDrafts(ports, folder),
    undoLog: createUndoLog(ports, folder, layout),
    lateWrites: createLateWrites(base, redaction, keep),
  };
}
