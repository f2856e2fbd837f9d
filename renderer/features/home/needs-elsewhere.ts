import { useEffect, useReducer } from 'react';
import type { Memory, MemoryNeed } from '#shared/contract/features/memories.ts';
import { together } from '#shared/contract/wire/listeners.ts';
import { useAnswer } from '../../api/answers.ts';
import { on } from '../../api/connection.ts';
import { useLater } from '../../ui/later.tsx';
import type { BadgeProps } from '../../view.tsx';
import { counted } from '../../wording/counts.ts';

/** Needs of the open memory that have their own place at Home. */
const shownThere: readonly MemoryNeed[] = ['overwritten', 'held', 'work', 'damaged'];

/** Needs of a memory that call for action: a mere change only shows in the list. @param open path of the open memory */
export const pressingIn = ({ path, needs }: Memory, open: string | null): readonly MemoryNeed[] =>
  needs.filter((need) => need !== 'news' && !(path === open && shownThere.includes(need)));

/** Milliseconds to wait: after a return to the window, several changes come at once. */
const pause = 1000;

/** Badge for other memories, opened before, that need the person; nothing until the page is idle. */
export function useHomeBadge({ workspace, isShown }: BadgeProps) {
  const later = useLater();
  const [turn, again] = useReducer((turns: number) => turns + 1, 0);
  useEffect(() => {
    const onVisible = (): void => (document.visibilityState === 'visible' ? again() : undefined);
    document.addEventListener('visibilitychange', onVisible);
    const off = together([on('recent.changed', () => again()), on('notifications.changed', () => again())]);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      off();
    };
  }, []);
  const params = later ? { recent: true, limit: 200 } : null;
  const { answer } = useAnswer('memories.list', params, `${turn} ${isShown}`, turn === 0 ? 0 : pause);
  const needy = (answer?.memories ?? []).filter((memory) => pressingIn(memory, workspace.path).length > 0);
  return {
    count: null,
    mark: needy.length === 0 ? null : `${counted(needy.length, 'memory needs', 'memories need')} attention`,
    isListed: true,
  };
}
