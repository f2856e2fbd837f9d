import { ContextureError } from '#shared/contract/errors.ts';
import type { Change } from '#shared/contract/model.ts';
import type { EntryPatch, PlacedLines } from '#shared/formats/context/patch.ts';
import type { Move } from './intents.ts';

/** What takes a change back, file by file: plain data, carried out by entries on whatever the files hold by then. */
export type Undo = {
  readonly change: Change;
  /** Versions of the context file, where it was changed as text rather than by entries. */
  readonly text: { readonly before: string | null; readonly after: string } | null;
  readonly context: EntryPatch;
  readonly moves: readonly Move[];
  readonly archives: readonly { readonly name: string; readonly patch: EntryPatch }[];
};

const mostKept = 1000;
const mostAbsent = 100;

/** The changes made at interfaces of this engine since it started, so that each can be taken back, in any order. */
export function createJournal() {
  const undos = new Map<string, Undo>();
  return {
    add(undo: Undo): void {
      undos.set(undo.change.id, undo);
      const [oldest] = undos.keys();
      if (undos.size > mostKept && oldest !== undefined) {
        undos.delete(oldest);
      }
    },
    /** @throws `change_unknown` */
    find(id: string): Undo {
      const undo = undos.get(id);
      if (!undo) {
        throw new ContextureError(
          'change_unknown',
          'That change can no longer be taken back: it is too long ago, or was taken back already.',
          { change: id },
        );
      }
      return undo;
    },
    /** Entries taken out of the context that may come back, oldest first. */
    absent(): PlacedLines[] {
      return [...undos.values()].slice(-mostAbsent).flatMap((undo) => undo.context.add);
    },
    done(id: string): void {
      undos.delete(id);
    },
  };
}
