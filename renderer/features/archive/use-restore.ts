import { useCallback, useEffect, useRef, useState } from 'react';
import type { ArchivedEntry, RestorePreview } from '#shared/contract/features/archive.ts';
import type { Progress } from '#shared/contract/wire/protocol.ts';
import { call } from '../../api/connection.ts';
import { type Problem, problemOf } from '../../api/problem.ts';
import { tellDone } from '../../services/undo.ts';
import { itemsOf, type RestoreChoice, type RestoreChoices } from './restore-plan.ts';

/** What is to come back: some entries, or everything of one day. */
export type RestoreTarget =
  | { readonly kind: 'entries'; readonly entries: readonly ArchivedEntry[] }
  | { readonly kind: 'file'; readonly file: string };

type Work = { readonly label: string; readonly progress: Progress | null; readonly cancel: () => void };

export type Restore = {
  readonly preview: RestorePreview | null;
  readonly problem: Problem | null;
  readonly decisions: RestoreChoices;
  /** What is going on and takes long enough to be shown. */
  readonly work: Work | null;
  readonly decide: (id: string, decision: RestoreChoice) => void;
  readonly decideEach: (decisions: RestoreChoices) => void;
  /** Answers with true once it is done. */
  readonly restore: (room: 'none' | 'make' | 'over') => Promise<boolean>;
};

const worthShowing = 300;

export function useRestore(workspace: string, target: RestoreTarget): Restore {
  const [preview, setPreview] = useState<RestorePreview | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [decisions, setDecisions] = useState<RestoreChoices>(new Map());
  const [work, setWork] = useState<Work | null>(null);
  // A whole day becomes its entries with the first answer, so that each can be decided on.
  const entries = useRef(target.kind === 'entries' ? target.entries : null);
  const file = target.kind === 'file' ? target.file : null;

  useEffect(() => {
    let current = true;
    let cancel = (): void => undefined;
    const timer = setTimeout(
      () => current && setWork({ label: 'Working out what comes back', progress: null, cancel: () => cancel() }),
      worthShowing,
    );
    const params =
      entries.current === null && file !== null
        ? { workspace, file }
        : { workspace, items: itemsOf(entries.current ?? [], decisions) };
    call('archive.previewRestore', params, {
      onStart: (stop) => {
        cancel = stop;
      },
      onProgress: (progress) => current && setWork((before) => before && { ...before, progress }),
    })
      .then((answer) => {
        if (current) {
          setPreview(answer);
          setProblem(null);
          entries.current ??= answer.items.map((item) => item.entry);
        }
      })
      .catch((error: unknown) => current && setProblem(problemOf(error)))
      .finally(() => {
        clearTimeout(timer);
        if (current) {
          setWork(null);
        }
      });
    return () => {
      current = false;
      clearTimeout(timer);
      cancel();
    };
  }, [workspace, file, decisions]);

  const restore = useCallback(
    async (room: 'none' | 'make' | 'over') => {
      let cancel = (): void => undefined;
      const timer = setTimeout(
        () => setWork({ label: 'Restoring', progress: null, cancel: () => cancel() }),
        worthShowing,
      );
      try {
        const result = await call(
          'archive.restore',
          {
            workspace,
            items: itemsOf(entries.current ?? [], decisions),
            makeRoom: room === 'make',
            allowOver: room === 'over',
          },
          {
            onStart: (stop) => {
              cancel = stop;
            },
            onProgress: (progress) => setWork((before) => before && { ...before, progress }),
          },
        );
        tellDone(workspace, result);
        return true;
      } catch (error) {
        setProblem(problemOf(error));
        return false;
      } finally {
        clearTimeout(timer);
        setWork(null);
      }
    },
    [workspace, decisions],
  );

  const decide = useCallback((id: string, decision: RestoreChoice) => {
    setDecisions((before) => new Map(before).set(id, { ...before.get(id), ...decision }));
  }, []);

  return { preview, problem, decisions, work, decide, decideEach: setDecisions, restore };
}
