import { textsIn } from '../erasure/app-data-area.ts';
import type { ErasableArea } from '../erasure/erasable-area.ts';
import type { Kept } from '../workspace/kept.ts';
import { eraseFromUndoLog } from './erase-undo-log.ts';

/** What undoes changes, which may bring a text back. */
export function undoArea(kept: Kept): ErasableArea {
  const { access, undoLog, layout } = kept;
  return {
    holds: 'app data',
    size: async () => 1,
    texts: (search) => textsIn(kept, { path: undoLog.path(), place: 'undo', kind: 'json lines' }, search),
    erase: ({ turn, eraser, renamed, trying }) =>
      access.locked(turn, async (locked) => {
        await trying(undoLog.path(), () =>
          undoLog.rewrite(locked, (line) => eraseFromUndoLog(line, eraser, renamed, layout.format)),
        );
      }),
  };
}
