import type { EntryRef } from '#shared/entries/entry.ts';
import { eraseFromRef } from '#shared/formats/context/erase.ts';
import type { EntryPatch } from '#shared/formats/context/patch.ts';
import { type Eraser, isNothingElse } from '#shared/text/eraser.ts';
import type { UndoRecord } from '../undo/undo-log.ts';
import type { UndoLogLine } from '../undo/undo-log-lines.ts';

/**
 * What takes a change back, without a text that was erased: what it would bring back is left out, and so is a change of
 * which nothing else is left.
 * @param renamed hashes of versions that have become others
 */
export function eraseFromUndoLog(
  line: UndoLogLine,
  eraser: Eraser,
  renamed: ReadonlyMap<string, string>,
): UndoLogLine | null {
  if (line.type === 'passed') {
    return line;
  }
  const undo = eraseFromUndo(line.undo, eraser, renamed);
  if (JSON.stringify(undo) === JSON.stringify(line.undo)) {
    return line;
  }
  return isEmpty(undo) ? null : { ...line, undo };
}

function eraseFromUndo(undo: UndoRecord, eraser: Eraser, renamed: ReadonlyMap<string, string>): UndoRecord {
  const { change, name, text, context, moves, archives } = undo;
  const nameOf = (hash: string): string => renamed.get(hash) ?? hash;
  const both = text && { before: text.before === null ? null : nameOf(text.before), after: nameOf(text.after) };
  return {
    change: { ...change, label: eraser.cutFromLabel(change.label) },
    name: eraser.cutFromLabel(name),
    text: both?.before === both?.after ? null : both,
    context: eraseFromPatch(context, eraser),
    moves: moves.flatMap((move) =>
      isNothingElse(eraser, move.value)
        ? []
        : [{ ...move, key: move.key === null ? null : eraser.cut(move.key), value: eraser.cut(move.value) }],
    ),
    archives: archives.map(({ name: archive, patch }) => ({ name: archive, patch: eraseFromPatch(patch, eraser) })),
  };
}

function eraseFromPatch(patch: EntryPatch, eraser: Eraser): EntryPatch {
  const known = new Map<EntryRef, EntryRef | null>();
  const erased = (ref: EntryRef): EntryRef | null => {
    const after = known.get(ref) === undefined ? eraseFromRef(ref, eraser) : (known.get(ref) ?? null);
    known.set(ref, after);
    return after;
  };
  const all = (refs: readonly EntryRef[]): EntryRef[] => refs.flatMap((ref) => erased(ref) ?? []);
  return {
    remove: all(patch.remove),
    add: patch.add.flatMap((lines) => {
      const ref = erased(lines.ref);
      return ref === null ? [] : [{ ...lines, ref, after: all(lines.after) }];
    }),
    change: patch.change.flatMap((pair) => {
      const [from, to] = [erased(pair.from), erased(pair.to)];
      return from === null || to === null || from.raw === to.raw ? [] : [{ from, to }];
    }),
  };
}

function isEmpty({ text, context, archives }: UndoRecord): boolean {
  const patches = [context, ...archives.map(({ patch }) => patch)];
  return text === null && patches.every(({ remove, add, change }) => remove.length + add.length + change.length === 0);
}
