import type { Draft } from '#shared/contract/features/text.ts';
import { call, type Problem, problemOf } from '../../../api/connection.ts';
import type { DraftKeeper } from '../../../api/draft-keeper.ts';
import { type FileText, fileText } from '../../../memory-text/file-text.ts';
import { readText } from '../../../memory-text/read-text.ts';
import { say } from '../../../services/notices.ts';
import { tellDone } from '../../../services/undo.ts';
import { baseOf, isDirty, mergeTheirs, restoreTyping, typedEdits } from '../buffer.ts';
import { useEditor } from '../editor-store.ts';
import { claimDraft } from '../text-draft.ts';
import type { FileFollower, FollowingParts } from './following.ts';
import type { EditorStatus } from './status.ts';

const tooMuch = 'You changed more than can be saved at once, about 4 MB. Undo some of it, save, and go on.';

type ClaimedDraft = Draft & { readonly text: string };

type Parts = FollowingParts & { readonly keeper: DraftKeeper; readonly following: FileFollower };

export function createSaving({ workspace, editor, status, merging, keeper, following }: Parts) {
  const { state } = editor;
  let isClosed = false;
  /** Set while a choice is all that a save waits for. */
  let isWaiting = false;

  async function save(): Promise<void> {
    await following.settled();
    if (status.now().saving) {
      return;
    }
    merging.reconsider();
    isWaiting = isAsked(status);
    if (isWaiting) {
      return;
    }
    if (!isDirty(state())) {
      say('There is nothing to save.');
      return;
    }
    status.tell({ saving: true, problem: null });
    const sent = state().doc;
    const { version } = baseOf(state());
    try {
      const result = await call('text.save', { workspace, version, edits: typedEdits(state()) });
      tellDone(workspace, result, true);
    } catch (error) {
      status.tell({ saving: false });
      isWaiting = await explain(problemOf(error), { workspace, status, merging, following });
      return;
    }
    try {
      merging.take(await readText(workspace), sent);
      status.tell({ saving: false, restoredDraftAt: null });
      await offerNextDraft();
    } catch {
      // It is saved. The new file is read as soon as possible.
      status.tell({ saving: false });
    } finally {
      following.followSoon();
    }
  }

  /** Windows or tabs that are gone may have left more unsaved text. */
  async function offerNextDraft(): Promise<void> {
    await keeper.settled();
    const draft = isDirty(state()) ? null : await claimDraft(workspace);
    if (draft !== null && !isClosed && !isDirty(state())) {
      const typedInto = await readText(workspace, draft.version).catch(() => baseOf(state()));
      const now = baseOf(state());
      editor.dispatch(mergeTheirs(state(), typedInto, state().doc.toString()).spec);
      restoreDraft(draft, now);
    }
  }

  /** Restores typed text into the present version, and what was written since. */
  function restoreDraft({ text, at, origin }: ClaimedDraft, file: FileText): void {
    keeper.tookUp();
    editor.dispatch(restoreTyping(state(), fileText(null, text).doc.toString()));
    merging.setOrigin(origin);
    merging.take(file);
    status.tell({ restoredDraftAt: isDirty(state()) ? at : null });
  }

  /** A choice made while a save waited for it continues the save. */
  async function goOn(): Promise<void> {
    if (isWaiting && status.now().conflicts.length === 0) {
      isWaiting = false;
      if (isDirty(state())) {
        await save();
      }
    }
  }

  return {
    save,
    goOn,
    /** Postpones the choice: nothing is saved by it. */
    putOff(): void {
      isWaiting = false;
      useEditor.setState({ choosing: false });
    },
    takeUp: restoreDraft,
    close(): void {
      isClosed = true;
    },
  };
}

/** Asks the person to choose, if there is anything to choose. */
function isAsked(status: EditorStatus): boolean {
  const isOpen = status.now().conflicts.length > 0;
  if (isOpen) {
    useEditor.setState({ choosing: true });
  }
  return isOpen;
}

type ExplainParts = Pick<Parts, 'workspace' | 'status' | 'merging' | 'following'>;

/** @returns true if the person is asked to choose */
async function explain(problem: Problem, { workspace, status, merging, following }: ExplainParts): Promise<boolean> {
  if (problem.code === 'text_conflict' || problem.code === 'version_unknown') {
    await readText(workspace).then(
      (theirs) => merging.take(theirs),
      () => undefined,
    );
    if (isAsked(status)) {
      return true;
    }
  }
  status.tell({ problem: problem.code === 'too_large' ? { ...problem, message: tooMuch } : problem });
  following.followSoon();
  return false;
}
