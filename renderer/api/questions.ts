import { create } from 'zustand';
import { saveBeforeLeaving } from './unsaved.ts';

/** A question any part of the page can ask: `ask` resolves to the answer. A newer question answers the older one with no. */
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

const leaving = createQuestion<{ readonly unsaved: readonly string[] }>();
export const useLeaving = leaving.useQuestion;

/** True if the workspace may be left: nothing would be lost, or the person agrees. */
export async function mayLeavePage(): Promise<boolean> {
  const unsaved = await saveBeforeLeaving();
  return unsaved.length === 0 || leaving.ask({ unsaved });
}

const unrecorded = createQuestion();
export const useUnrecordedQuestion = unrecorded.useQuestion;

let asked: Promise<boolean> | null = null;

/** Asks whether to change something whose previous version can't be kept. Changes that wait for it share one answer. */
export function mayChangeUnrecorded(): Promise<boolean> {
  asked ??= unrecorded.ask({}).finally(() => {
    asked = null;
  });
  return asked;
}

const startingOver = createQuestion();
export const useSampleQuestion = startingOver.useQuestion;

export const askToStartOver = (): void => void startingOver.ask({});
