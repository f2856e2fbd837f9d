import type { EntryRef } from '#shared/entries/entry.ts';
import type { EntryPatch } from '#shared/formats/entry-patch.ts';
import { eraseFromRef } from '#shared/formats/erase.ts';
import type { FileFormat } from '#shared/formats/format.ts';
import type { Neighbour } from '#shared/formats/neighbours.ts';
import { cutAcross, type Eraser, isNothingElse, joined } from '#shared/text/eraser.ts';
import { textsIn } from '../erasure/app-data-area.ts';
import type { UndoneFile, UndoRecord } from '../steps/undo-record.ts';
import type { ErasableArea, ErasureStep } from '../workspace/erasable-area.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import type { UndoLog } from './undo-log.ts';
import type { UndoLogLine } from './undo-log-lines.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'layout' | 'access' | 'dataFolder'> & { readonly undoLog: UndoLog };

export function undoArea(needs: Needs): ErasableArea {
  const { access, undoLog, layout } = needs;
  return {
    holds: 'app data',
    size: async () => 1,
    texts: (search) => textsIn(needs, { path: undoLog.path(), place: 'undo', kind: 'json lines' }, search),
    erase: ({ turn, eraser, renamed, tryOnFile }) =>
      access.locked(turn, async (locked) => {
        const erased = { eraser, renamed, format: layout.format };
        await tryOnFile(undoLog.path(), () => undoLog.rewrite(locked, (line) => eraseFromUndoLog(line, erased)));
      }),
    remembers: null,
  };
}

type ErasedFile = Pick<ErasureStep, 'eraser' | 'renamed'> & { readonly format: FileFormat };

/** Erases a text from an undo record; null if nothing else is left of it. */
function eraseFromUndoLog(line: UndoLogLine, erased: ErasedFile): UndoLogLine | null {
  if (line.type === 'passed') {
    return line;
  }
  const undo = eraseFromUndo(line.undo, erased);
  if (JSON.stringify(undo) === JSON.stringify(line.undo)) {
    return line;
  }
  return isEmpty(undo) ? null : { ...line, undo };
}

function eraseFromUndo(undo: UndoRecord, { eraser, renamed, format }: ErasedFile): UndoRecord {
  const { change, name, moves, folder, archiving, at, files } = undo;
  const hashOf = (hash: string | null | undefined): string | null =>
    hash == null ? null : (renamed.get(hash) ?? hash);
  return {
    change: { ...change, label: eraser.cutFromLabel(change.label) },
    name: eraser.cutFromLabel(name),
    files: files.flatMap((undone): UndoneFile[] => {
      if (undone.by === 'entry') {
        const [before, after] = [hashOf(undone.versions?.before), hashOf(undone.versions?.after)];
        const versions = before === null || after === null || before === after ? null : { before, after };
        return [{ ...undone, patch: eraseFromPatch(undone.patch, eraser, format), versions }];
      }
      const before = hashOf(undone.before);
      const after = hashOf(undone.after);
      return before === after ? [] : [{ ...undone, before, after }];
    }),
    moves: moves.flatMap((move) => {
      const key = move.key === null ? null : eraser.cut(move.key);
      const isErased = [move.value, joined(move)].some((text) => isNothingElse(eraser, text));
      return isErased ? [] : [{ ...move, key, value: eraser.cut(cutAcross(eraser, move)) }];
    }),
    folder,
    archiving,
    at,
  };
}

function eraseFromPatch(patch: EntryPatch, eraser: Eraser, format: FileFormat): EntryPatch {
  const erasedRefs = new Map<EntryRef, EntryRef | null>();
  const erased = (ref: EntryRef): EntryRef | null => {
    const earlier = erasedRefs.get(ref);
    const after = earlier === undefined ? eraseFromRef(ref, eraser, format) : earlier;
    erasedRefs.set(ref, after);
    return after;
  };
  const all = (refs: readonly EntryRef[]): EntryRef[] => refs.flatMap((ref) => erased(ref) ?? []);
  return {
    remove: all(patch.remove),
    add: patch.add.flatMap((lines) => {
      const ref = erased(lines.ref);
      const after = lines.after.flatMap((neighbour) => eraseFromNeighbour(neighbour, eraser, erased));
      return ref === null ? [] : [{ ...lines, ref, after, before: all(lines.before) }];
    }),
    change: patch.change.flatMap((pair) => {
      const [from, to] = [erased(pair.from), erased(pair.to)];
      return from === null || to === null || from.raw === to.raw ? [] : [{ from, to }];
    }),
  };
}

function eraseFromNeighbour(
  neighbour: Neighbour,
  eraser: Eraser,
  erased: (ref: EntryRef) => EntryRef | null,
): Neighbour[] {
  if ('line' in neighbour) {
    const line = eraser.cut(neighbour.line);
    return line === '' && neighbour.line !== '' ? [] : [{ ...neighbour, line }];
  }
  const entry = erased(neighbour.entry);
  return entry === null ? [] : [{ ...neighbour, entry }];
}

function isEmpty({ files, archiving }: UndoRecord): boolean {
  return (
    archiving === undefined &&
    files.every(
      (undone) =>
        undone.by === 'entry' &&
        undone.patch.remove.length + undone.patch.add.length + undone.patch.change.length === 0,
    )
  );
}
