import type { MergeConflict } from '#shared/formats/merge.ts';
import { latestWriters } from '../../../api/context-store.ts';
import type { DraftKeeper } from '../../../api/draft-keeper.ts';
import { editorFormat } from '../../../memory-text/editor-rules.ts';
import type { FileText } from '../../../memory-text/file-text.ts';
import { announce } from '../../../ui/announcer.tsx';
import { writersAtStart } from '../../../wording/writers.ts';
import { baseOf, isDirty, mergeTheirs } from '../buffer.ts';
import { type Choice, conflictEdits, nextOrigin } from '../conflict.ts';
import { useEditor } from '../editor-store.ts';
import type { EditorStatus } from './status.ts';
import type { TextEditor } from './text-editor.ts';

/** Milliseconds after a key until the open choices are checked again. */
const considersAfter = 200;

export type TextMerger = ReturnType<typeof createMerging>;

type Parts = { readonly editor: TextEditor; readonly status: EditorStatus; readonly keeper: DraftKeeper };

/** Merges others' changes with typed text, and keeps conflicts until the person chooses. */
export function createMerging({ editor, status, keeper }: Parts) {
  const { state } = editor;
  let origin: string | null = null;
  let isSettling = false;
  let considering: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  /** Changes the text without checking the choices again. */
  function change(spec: Parameters<TextEditor['dispatch']>[0]): void {
    isSettling = true;
    editor.dispatch(spec);
    isSettling = false;
  }

  /** Merges a version of the file. `typedInto` is the text it was typed into, if that is not the present version. */
  function mergeText(theirs: FileText, typedInto: { toString(): string } = baseOf(state()).doc): void {
    const before = origin ?? typedInto.toString();
    const { spec, conflicts } = mergeTheirs(state(), theirs, before);
    const openBefore = status.now().conflicts.length;
    change(spec);
    leaveOpen(theirs, before, isDirty(state()) ? conflicts : []);
    if (conflicts.length > openBefore) {
      reportConflicts(conflicts.length, status);
    }
  }

  function leaveOpen(theirs: FileText, before: string, open: readonly MergeConflict[]): void {
    origin = open.length === 0 ? null : nextOrigin(state().facet(editorFormat), theirs.doc.toString(), before, open);
    status.tell({ conflicts: open });
    keeper.changed(isDirty(state()));
    if (open.length === 0 && useEditor.getState().choosing) {
      useEditor.setState({ choosing: false });
    }
  }

  /** Further typing changes the conflicts, and may leave none. */
  function reconsider(): void {
    clearTimeout(considering);
    if (origin !== null && !isClosed) {
      mergeText(baseOf(state()));
    }
  }

  function choose(chosen: MergeConflict, choice: Choice): void {
    reconsider();
    const { conflicts } = status.now();
    const conflict = conflicts.find((each) => isSameConflict(each, chosen));
    if (!conflict || origin === null) {
      return;
    }
    const open = conflicts.filter((each) => each !== conflict);
    const edits = conflictEdits(conflict, choice);
    if (edits.length > 0) {
      change({ changes: edits.map((edit) => ({ ...edit })), userEvent: 'input.choose' });
    }
    leaveOpen(baseOf(state()), origin, open);
    // The places of the others have moved.
    reconsider();
  }

  return {
    /** Common origin of both sides if there are conflicts; else null. */
    origin: (): string | null => origin,
    setOrigin(next: string | null): void {
      origin = next;
    },
    take: mergeText,
    reconsider,
    considerSoon(): void {
      if (origin !== null && !isSettling) {
        clearTimeout(considering);
        considering = setTimeout(reconsider, considersAfter);
      }
    },
    choose,
    close(): void {
      isClosed = true;
      clearTimeout(considering);
    },
  };
}

function reportConflicts(count: number, status: EditorStatus): void {
  const writers = latestWriters();
  status.tell({ conflictsWith: writers });
  announce(
    `${writersAtStart(writers)} changed ${count === 1 ? 'an entry' : `${count} entries`} you are changing as well.`,
  );
}

const isSameConflict = (one: MergeConflict, other: MergeConflict): boolean =>
  one.key === other.key && one.theirs === other.theirs && one.theirsAt?.from === other.theirsAt?.from;
