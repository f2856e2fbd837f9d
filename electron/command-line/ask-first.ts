import { ContextureError } from '#shared/contract/errors.ts';
import { personAtTerminal } from './person-at-terminal.ts';
import type { Runtime } from './runtime.ts';

/** Asks the person at the terminal to confirm. @throws `cancelled`, `invalid_request` if nobody can answer */
export async function askFirst(runtime: Runtime, question: string, detail: string): Promise<void> {
  const terminal = personAtTerminal(runtime);
  if (terminal === null) {
    throw new ContextureError('invalid_request', 'Nobody can be asked here. Add --yes. Nothing was changed.');
  }
  try {
    if (!(await terminal.person.agrees(question, detail))) {
      throw new ContextureError('cancelled', 'Nothing was changed.');
    }
  } finally {
    terminal.close();
  }
}
