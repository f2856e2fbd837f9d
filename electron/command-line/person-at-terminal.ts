import type { PersonAsked } from '#engine/ports.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { Runtime } from './runtime.ts';

/** Asks the person at the terminal, and hands on what they type otherwise. @returns null if nobody can type */
export function personAtTerminal({ hearTyped, write }: Pick<Runtime, 'hearTyped' | 'write'>) {
  let answerQuestion: ((agrees: boolean) => void) | null = null;
  let onOther = (): void => undefined;
  const settle = (agrees: boolean): boolean => {
    const answer = answerQuestion;
    answerQuestion = null;
    answer?.(agrees);
    return answer !== null;
  };
  const stop = hearTyped((line) => {
    if (!settle(line.trim().toLowerCase() === 'yes')) {
      onOther();
    }
  });
  if (stop === null) {
    return null;
  }
  const person: PersonAsked = {
    where: 'in the terminal where Contexture runs',
    async agrees(question, detail) {
      // Don't replace an open question: the new one could get the answer meant for it.
      if (answerQuestion !== null) {
        return false;
      }
      write(`\n${question}\n${detail}\nType yes and press Enter to allow it, or just press Enter: `);
      return new Promise((resolve) => {
        answerQuestion = resolve;
      });
    },
  };
  return {
    person,
    /** Called with each line that answers nothing. */
    onTyped(listener: () => void): void {
      onOther = listener;
    },
    close(): void {
      settle(false);
      stop();
    },
  };
}

/** Asks the person at the terminal to agree. @throws `refused`, or `unasked` if nobody can answer */
export async function askFirst(
  runtime: Runtime,
  question: string,
  detail: string,
  {
    unasked = new ContextureError('invalid_request', 'Nobody can be asked here. Add --yes. Nothing was changed.'),
    refused = new ContextureError('cancelled', 'Nothing was changed.'),
  } = {},
): Promise<void> {
  const terminal = personAtTerminal(runtime);
  if (terminal === null) {
    throw unasked;
  }
  try {
    if (!(await terminal.person.agrees(question, detail))) {
      throw refused;
    }
  } finally {
    terminal.close();
  }
}
