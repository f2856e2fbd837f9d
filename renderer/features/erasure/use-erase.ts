import { useCallback, useEffect, useState } from 'react';
import type { ErasePreview, EraseTarget } from '#shared/contract/features/erasure.ts';
import type { Progress } from '#shared/contract/wire/protocol.ts';
import { call } from '../../api/connection.ts';
import { type Problem, problemOf } from '../../api/problem.ts';
import { showErased } from './erase-store.ts';

/** How an erasure stands: where the text is being looked for, what was found, and what is under way. */
export type EraseWork =
  | { readonly kind: 'looking'; readonly progress: Progress | null }
  | { readonly kind: 'found'; readonly preview: ErasePreview }
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** `cancel` is null once it has begun to write. */
  | { readonly kind: 'erasing'; readonly progress: Progress | null; readonly cancel: (() => void) | null };

/** Typing on within this time asks once. */
const asksAfter = 250;

/** Looks for a text everywhere, again whenever it is another, and erases it when told so. */
export function useEraseWork(workspace: string, target: EraseTarget) {
  const [work, setWork] = useState<EraseWork>({ kind: 'looking', progress: null });
  const [turn, setTurn] = useState(0);
  const name = JSON.stringify(target);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is a reason to look again.
  useEffect(() => {
    let current = true;
    let cancel = (): void => undefined;
    setWork({ kind: 'looking', progress: null });
    const look = (): void => {
      const options = {
        onStart: (stop: () => void) => {
          cancel = stop;
        },
        onProgress: (progress: Progress) => current && setWork({ kind: 'looking', progress }),
      };
      call('erase.preview', { workspace, target: JSON.parse(name) as EraseTarget }, options)
        .then((preview) => current && setWork({ kind: 'found', preview }))
        .catch((error: unknown) => current && setWork({ kind: 'refused', problem: problemOf(error) }));
    };
    const timer = setTimeout(look, asksAfter);
    return () => {
      current = false;
      clearTimeout(timer);
      cancel();
    };
  }, [workspace, name, turn]);

  const erase = useCallback(async (): Promise<void> => {
    setWork({ kind: 'erasing', progress: null, cancel: null });
    let stop: (() => void) | null = null;
    try {
      const outcome = await call(
        'erase.carryOut',
        { workspace, target: JSON.parse(name) as EraseTarget, word: 'erase' },
        {
          onStart: (cancel) => {
            stop = cancel;
          },
          onProgress: (progress) =>
            setWork({ kind: 'erasing', progress, cancel: progress.done < progress.total ? stop : null }),
        },
      );
      showErased(outcome);
    } catch (error) {
      const problem = problemOf(error);
      if (problem.code === 'cancelled') {
        setTurn((before) => before + 1);
      } else {
        setWork({ kind: 'refused', problem });
      }
    }
  }, [workspace, name]);

  return { work, erase };
}
