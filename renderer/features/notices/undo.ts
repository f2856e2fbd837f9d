import { create } from 'zustand';
import type { Change, ChangeResult } from '#shared/contract/model.ts';
import { openedIn, useApp } from '../../api/app-store.ts';
import { call } from '../../api/connection.ts';
import { problemOf } from '../../api/problem.ts';
import { announce } from '../../ui/announcer.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import type { Command } from '../keyboard/shortcuts.ts';
import { notices, sayChange, sayOnce, sayProblem } from './notices.ts';

type Done = { readonly change: Change; readonly notice: string | null };

type UndoState = {
  /** What this window did and has not taken back, the latest last. */
  readonly done: readonly Done[];
  /** What it took back and has not done again, the latest last. Its change is the one that took back. */
  readonly undone: readonly Done[];
  /** Taking back would bring a key that has been learned again meanwhile: a question. */
  readonly question: { readonly change: Change; readonly message: string } | null;
};

const nothing: UndoState = { done: [], undone: [], question: null };

export const useUndo = create<UndoState>(() => nothing);

/** The folder that everything above was done in. */
let place: string | null = null;

useApp.subscribe(({ stage }, { stage: before }) => {
  const next = openedIn(stage)?.workspace.path ?? null;
  if (stage.kind === 'choosing' && before.kind === 'open') {
    // What can be taken back there is offered there.
    notices.close();
  }
  // While it starts or has failed, nothing has been left yet.
  if (next !== place && (stage.kind === 'open' || stage.kind === 'choosing')) {
    const left = place !== null;
    place = next;
    if (left) {
      forgetAll();
    }
  }
});

/** Takes down every notice and forgets what could be taken back: none of it may act on another memory. */
export function forgetAll(): void {
  useUndo.setState(nothing);
  notices.close();
}

/** Says what was done, and remembers it for undo, unless the workspace has been left meanwhile. */
export function tellDone(workspace: string, result: ChangeResult, corrected = false): void {
  const { change } = result;
  if (change && isOpen(workspace)) {
    const notice = sayChange(result, 'Undo', corrected);
    useUndo.setState(({ done }) => ({ done: [...done, { change, notice }], undone: [] }));
  }
}

function undoLatest(): void {
  const latest = useUndo.getState().done.at(-1);
  if (latest) {
    void undo(latest.change.id);
  } else {
    sayOnce('undo', 'Nothing to undo.');
  }
}

function redoLatest(): void {
  const latest = useUndo.getState().undone.at(-1);
  if (latest) {
    void undo(latest.change.id);
  } else {
    sayOnce('undo', 'Nothing to redo.');
  }
}

/** Carries out the commands to undo and to redo; false for any other. */
export function takeBack(command: Command): boolean {
  if (command === 'undo') {
    undoLatest();
  } else if (command === 'redo') {
    redoLatest();
  }
  return command === 'undo' || command === 'redo';
}

/** Takes one change back, whatever was done after it. To redo is to take back what took it back. */
export async function undo(id: string, onTwin?: 'replace' | 'keep_both'): Promise<void> {
  const { stage } = useApp.getState();
  if (stage.kind !== 'open' || underWay.has(id)) {
    return;
  }
  const { done, undone, question } = useUndo.getState();
  const again = undone.some((item) => item.change.id === id);
  const known = [...done, ...undone].find((item) => item.change.id === id);
  const label = known?.change.label ?? question?.change.label ?? 'The change';
  const workspace = stage.workspace.id;
  underWay.add(id);
  try {
    const params = { workspace, change: id };
    const result = await call('context.undo', onTwin ? { ...params, onTwin } : params);
    if (!isOpen(workspace)) {
      return;
    }
    forget(id);
    if (known?.notice) {
      notices.close(known.notice);
    }
    const title = again ? `Redone: ${label}` : `Undone: ${label}`;
    const { change } = result;
    if (change) {
      const notice = sayChange({ ...result, change: { ...change, label: title } }, again ? 'Undo' : 'Redo');
      const item = { change: { ...change, label }, notice };
      useUndo.setState((state) => (again ? { done: [...state.done, item] } : { undone: [...state.undone, item] }));
    } else {
      announce(title);
    }
    keepFocus();
  } catch (error) {
    const problem = problemOf(error);
    if (!isOpen(workspace)) {
      return;
    }
    if (problem.code === 'key_exists') {
      useUndo.setState({ question: { change: { id, label }, message: problem.message } });
    } else {
      if (problem.code === 'change_unknown' || problem.code === 'change_superseded') {
        forget(id);
      }
      sayProblem(problem, again ? 'It could not be done again' : 'It could not be taken back', 'undo-problem');
    }
  } finally {
    underWay.delete(id);
  }
}

/** Changes that are being taken back this moment, so that a key held down asks once. */
const underWay = new Set<string>();

function isOpen(workspace: string): boolean {
  const { stage } = useApp.getState();
  return stage.kind === 'open' && stage.workspace.id === workspace;
}

function forget(id: string): void {
  const others = (items: readonly Done[]): readonly Done[] => items.filter((item) => item.change.id !== id);
  useUndo.setState(({ done, undone }) => ({ done: others(done), undone: others(undone), question: null }));
}

export function closeQuestion(): void {
  useUndo.setState({ question: null });
}
