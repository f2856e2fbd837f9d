import type { Change } from '#shared/contract/changes.ts';
import { patchBetween } from '#shared/formats/entry-patch.ts';
import type { Author } from '../history/history.ts';
import type { WrittenFile, WrittenStep } from '../steps/step.ts';
import type { ArchivingAction, UndoneFile, UndoRecord, UndoRequest } from '../steps/undo-record.ts';
import type { LockedTurn } from '../workspace/access.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import type { UndoLog } from './undo-log.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'layout'> & { readonly undoLog: UndoLog };

const stackOf = (who: Author, undoes: UndoRequest | null) =>
  who !== 'person' ? null : undoes?.how === 'undo' ? 'undone' : 'done';

export function createUndoNotes({ ports, undoLog, layout }: Needs) {
  function undoneFile({ path, before, after }: WrittenFile, { undo, rewordings }: WrittenStep['step']): UndoneFile {
    const file = layout.nameOf(path);
    const format = layout.formatOf(file);
    const isMemory = path === layout.contextPath;
    if (!format || !after?.document || (isMemory && undo === 'by text')) {
      return { file, by: 'version', before: before?.hash ?? null, after: after?.hash ?? null };
    }
    const earlier = before?.document ?? format.read('');
    const patch = isMemory
      ? patchBetween(
          after.document,
          earlier,
          undoLog.absent(),
          rewordings.map(({ from, to }) => ({ from: to, to: from })),
        )
      : patchBetween(after.document, earlier);
    const versions = before && { before: before.hash, after: after.hash };
    return { file, by: 'entry', patch, versions };
  }

  async function note(
    locked: LockedTurn,
    who: Author,
    label: string,
    noted: Pick<UndoRecord, 'files' | 'moves' | 'folder' | 'archiving'>,
    undoes: UndoRequest | null,
  ): Promise<Change> {
    const change: Change = { id: ports.newId(), label };
    const undo: UndoRecord = { change, name: undoes?.undo.name ?? label, ...noted, at: ports.clock.now() };
    await undoLog.add(locked, undo, stackOf(who, undoes), undoes?.undo.change.id ?? null);
    return change;
  }

  return {
    add: (locked: LockedTurn, who: Author, { step, files }: WrittenStep, undoes: UndoRequest | null) => {
      const { label, moves, folder } = step;
      return note(locked, who, label, { files: files.map((file) => undoneFile(file, step)), moves, folder }, undoes);
    },
    addArchiving: (locked: LockedTurn, who: Author, archiving: ArchivingAction, undoes: UndoRequest | null) => {
      const label = archiving.doing === 'archive' ? 'Archived a workflow' : 'Restored a workflow';
      return note(locked, who, label, { files: [], moves: [], folder: null, archiving }, undoes);
    },
  };
}
