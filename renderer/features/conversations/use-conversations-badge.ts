import { useEffect, useReducer } from 'react';
import { useAsked } from '../../api/answers.ts';
import { call, on } from '../../api/connection.ts';
import { useLater } from '../../ui/later.tsx';

/** Conversations grow while they are talked; nobody waits for their number. */
const pause = 1000;

/** How many conversations may be read, and whether any place of them is known; nothing until the page has come to rest. */
export function useConversationsBadge(isShown: boolean) {
  const later = useLater();
  const [turn, again] = useReducer((turns: number) => turns + 1, 0);
  useEffect(() => on('conversations.changed', () => again()), []);
  const { answer } = useAsked(later || isShown ? String(turn) : null, look, turn === 0 ? 0 : pause);
  const count = answer?.total ?? 0;
  return { count: count === 0 ? null : count, mark: null, isListed: answer?.isThere ?? false };
}

async function look(): Promise<{ readonly total: number; readonly isThere: boolean }> {
  const { places } = await call('conversations.places', {});
  // Copies of conversations are there also where no place may be read any more.
  const { total } = await call('conversations.list', { limit: 1 });
  return { total, isThere: total > 0 || places.some(({ state }) => state === 'approved' || state === 'waiting') };
}
