import { create } from 'zustand';
import { unsavedOnLeaving } from './unsaved.ts';

/**
 * Something that can be asked of the person from anywhere on the page: `ask` resolves to what they answer, and the hook
 * gives whoever shows it what is asked at the moment. Whoever asked before gets a no: one thing is asked at a time, the
 * latest.
 */
export function createQuestion<Asked extends object>() {
  type Question = Asked & { readonly answer: (may: boolean) => void };
  const useStore = create<{ readonly question: Question | null }>(() => ({ question: null }));
  const ask = (asked: Asked): Promise<boolean> => {
    useStore.getState().question?.answer(false);
    return new Promise((resolve) => {
      const answer = (may: boolean): void => {
        useStore.setState({ question: null });
        resolve(may);
      };
      useStore.setState({ question: { ...asked, answer } });
    });
  };
  return { ask, useQuestion: (): Question | null => useStore(({ question }) => question) };
}

/** What isn't saved, while the person is asked whether to leave it. */
const leaving = createQuestion<{ readonly unsaved: readonly string[] }>();
export const useLeaving = leaving.useQuestion;

/** Whether the workspace may be left: yes where nothing would be lost, else what the person decides. */
export async function mayLeave(): Promise<boolean> {
  const unsaved = await unsavedOnLeaving();
  return unsaved.length === 0 || leaving.ask({ unsaved });
}

/** A change that can't be recorded, while the person is asked whether to make it all the same. */
const unrecorded = createQuestion();
export const useUnrecordedQuestion = unrecorded.useQuestion;

let asked: Promise<boolean> | null = null;

/**
 * Asks whether to change something without keeping the version before. Several changes that wait for it are asked about
 * once.
 */
export function mayChangeUnrecorded(): Promise<boolean> {
  asked ??= unrecorded.ask({}).finally(() => {
    asked = null;
  });
  return asked;
}
