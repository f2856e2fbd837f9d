import { create } from 'zustand';
import type { Writer } from '#shared/contract/fields.ts';
import type { EntryRef } from '#shared/entries/entry.ts';
import type { MergeConflict } from '#shared/formats/merge.ts';
import type { Problem } from '../../api/connection.ts';
import { showInEditor } from '../../jumps.ts';

/** What the page knows of the editor without loading it. */
type EditorStatus =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | {
      readonly kind: 'ready';
      readonly dirty: boolean;
      readonly saving: boolean;
      /** Whether what was typed would survive a crash at this moment. */
      readonly kept: boolean;
      /** What looks like secrets in what was typed, in words; empty for none. */
      readonly secrets: string;
      readonly problem: Problem | null;
      /** What was changed here and by others, and waits for the person's choice. */
      readonly conflicts: readonly MergeConflict[];
      readonly conflictsWith: readonly Writer[];
      /** When the draft that was restored had been typed, in milliseconds since 1970; null if there was none. */
      readonly restoredDraftAt: number | null;
      /** What others did just now, in a sentence. */
      readonly news: string | null;
    };

export type ReadyEditor = Extract<EditorStatus, { kind: 'ready' }>;

type EditorStore = {
  readonly status: EditorStatus;
  readonly choosing: boolean;
  /** The entry to show as soon as the editor is there. */
  readonly target: EntryRef | null;
  /** On narrow windows: whether the outline is open over the text. */
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
