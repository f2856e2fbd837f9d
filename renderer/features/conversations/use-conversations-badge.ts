import { create } from 'zustand';
import { useAsked, useEventTurns } from '../../api/answers.ts';
import { useApp } from '../../api/app-store.ts';
import { call, loadPart } from '../../api/connection.ts';
import { useSavedCount } from '../../services/saved-conversations.ts';
import { useLater } from '../../ui/later.tsx';
import { counted } from '../../wording/counts.ts';

/** Milliseconds to wait for more changes: conversations grow as people talk, and nobody waits for the count. */
const pause = 1000;
/** Milliseconds before counting: it reads the oldest conversations, and others need not wait for that. */
const unhurried = 2000;

/** `isThere` is null until known. */
type ConversationCount = { readonly total: number; readonly isThere: boolean | null };

/** Latest count, so the rail has it at once when it turns into a bar and back. */
const useLooked = create<ConversationCount>(() => ({ total: 0, isThere: null }));

/** While the list is shown, it knows the number first. */
export const noteTotal = (total: number): void => useLooked.setState({ total });

/** Number of readable conversations, and whether any place with some is known; nothing until the page is idle. */
export function useConversationsBadge(isShown: boolean) {
  const later = useLater();
  const savedCount = useSavedCount();
  const [turn] = useEventTurns('conversations.changed');
  useAsked(later || isShown ? String(turn) : null, refreshCount, turn === 0 ? 0 : pause);
  const { answer: leaving } = useAsked(later || isShown ? `${isShown} ${savedCount}` : null, countLeaving, unhurried);
  const { total, isThere } = useLooked();
  // If there were any last time, reserve the place, so that what is below doesn't move.
  const wereThere = useApp(({ preferences }) => preferences.knownAreas?.includes('conversations') ?? false);
  const mark =
    leaving === null || leaving === 0
      ? null
      : `${counted(leaving, 'conversation is', 'conversations are')} about to be deleted`;
  return { count: total === 0 ? null : total, mark, isListed: isThere ?? wereThere };
}

/** Loaded once the page is idle. */
const countLeaving = () => loadPart(() => import('./leaving-soon.ts')).then((part) => part.countLeaving());

async function refreshCount(): Promise<void> {
  const { places } = await call('conversations.places', {});
  // Copies of conversations exist even if no place may be read any more.
  const { total } = await call('conversations.list', { limit: 1 });
  const isThere = total > 0 || places.some(({ state }) => state === 'approved' || state === 'waiting');
  useLooked.setState({ total, isThere });
}
