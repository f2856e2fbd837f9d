import type { Params } from '#shared/contract/contract.ts';
import { call, problemOf } from '../../api/connection.ts';
import { notices, sayDone, sayProblem } from '../../services/notices.ts';

type Values = Params<'settings.write'>['values'];

/** The latest change made on the page, which the undo key takes back first; null while there is none. */
let latest: { readonly undo: () => void } | null = null;

/** Writes settings, says so, and offers to have again what they said before. Rejects where they can't be written. */
export async function saveSettings(workspace: string, values: Values, before: Values, words = 'Saved.'): Promise<void> {
  await call('settings.write', { workspace, values });
  let notice: string | null = null;
  const change = {
    undo: (): void => {
      if (latest === change) {
        latest = null;
      }
      if (notice !== null) {
        notices.close(notice);
      }
      saveSettings(workspace, before, values, 'The setting is as it was.').catch((error: unknown) =>
        sayProblem(problemOf(error), 'It could not be undone'),
      );
    },
  };
  latest = change;
  notice = sayDone(words, { verb: 'Undo', run: change.undo });
}

/** Takes back the latest change of a setting; false where none was made since the page was opened. */
export function undoSetting(): boolean {
  const change = latest;
  change?.undo();
  return change !== null;
}

/** Another page has other changes to take back. */
export const forgetSettingChanges = (): void => {
  latest = null;
};
