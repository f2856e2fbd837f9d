import { useEffect, useReducer } from 'react';
import { create } from 'zustand';
import { useAsked } from '../../api/answers.ts';
import { useApp } from '../../api/app-store.ts';
import { call, loadPart, on } from '../../api/connection.ts';
import { useKeptCount } from '../../services/keeping.ts';
import { useLater } from '../../ui/later.tsx';
import { counted } from '../../wording/counts.ts';

/** Conversations grow while they are talked; nobody waits for their number. */
const pause = 1000;
/** The oldest conversations are read for it, which others need not wait for. */
const unhurried = 2000;

/** `isThere` is null until that is known. */
type Looked = { readonly total: number; readonly isThere: boolean | null };

/** What was found last, so that the rail has it at once where it becomes a bar, and back. */
const useLooked = create<Looked>(() => ({ total: 0, isThere: null }));

/** The list knows their number first while it is shown. */
export const noteTotal = (total: number): void => useLooked.setState({ total });

/** How many conversations may be read, and whether any place of them is known; nothing until the page has come to rest. */
export function useConversationsBadge(isShown: boolean) {
  const later = useLater();
  const keptCount = useKeptCount();
  const [turn, again] = useReducer((turns: number) => turns + 1, 0);
  useEffect(() => on('conversations.changed', () => again()), []);
  useAsked(later || isShown ? String(turn) : null, look, turn === 0 ? 0 : pause);
  const { answer: leaving } = useAsked(later || isShown ? `${isShown} ${keptCount}` : null, countLeaving, unhurried);
  const { total, isThere } = useLooked();
  // Where there were any the last time, the place is kept for them: what is below it stays where it is.
  const wereThere = useApp(({ preferences }) => preferences.knownAreas?.includes('conversations') ?? false);
  const mark =
    leaving === null || leaving === 0
      ? null
      : `${counted(leaving, 'conversation is', 'conversations are')} about to be deleted`;
  return { count: total === 0 ? null : total, mark, isListed: isThere ?? wereThere };
}

/** Loaded once the page has come to rest. */
const countLeaving = () => loadPart(() => import('./leaving-now.ts')).then((part) => part.countLeaving());

async function look(): Promise<void> {
  const { places } = await call('conversations.places', {});
  // Copies of conversations are there also where no place may be read any more.
  const { total } = await call('conversations.list', { limit: 1 });
  const isThere = total > 0 || places.some(({ state }) => state === 'approved' || state === 'waiting');
  useLooked.setState({ total, isThere });
}
