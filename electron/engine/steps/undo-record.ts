import type { Change } from '#shared/contract/changes.ts';
import type { EntryPatch } from '#shared/formats/entry-patch.ts';
import type { Move } from './moves.ts';
import type { FolderMove } from './step.ts';

/** Data to undo a change, file by file: applied by entries to the present files. */
export type UndoRecord = {
  readonly change: Change;
  /** Person's original action, however often it was undone and redone since. */
  readonly name: string;
  readonly files: readonly UndoneFile[];
  readonly moves: readonly Move[];
  /** A moved folder; its files are named by their new places. */
  readonly folder: FolderMove | null;
  /** Action on a whole workflow, undone by its opposite. */
  readonly archiving?: ArchivingAction | undefined;
  /** Time of the change, in milliseconds since 1970; an earlier Contexture did not note that. */
  readonly at?: number | undefined;
};

/** A change that is undone, or, if it undid another, redone. */
export type UndoRequest = { readonly how: 'undo' | 'redo'; readonly undo: UndoRecord };

export type ArchivingAction = { readonly doing: 'archive' | 'restore'; readonly id: string };

/** A file by its name below the workspace's root, and how it is changed back. */
export type UndoneFile =
  | {
      readonly file: string;
      readonly by: 'entry';
      readonly patch: EntryPatch;
      /** Hashes of its versions: a file still as it was left is restored byte for byte. Null if there was no file. */
      readonly versions: { readonly before: string; readonly after: string } | null;
    }
  /** Hashes of its versions, if it was changed as text or has no entries; null if there was no file. */
  | { readonly file: string; readonly by: 'version'; readonly before: string | null; readonly after: string | null };

/** Patch that undoes the changes of a file entry by entry; empty if it was not changed that way. */
export function patchOf({ files }: UndoRecord, name: string): EntryPatch {
  const undone = files.find(({ file }) => file === name);
  return undone?.by === 'entry' ? undone.patch : noPatch;
}

export const noPatch: EntryPatch = { remove: [], add: [], change: [] };
