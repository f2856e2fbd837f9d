import type { Bytes } from '../app-files/file-version.ts';
import type { ErasureRegistry } from '../erasure/erasure-registry.ts';
import { createReappearances } from '../erasure/reappearances.ts';
import { createRedaction, redactedHistory } from '../erasure/redaction.ts';
import { createHistory } from '../history/history.ts';
import { createDrafts } from '../memory/drafts.ts';
import type { Ports } from '../ports.ts';
import { createUndoLog } from '../undo/undo-log.ts';
import type { Base } from './base.ts';
import { durableHistory, durableWriteAheadLog } from './durability.ts';
import { createLateWrites } from './late-writes.ts';
import { createWriteAheadLog } from './write-ahead-log.ts';

export type Kept = ReturnType<typeof createKept>;

/** What of a workspace is kept in the app's data: versions, drafts, what can be undone, what was begun. */
export function createKept(ports: Ports, base: Base, erasureRegistry: ErasureRegistry) {
  const { layout, access, durability, dataFolder, tell } = base;
  const { paths, clock } = ports;
  const folder = dataFolder.current;
  const read = (file: string, text: string) => layout.formatOf(file)?.read(text) ?? null;
  const redaction = createRedaction(ports, layout.formatOf);
  const reappearances = createReappearances(ports, erasureRegistry, {
    folder,
    read,
    onChange: () => tell('erase.changed', {}),
  });
  const versions = createHistory(ports, () => paths.join(folder(), 'history'), {
    read,
    onChange: () => tell('history.changed', {}),
  });
  const history = redactedHistory(durableHistory(ports, versions, durability), redaction, reappearances);

  /** @param action what the person did to make it so; left out where another program wrote it */
  async function keep(path: string, { hash, bytes }: Bytes, action?: string): Promise<void> {
    const by =
      action === undefined ? ({ who: 'outside', action: 'read' } as const) : ({ who: 'person', action } as const);
    await history.keep({ at: clock.now(), file: layout.nameOf(path), ...by, hash, bytes });
  }

  const onUnmerged = (message: string): void => tell('notice', { severity: 'warning', message });
  return {
    redaction,
    reappearances,
    history,
    keep,
    writeAheadLog: durableWriteAheadLog(createWriteAheadLog(ports, folder, layout), durability),
    drafts: createDrafts(ports, folder),
    undoLog: createUndoLog(ports, folder, layout),
    lateWrites: createLateWrites(ports, { layout, access, redaction, keep, onUnmerged }),
  };
}
