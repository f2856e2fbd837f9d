import type { ConversationIndexState } from '#shared/contract/features/conversation-search.ts';
import type { Ports } from '../../ports.ts';

/** Milliseconds between reports of progress. */
const tellEvery = 250;

/** Reports how far reading is: whenever its state changes, and now and then while it goes on. */
export function createProgress({ clock }: Ports, tell: (state: ConversationIndexState) => void) {
  let state: ConversationIndexState = { state: 'reading', done: 0, total: 0, problem: null };
  let toldAt = 0;
  return {
    state: (): ConversationIndexState => state,
    become(next: Partial<ConversationIndexState>): void {
      const now = clock.now();
      const isNews = next.state !== undefined && (next.state !== 'reading' || state.state !== 'reading');
      state = { ...state, ...next };
      if (isNews || now - toldAt >= tellEvery || now < toldAt) {
        toldAt = now;
        tell(state);
      }
    },
  };
}
