import { create } from 'zustand';
import type { Writer } from '#shared/contract/fields.ts';
import type { EntryRef } from '#shared/entries/entry.ts';
import type { MergeConflict } from '#shared/formats/merge.ts';
import type { Problem } from '../../api/connection.ts';
import { showInEditor } from '../../jumps.ts';

/** Editor state the page knows without loading the editor. */
type EditorStatus =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | {
      readonly kind: 'ready';
      readonly dirty: boolean;
      readonly saving: boolean;
      /** True if the typed text would survive a crash at this moment. */
      readonly isKept: boolean;
      /** Suspected secrets in the typed text, in words; empty for none. */
      readonly secrets: string;
      readonly problem: Problem | null;
      /** Changes made both here and by others that wait for the person's choice. */
      readonly conflicts: readonly MergeConflict[];
      readonly conflictsWith: readonly Writer[];
      /** Time a restored draft was typed, in milliseconds since 1970; null if none was restored. */
      readonly restoredDraftAt: number | null;
      readonly news: string | null;
    };

export type ReadyEditor = Extract<EditorStatus, { kind: 'ready' }>;

type EditorStore = {
  readonly status: EditorStatus;
  readonly choosing: boolean;
  /** Entry to show once the editor is loaded. */
  readonly target: EntryRef | null;
  /** True while the outline is open over the text, on narrow windows. */
  readonly outlineOpen: boolean;
};

const nothingOpen: EditorStore = {
  status: { kind: 'none' },
  choosing: false,
  target: null,
  outlineOpen: false,
};

export const useEditor = create<EditorStore>(() => nothingOpen);

export const useEditorDirty = (): boolean => useEditor(({ status }) => status.kind === 'ready' && status.dirty);

showInEditor.answer((target) => useEditor.setState({ target }));
