import type { Change } from '#shared/contract/changes.ts';
import type { EntryPatch } from '#shared/formats/entry-patch.ts';
import type { FolderMove } from '../steps/step.ts';
import type { Move } from '../workspace/moves.ts';

/** What undoes a change, file by file: plain data, carried out by entries on whatever the files hold by then. */
export type UndoRecord = {
  readonly change: Change;
  /** What the person did, however often it was undone and redone since. */
  readonly name: string;
  readonly files: readonly UndoneFile[];
  readonly moves: readonly Move[];
  /** A folder that was moved; its files are named by where they stand since. */
  readonly folder: FolderMove | null;
  /** What was done to a whole workflow, which its opposite takes back. */
  readonly archiving?: Archiving | undefined;
  /** When it was done, in milliseconds since 1970; an earlier Contexture did not note that. */
  readonly at?: number | undefined;
};

export type Archiving = { readonly doing: 'archive' | 'restore'; readonly id: string };

/** A file by its name below the workspace's root, and how it is changed back. */
export type UndoneFile =
  | {
      readonly file: string;
      readonly by: 'entry';
      readonly patch: EntryPatch;
      /** Hashes of its versions: one that is as it was left goes back byte for byte. Null where there was no file. */
      readonly versions: { readonly before: string; readonly after: string } | null;
    }
  /** By the hashes of its versions, where it was changed as text, or has no entries; null where there was no file. */
  | { readonly file: string; readonly by: 'version'; readonly before: string | null; readonly after: string | null };

/** What changes a file back entry by entry; nothing where it was not changed so. */
export function patchOf({ files }: UndoRecord, name: string): EntryPatch {
  const undone = files.find(({ file }) => file === name);
  return undone?.by === 'entry' ? undone.patch : noPatch;
}

export const noPatch: EntryPatch = { remove: [], add: [], change: [] };
