import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { useSyncExternalStore } from 'react';
import type { FormatId } from '#shared/contract/capabilities.ts';
import { formatById, limitOf, ownMemory } from '#shared/formats/formats.ts';
import type { MergeConflict } from '#shared/formats/merge.ts';
import { problemOf } from '../../../api/connection.ts';
import type { FileText } from '../../../memory-text/file-text.ts';
import { readText } from '../../../memory-text/read-text.ts';
import { baseOf, isDirty, revert, typedEdits } from '../buffer.ts';
import type { Choice } from '../conflict.ts';
import { useEditor } from '../editor-store.ts';
import { claimDraft, keepTextDraft } from '../text-draft.ts';
import { createFileFollower, mayWrite, rulesOf, summaryNow } from './following.ts';
import { createMerging } from './merging.ts';
import { createSaving } from './saving.ts';
import { createStatus } from './status.ts';
import { createTextEditor } from './text-editor.ts';

/** Editor of one file: keeps and saves its text and merges others' changes, shown or not. Only one exists at a time. */
export type EditorSession = ReturnType<typeof createSession>;

export function withView(session: Pick<EditorSession, 'view'>, work: (view: EditorView) => unknown): void {
  const view = session.view();
  if (view) {
    work(view);
  }
}

type Current = {
  readonly workspace: string;
  readonly format: FormatId | null;
  readonly opening: Promise<EditorSession | null>;
};

let current: Current | null = null;

const formatNow = (workspace: string): FormatId | null => summaryNow(workspace)?.format ?? null;

/** True if the editor is on a workspace, and in its present form. */
const isOn = (workspace: string): boolean =>
  current?.workspace === workspace && current.format === formatNow(workspace);

/** Opens the editor on a workspace's file; null if another was opened meanwhile, or it could not be read. */
export function openEditorSession(workspace: string): Promise<EditorSession | null> {
  if (current === null || !isOn(workspace)) {
    closeSession();
    current = { workspace, format: formatNow(workspace), opening: begin(workspace) };
  }
  return current.opening;
}

function closeSession(): void {
  void current?.opening.then((session) => session?.close());
  current = null;
  useEditor.setState({ status: { kind: 'none' }, choosing: false });
}

/** Closes the editor unless it is on this workspace. Typed text is kept as a draft. */
export function closeOtherSession(workspace: string): void {
  if (current !== null && !isOn(workspace)) {
    closeSession();
  }
}

async function begin(workspace: string): Promise<EditorSession | null> {
  const isCurrent = (): boolean => current?.workspace === workspace;
  useEditor.setState({ status: { kind: 'loading' } });
  try {
    const draft = await claimDraft(workspace);
    const file = await readText(workspace);
    // A version that is no longer kept can't be told from the present one: the draft is then compared with that.
    const typedInto = draft ? await readText(workspace, draft.version).catch(() => file) : file;
    if (!isCurrent()) {
      return null;
    }
    const session = createSession(workspace, typedInto);
    if (draft) {
      session.takeUp(draft, file);
    }
    return session;
  } catch (error) {
    if (isCurrent()) {
      current = null;
      useEditor.setState({ status: { kind: 'failed', problem: problemOf(error) } });
    }
    return null;
  }
}

function createSession(workspace: string, file: FileText) {
  const summary = summaryNow(workspace);
  const editor = createTextEditor({
    workspace,
    file,
    format: summary ? formatById(summary.format, summary.path, limitOf(summary.capabilities)) : ownMemory.format,
    rules: summary && rulesOf(summary),
    mayWrite: mayWrite(summary),
    onChange: changed,
  });
  const { state } = editor;
  const status = createStatus();
  const keeper = keepTextDraft(
    workspace,
    () =>
      isDirty(state())
        ? { version: baseOf(state()).version, edits: typedEdits(state()), origin: merging.origin() }
        : null,
    // Keep the engine's last answer until it has checked the text typed now.
    (isKept, secrets) => status.tell({ isKept, ...(secrets ? { secrets: secrets.join(' and ') } : {}) }),
  );
  const merging = createMerging({ editor, status, keeper });
  const following = createFileFollower({ workspace, editor, status, merging });
  const saving = createSaving({ workspace, editor, status, merging, keeper, following });

  function changed(before: EditorState): void {
    if (!before.doc.eq(state().doc) || baseOf(before) !== baseOf(state())) {
      const dirty = isDirty(state());
      keeper.changed(dirty);
      status.tell({ dirty, ...(dirty ? {} : { restoredDraftAt: null, problem: null }) });
      merging.considerSoon();
    }
  }

  following.followSoon();
  return {
    state,
    view: editor.view,
    show(parent: HTMLElement) {
      const hide = editor.show(parent);
      following.followSoon();
      return hide;
    },
    onUpdate: editor.onUpdate,
    save: saving.save,
    choose(conflict: MergeConflict, choice: Choice): void {
      merging.choose(conflict, choice);
      void saving.goOn();
    },
    putOff: saving.putOff,
    revert: (): void => editor.dispatch(revert(state())),
    takeUp: saving.takeUp,
    close(): void {
      keeper.close();
      for (const part of [status, saving, merging, following, editor]) {
        part.close();
      }
    },
  };
}

/** Part of the editor's state. `select` must return the same value for the same content, so that little is redrawn. */
export function useEditorState<T>(
  session: Pick<EditorSession, 'onUpdate' | 'state'>,
  select: (state: EditorState) => T,
): T {
  return useSyncExternalStore(session.onUpdate, () => select(session.state()));
}
