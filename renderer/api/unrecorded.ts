import { create } from 'zustand';

type Question = { readonly answer: (may: boolean) => void };

/** A change that can't be recorded, while the person is asked whether to make it all the same; null while nobody asks. */
export const useUnrecordedQuestion = create<{ readonly question: Question | null }>(() => ({ question: null }));

let asked: Promise<boolean> | null = null;

/**
 * Asks whether to change something without keeping the version before. Several changes that wait for it are asked about
 * once.
 */
export function mayChangeUnrecorded(): Promise<boolean> {
  asked ??= new Promise((resolve) => {
    const answer = (may: boolean): void => {
      asked = null;
      useUnrecordedQuestion.setState({ question: null });
      resolve(may);
    };
    useUnrecordedQuestion.setState({ question: { answer } });
  });
  return asked;
}
