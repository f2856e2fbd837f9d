import type { EntryView } from '#shared/contract/features/memory.ts';
import type { Writer } from '#shared/contract/fields.ts';

/** An entry being edited in place: what it said when editing began, and what the person has typed since. */
export type OpenEdit = {
  readonly id: string;
  readonly base: EntryView;
  readonly draft: string;
  readonly state:
    | { readonly kind: 'typing' }
    | { readonly kind: 'saving' }
    | { readonly kind: 'refused'; readonly message: string }
    /** The entry changed outside before anything was typed; the editor followed. */
    | { readonly kind: 'followed'; readonly by: readonly Writer[] }
    /** Changed outside while something was typed. */
    | { readonly kind: 'changed'; readonly theirs: EntryView; readonly by: readonly Writer[] }
    /** Removed outside; `index` is where it was, so the row stays there while the person decides. */
    | { readonly kind: 'gone'; readonly index: number; readonly by: readonly Writer[] };
};

export function beginEditing(entry: EntryView): OpenEdit {
  return { id: entry.id, base: entry, draft: entry.value, state: { kind: 'typing' } };
}

/** The entries with the one being edited among them, even if it is gone by now. */
export function withEdited(entries: readonly EntryView[], editing: OpenEdit | null): readonly EntryView[] {
  return editing?.state.kind === 'gone' ? entries.toSpliced(editing.state.index, 0, editing.base) : entries;
}

export const isEditDirty = (editing: OpenEdit): boolean => editing.draft !== editing.base.value;

/** Edit after entries changed: an untouched draft follows, a touched one becomes a question, a pin or date asks nothing. */
export function meetChange(
  editing: OpenEdit,
  current: EntryView | undefined,
  index: number,
  by: readonly Writer[],
): OpenEdit {
  if (current === undefined) {
    return editing.state.kind === 'gone' ? editing : { ...editing, state: { kind: 'gone', index, by } };
  }
  const latest = editing.state.kind === 'changed' ? editing.state.theirs : editing.base;
  if (editing.state.kind !== 'gone' && current.raw === latest.raw && current.ordinal === latest.ordinal) {
    return editing;
  }
  if (current.value === editing.base.value && current.key === editing.base.key) {
    return { ...editing, base: current, state: { kind: 'typing' } };
  }
  if (current.value === editing.draft) {
    // Both said the same.
    return { ...editing, base: current, state: { kind: 'typing' } };
  }
  if (!isEditDirty(editing)) {
    return { ...editing, base: current, draft: current.value, state: { kind: 'followed', by } };
  }
  return { ...editing, state: { kind: 'changed', theirs: current, by } };
}
