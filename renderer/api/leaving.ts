import { create } from 'zustand';
import { unsavedOnLeaving } from './unsaved.ts';

type Question = { readonly unsaved: readonly string[]; readonly answer: (may: boolean) => void };

/** What isn't saved, while the person is asked whether to leave it; null while nobody asks. */
export const useLeaving = create<{ readonly question: Question | null }>(() => ({ question: null }));

/** Whether the workspace may be left: yes where nothing would be lost, else what the person decides. */
export async function mayLeave(): Promise<boolean> {
  const unsaved = await unsavedOnLeaving();
  if (unsaved.length === 0) {
    return true;
  }
  // Whoever asked before gets a no: the person is asked about one thing at a time, the latest.
  useLeaving.getState().question?.answer(false);
  return new Promise((resolve) => {
    const answer = (may: boolean): void => {
      useLeaving.setState({ question: null });
      resolve(may);
    };
    useLeaving.setState({ question: { unsaved, answer } });
  });
}
