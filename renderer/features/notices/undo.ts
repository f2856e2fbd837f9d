import { create } from 'zustand';
import type { Change, ChangeResult } from '#shared/contract/model.ts';
import { useApp } from '../../api/app-store.ts';
import { call } from '../../api/connection.ts';
import { problemOf } from '../../api/problem.ts';
import { announce } from '../../ui/announcer.tsx';
import { notices, say, sayChange, sayProblem } from './notices.ts';

type Done = { readonly change: Change; readonly notice: string | null };

type UndoState = {
  /** What this window did and has not taken back, the latest last. */
  readonly done: readonly Done[];
  /** Taking back would bring a key that has been learned again meanwhile: a question. */
  readonly question: { readonly change: Change; readonly message: string } | null;
};

export const useUndo = create<UndoState>(() => ({ done: [], question: null }));

/** Says what was done, and remembers it for undo. */
export function tellDone(result: ChangeResult, corrected = false): void {
  const { change } = result;
  if (change) {
    const notice = sayChange(result, 'Undo', corrected);
    useUndo.setState(({ done }) => ({ done: [...done, { change, notice }] }));
  }
}

export function undoLatest(): void {
  const latest = useUndo.getState().done.at(-1);
  if (latest) {
    void undo(latest.change.id);
  } else {
    say('There is nothing to undo.');
  }
}

/** Takes one change back, whatever was done after it. */
export async function undo(id: string, onTwin?: 'replace' | 'keep_both'): Promise<void> {
  const { stage } = useApp.getState();
  if (stage.kind !== 'open') {
    return;
  }
  const known = useUndo.getState().done.find((item) => item.change.id === id);
  const label = known?.change.label ?? useUndo.getState().question?.change.label ?? 'The change';
  try {
    const params = { workspace: stage.workspace.id, change: id };
    const result = await call('context.undo', onTwin ? { ...params, onTwin } : params);
    forget(id);
    if (known?.notice) {
      notices.close(known.notice);
    }
    const said = sayChange(
      { ...result, change: result.change && { ...result.change, label: `Undone: ${label}` } },
      'Redo',
    );
    if (said === null) {
      announce(`Undone: ${label}`);
    }
  } catch (error) {
    const problem = problemOf(error);
    if (problem.code === 'key_exists') {
      useUndo.setState({ question: { change: { id, label }, message: problem.message } });
    } else {
      if (problem.code === 'change_unknown' || problem.code === 'change_superseded') {
        forget(id);
      }
      sayProblem(problem, 'It could not be taken back');
    }
  }
}

function forget(id: string): void {
  useUndo.setState(({ done }) => ({ done: done.filter((item) => item.change.id !== id), question: null }));
}

export function closeQuestion(): void {
  useUndo.setState({ question: null });
}
