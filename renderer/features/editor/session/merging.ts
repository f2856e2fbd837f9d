import type { MergeConflict } from '#shared/formats/merge.ts';
import { latestWriters } from '../../../api/context-store.ts';
import { editorFormat } from '../../../memory-text/editor-rules.ts';
import type { FileText } from '../../../memory-text/file-text.ts';
import { announce } from '../../../ui/announcer.tsx';
import { writersAtStart } from '../../../wording/writers.ts';
import { baseOf, isDirty, takeIn } from '../buffer.ts';
import { type Choice, nextOrigin, settle } from '../conflict.ts';
import type { DraftKeeper } from '../draft-keeper.ts';
import { useEditor } from '../editor-store.ts';
import type { Status } from './status.ts';
import type { Surface } from './surface.ts';

/** How long after a key it is looked again what is still to be chosen. */
const considersAfter = 200;

export type Merging = ReturnType<typeof createMerging>;

type Parts = { readonly surface: Surface; readonly status: Status; readonly keeper: DraftKeeper };

/** Merges what others write with what is typed, and keeps what waits for the person's choice. */
export function createMerging({ surface, status, keeper }: Parts) {
  const { state } = surface;
  let origin: string | null = null;
  let settling = false;
  let considering: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  /** Changes the text without asking again what there is to choose. */
  function change(spec: Parameters<Surface['dispatch']>[0]): void {
    settling = true;
    surface.dispatch(spec);
    settling = false;
  }

  /** Takes in a version of the file. `typedInto` is the text it was typed into, where that is not the version at hand. */
  function take(theirs: FileText, typedInto: { toString(): string } = baseOf(state()).doc): void {
    const before = origin ?? typedInto.toString();
    const { spec, conflicts } = takeIn(state(), theirs, before);
    const known = status.now().conflicts.length;
    change(spec);
    leaveOpen(theirs, before, isDirty(state()) ? conflicts : []);
    if (conflicts.length > known) {
      tellConflicts(conflicts.length, status);
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

  /** What is typed on changes what there is to choose, and may leave nothing. */
  function reconsider(): void {
    clearTimeout(considering);
    if (origin !== null && !closed) {
      take(baseOf(state()));
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
    const edits = settle(conflict, choice);
    if (edits.length > 0) {
      change({ changes: edits.map((edit) => ({ ...edit })), userEvent: 'input.choose' });
    }
    leaveOpen(baseOf(state()), origin, open);
    // The places of the others have moved.
    reconsider();
  }

  return {
    /** Where there is something to choose, the text that both sides began with; else null. */
    origin: (): string | null => origin,
    setOrigin(next: string | null): void {
      origin = next;
    },
    take,
    reconsider,
    considerSoon(): void {
      if (origin !== null && !settling) {
        clearTimeout(considering);
        considering = setTimeout(reconsider, considersAfter);
      }
    },
    choose,
    close(): void {
      closed = true;
      clearTimeout(considering);
    },
  };
}

function tellConflicts(count: number, status: Status): void {
  const writers = latestWriters();
  status.tell({ conflictsWith: writers });
  announce(
    `${writersAtStart(writers)} changed ${count === 1 ? 'an entry' : `${count} entries`} you are changing as well.`,
  );
}

const isSameConflict = (one: MergeConflict, other: MergeConflict): boolean =>
  one.key === other.key && one.theirs === other.theirs && one.theirsAt?.from === other.theirsAt?.from;
