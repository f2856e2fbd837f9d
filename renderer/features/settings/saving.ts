import type { Params } from '#shared/contract/contract.ts';
import { call, problemOf } from '../../api/connection.ts';
import { notices, sayDone, sayProblem } from '../../services/notices.ts';
import { undoFirst, undoNoMore } from '../../services/undo.ts';

type Values = Params<'settings.write'>['values'];

/** Writes settings, reports it, and offers to restore the old ones. Rejects if they can't be written. */
export async function saveSettings(workspace: string, values: Values, before: Values, words = 'Saved.'): Promise<void> {
  const written = call('settings.write', { workspace, values });
  let notice: string | null = null;
  const takeBack = async (): Promise<void> => {
    await written;
    if (notice !== null) {
      notices.close(notice);
    }
    await call('settings.write', { workspace, values: before });
    sayDone('The setting is as it was.', { verb: 'Redo', run: again });
  };
  const undo = (): void => {
    undoNoMore(undo);
    takeBack().catch((error: unknown) => sayProblem(problemOf(error), 'It could not be undone'));
  };
  const again = (): void => {
    saveSettings(workspace, values, before, words).catch((error: unknown) =>
      sayProblem(problemOf(error), 'It could not be redone'),
    );
  };
  // Set at the click, not after the answer: a key pressed in between would undo the change before.
  const previous = undoFirst(undo);
  try {
    await written;
  } catch (error) {
    undoNoMore(undo, previous);
    throw error;
  }
  notice = sayDone(words, { verb: 'Undo', run: undo });
}
