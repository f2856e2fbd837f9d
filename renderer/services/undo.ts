import { create } from 'zustand';
import type { ChangeResult } from '#shared/contract/changes.ts';
import type { UndoRedo } from '#shared/contract/features/memory.ts';
import { useApp, workspaceNow } from '../api/app-store.ts';
import { call, problemOf } from '../api/connection.ts';
import { readyContext, useContextStore } from '../api/context-store.ts';
import { keepFocus } from '../ui/keep-focus.ts';
import { changeLabelInWords } from '../wording/names.ts';
import type { Command } from './commands/shortcuts.ts';
import { consequences, notices, notifyOnce, sayDone, sayProblem, type WayBack } from './notices.ts';

type How = 'undo' | 'redo';

/** A change to undo, or the one that undid it, to redo. */
type UndoRequest = { readonly id: string; readonly how: How };

type UndoState = {
  /** Question asked if undoing would restore a key that exists again, with another text. */
  readonly question: (UndoRequest & { readonly message: string }) | null;
};

export const useUndo = create<UndoState>(() => ({ question: null }));

/** Next changes to undo and redo, by the engine, in whatever window they were made. */
export function useUndoRedo(): UndoRedo | null {
  return useContextStore((context) => (context.kind === 'ready' ? context.summary.undoRedo : null));
}

const noticeOf = new Map<string, string>();

/** A change outside the engine's order, such as a setting, and the change it came after. */
type AsideChange = { readonly undo: () => void; readonly after: string | null };

let aside: AsideChange | null = null;

const latestChange = (): string | null => readyContext()?.summary.undoRedo.undo?.id ?? null;

/** Makes such a change the first to undo, for as long as it is the latest. Returns the previous one. */
export function undoFirst(undo: () => void): AsideChange | null {
  const before = aside;
  aside = { undo, after: latestChange() };
  return before;
}

/** Drops such a change: it was not made after all, or is undone another way. */
export function undoNoMore(undo: () => void, before: AsideChange | null = null): void {
  if (aside?.undo === undo) {
    aside = before;
  }
}

/** Folder that the notices belong to. */
let folder: string | null = null;

useApp.subscribe(({ stage }) => {
  const next = stage.kind === 'open' ? stage.workspace.path : null;
  // While the app starts or has failed, nothing has been left yet.
  if (next !== folder && (stage.kind === 'open' || stage.kind === 'choosing')) {
    const left = folder !== null;
    folder = next;
    if (left) {
      forgetAll();
    }
  }
});

/** Closes every notice: none of them may act on another memory. */
export function forgetAll(): void {
  useUndo.setState({ question: null });
  aside = null;
  noticeOf.clear();
  notices.close();
}

/** Reports a change, unless the workspace has been left meanwhile. */
export function tellDone(workspace: string, result: ChangeResult, corrected = false): void {
  if (isOpen(workspace)) {
    notifyChange(result, 'Undo', corrected);
  }
}

function notifyChange(result: ChangeResult, verb: WayBack['verb'], corrected = false): void {
  if (result.change) {
    const { id, label } = result.change;
    const way = { verb, run: () => void undoRedo({ id, how: verb === 'Undo' ? 'undo' : 'redo' }) };
    noticeOf.set(id, sayDone(changeLabelInWords(label), way, consequences(result, corrected) || undefined));
  }
}

function takeLatest(how: How): void {
  if (how === 'undo' && aside?.after === latestChange()) {
    aside.undo();
    return;
  }
  const latest = readyContext()?.summary.undoRedo[how];
  if (latest) {
    void undoRedo({ id: latest.id, how });
  } else {
    notifyOnce('undo', `Nothing to ${how}.`);
  }
}

/** Runs the commands to undo and to redo; false for any other. */
export function undoCommand(command: Command): boolean {
  if (command === 'undo' || command === 'redo') {
    takeLatest(command);
    return true;
  }
  return false;
}

/** Undoes one change, whatever was done after it. Redo undoes the change that undid it. */
export async function undoRedo({ id, how }: UndoRequest, onDuplicate?: 'replace' | 'keep_both'): Promise<void> {
  const workspace = workspaceNow()?.id;
  if (workspace === undefined || underWay.has(id)) {
    return;
  }
  underWay.add(id);
  try {
    const params = { workspace, change: id, ...(onDuplicate ? { onDuplicate } : {}) };
    const result = await (how === 'undo' ? call('context.undo', params) : call('context.redo', params));
    if (!isOpen(workspace)) {
      return;
    }
    useUndo.setState({ question: null });
    closeNotice(id);
    if (result.change) {
      notifyChange(result, how === 'undo' ? 'Redo' : 'Undo');
    } else {
      notifyOnce(
        'undo',
        how === 'undo' ? 'Nothing to undo: it is as it was before.' : 'Nothing to redo: it is as it was.',
      );
    }
    keepFocus();
  } catch (error) {
    const problem = problemOf(error);
    if (!isOpen(workspace)) {
      return;
    }
    if (problem.code === 'key_exists') {
      useUndo.setState({ question: { id, how, message: problem.message } });
    } else {
      useUndo.setState({ question: null });
      sayProblem(problem, how === 'redo' ? 'It could not be redone' : 'It could not be undone', 'undo-problem');
    }
  } finally {
    underWay.delete(id);
  }
}

/** Changes being undone at this moment, so that a key held down undoes once. */
const underWay = new Set<string>();

const isOpen = (workspace: string): boolean => workspaceNow()?.id === workspace;

function closeNotice(change: string): void {
  const notice = noticeOf.get(change);
  if (notice !== undefined) {
    noticeOf.delete(change);
    notices.close(notice);
  }
}

export const closeQuestion = (): void => useUndo.setState({ question: null });
