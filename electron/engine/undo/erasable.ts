import { textsIn } from '../erasure/app-data-files.ts';
import type { ErasableArea } from '../erasure/erasable-area.ts';
import type { Ports } from '../ports.ts';
import type { WorkspaceAccess } from '../workspace/access.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';
import { eraseFromUndoLog } from './erase-undo-log.ts';
import type { UndoLog } from './undo-log.ts';

type UndoAreaOptions = {
  readonly access: WorkspaceAccess;
  readonly undoLog: UndoLog;
  readonly layout: WorkspaceLayout;
  /** Folders that are part of no text. */
  readonly roots: readonly string[];
};

/** What undoes changes, which may bring a text back. */
export function undoArea(ports: Ports, { access, undoLog, layout, roots }: UndoAreaOptions): ErasableArea {
  return {
    holds: 'app data',
    size: async () => 1,
    async *texts({ next, unread }) {
      next();
      const path = undoLog.path();
      const parts = await textsIn(ports, { path, kind: 'json lines' }, { roots }).catch((error: unknown) => {
        unread(path, error);
        return [];
      });
      for (const [number, strings] of parts.entries()) {
        for (const text of strings) {
          yield { place: 'undo', thing: `${path} ${number}`, text };
        }
      }
    },
    erase: ({ turn, eraser, renamed, trying }) =>
      access.locked(turn, async (locked) => {
        await trying(undoLog.path(), () =>
          undoLog.rewrite(locked, (line) => eraseFromUndoLog(line, eraser, renamed, layout.format)),
        );
      }),
  };
}
