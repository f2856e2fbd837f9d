import { useState } from 'react';
import type { HistoryEntry } from '#shared/contract/features/history.ts';
import { call } from '../../api/connection.ts';
import { type Problem, problemOf } from '../../api/problem.ts';
import { tellDone } from '../../services/undo.ts';
import { announce } from '../../ui/announcer.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';

/** An entry as a version has it, or the one before it. */
export type Wanted = { readonly from: 'version' | 'before'; readonly entry: HistoryEntry };

/** Restores entries of a version, and asks where a key has been learned again. */
export function useRestoreEntry(workspace: string, position: number) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [question, setQuestion] = useState<{ readonly wanted: Wanted; readonly message: string } | null>(null);

  async function restore(wanted: Wanted, onDuplicate?: 'replace' | 'keep_both'): Promise<void> {
    const { category, key, raw, ordinal } = wanted.entry;
    const params = { workspace, position, from: wanted.from, entry: { category, key, raw, ordinal } };
    setBusy(true);
    setProblem(null);
    setQuestion(null);
    try {
      const result = await call('history.bringBack', onDuplicate ? { ...params, onDuplicate } : params);
      tellDone(workspace, result);
      if (result.change === null) {
        announce('It is there already.');
      }
      keepFocus();
    } catch (error) {
      const failed = problemOf(error);
      if (failed.code === 'key_exists') {
        setQuestion({ wanted, message: failed.message });
      } else {
        setProblem(failed);
      }
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    problem,
    question,
    restore: (wanted: Wanted) => restore(wanted),
    answer: async (onDuplicate: 'replace' | 'keep_both') => {
      if (question) {
        await restore(question.wanted, onDuplicate);
      }
    },
    dismiss: () => setQuestion(null),
  };
}
