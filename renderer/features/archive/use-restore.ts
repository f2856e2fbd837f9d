import { useCallback, useEffect, useRef, useState } from 'react';
import type { ArchivedEntry, RestorePreview } from '#shared/contract/features/archive.ts';
import type { CallOptions } from '#shared/contract/wire/client.ts';
import type { Progress } from '#shared/contract/wire/protocol.ts';
import { call, type Problem, problemOf } from '../../api/connection.ts';
import { tellDone } from '../../services/undo.ts';
import { itemsOf, type RestoreChoice, type RestoreChoices } from './restore-plan.ts';

export type RestoreTarget = { readonly entries: readonly ArchivedEntry[] } | { readonly file: string };

type Work = { readonly label: string; readonly progress: Progress | null; readonly cancel: () => void };

const worthShowing = 300;

export function useRestore(workspace: string, target: RestoreTarget) {
  const [preview, setPreview] = useState<RestorePreview | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [decisions, setDecisions] = useState<RestoreChoices>(new Map());
  const [work, setWork] = useState<Work | null>(null);
  // A whole day becomes its entries with the first answer, so that each can be decided on.
  const entries = useRef('entries' in target ? target.entries : null);
  const file = 'file' in target ? target.file : null;

  useEffect(() => {
    let current = true;
    const { options, cancel, end } = beginWork('Working out what comes back', (change) => current && setWork(change));
    const params =
      entries.current === null && file !== null
        ? { workspace, file }
        : { workspace, items: itemsOf(entries.current ?? [], decisions) };
    call('archive.previewRestore', params, options)
      .then((answer) => {
        if (current) {
          setPreview(answer);
          setProblem(null);
          entries.current ??= answer.items.map((item) => item.entry);
        }
      })
      .catch((error: unknown) => current && setProblem(problemOf(error)))
      .finally(end);
    return () => {
      current = false;
      end();
      cancel();
    };
  }, [workspace, file, decisions]);

  /** Answers with true once it is done. */
  const restore = useCallback(
    async (room: 'none' | 'make' | 'over') => {
      const { options, end } = beginWork('Restoring', setWork);
      const items = itemsOf(entries.current ?? [], decisions);
      const params = { workspace, items, makeRoom: room === 'make', allowOver: room === 'over' };
      try {
        const result = await call('archive.restore', params, options);
        tellDone(workspace, result);
        return true;
      } catch (error) {
        setProblem(problemOf(error));
        return false;
      } finally {
        end();
      }
    },
    [workspace, decisions],
  );

  const decide = useCallback((id: string, decision: RestoreChoice) => {
    setDecisions((before) => new Map(before).set(id, { ...before.get(id), ...decision }));
  }, []);

  return { preview, problem, decisions, work, decide, decideEach: setDecisions, restore };
}

type SetWork = (change: (before: Work | null) => Work | null) => void;

/** Shows that something is going on, once it takes long, until it ends. */
function beginWork(label: string, setWork: SetWork) {
  let stop = (): void => undefined;
  const cancel = (): void => stop();
  const timer = setTimeout(() => setWork(() => ({ label, progress: null, cancel })), worthShowing);
  const options: CallOptions = {
    onStart: (given) => {
      stop = given;
    },
    onProgress: (progress) => setWork((before) => before && { ...before, progress }),
  };
  const end = (): void => {
    clearTimeout(timer);
    setWork(() => null);
  };
  return { options, cancel, end };
}
