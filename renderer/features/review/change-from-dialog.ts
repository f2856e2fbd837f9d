import type { Operation } from '#shared/contract/changes.ts';
import { makeChange } from './changes.ts';
import { closeDialog, focusEntryCursor } from './review-store.ts';

/** Makes the changes of a dialog, if there are any, and closes it. @throws the problem, and leaves the dialog open */
export async function changeFromDialog(operations: readonly Operation[], corrected = false): Promise<void> {
  if (operations.length > 0) {
    await makeChange(operations, corrected);
  }
  closeDialog();
  focusEntryCursor();
}
