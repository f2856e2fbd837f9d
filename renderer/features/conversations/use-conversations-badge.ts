import { useEffect, useReducer } from 'react';
import { useAsked } from '../../api/answers.ts';
import { call, loadPart, on } from '../../api/connection.ts';
import { useLater } from '../../ui/later.tsx';
import { counted } from '../../wording/counts.ts';

/** Conversations grow while they are talked; nobody waits for their number. */
const pause = 1000;
/** The oldest conversations are read for it, which others need not wait for. */
const unhurried = 2000;

/** How many conversations may be read, and whether any place of them is known; nothing until the page has come to rest. */
export function useConversationsBadge(isShown: boolean) {
  const later = useLater();
  const [turn, again] = useReducer((turns: number) => turns + 1, 0);
  useEffect(() => on('conversations.changed', () => again()), []);
  const { answer } = useAsked(later || isShown ? String(turn) : null, look, turn === 0 ? 0 : pause);
  const { answer: leaving } = useAsked(later || isShown ? String(isShown) : null, countLeaving, unhurried);
  const count = answer?.total ?? 0;
  const mark =
    leaving === null || leaving === 0
      ? null
      : `${counted(leaving, 'conversation is', 'conversations are')} about to be deleted`;
  return { count: count === 0 ? null : count, mark, isListed: answer?.isThere ?? false };
}

/** Loaded once the page has come to rest. */
const countLeaving = () => loadPart(() => import('./leaving-now.ts')).then((part) => part.countLeaving());

async function look(): Promise<{ readonly total: number; readonly isThere: boolean }> {
  const { places } = await call('conversations.places', {});
  // Copies of conversations are there also where no place may be read any more.
  const { total } = await call('conversations.list', { limit: 1 });
  return { total, isThere: total > 0 || places.some(({ state }) => state === 'approved' || state === 'waiting') };
}
