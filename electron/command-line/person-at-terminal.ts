import type { PersonAsked } from '#engine/ports.ts';
import type { Runtime } from './runtime.ts';

/**
 * Asks the person at the terminal that a host was started in, and hands on what they type otherwise.
 * @returns null if nobody can type
 */
export function personAtTerminal({ hearTyped, write }: Pick<Runtime, 'hearTyped' | 'write'>) {
  let answer: ((agrees: boolean) => void) | null = null;
  let onOther = (): void => undefined;
  const settle = (agrees: boolean): boolean => {
    const asked = answer;
    answer = null;
    asked?.(agrees);
    return asked !== null;
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
      if (answer !== null) {
        return false;
      }
      write(`\n${question}\n${detail}\nType yes and press Enter to allow it, or just press Enter: `);
      return new Promise((resolve) => {
        answer = resolve;
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
