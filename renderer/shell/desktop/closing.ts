import { create } from 'zustand';
import { call } from '../../api/connection.ts';
import { unsavedOnLeaving } from '../../api/unsaved.ts';

/** What isn't saved, while the person is asked about it; null while nobody asks. */
export const useClosing = create<{ readonly unsaved: readonly string[] | null }>(() => ({ unsaved: null }));

/** Answers the window that is to close: at once where nothing would be lost, else once the person has decided. */
export async function answerClosing(): Promise<void> {
  const unsaved = await unsavedOnLeaving();
  useClosing.setState({ unsaved: unsaved.length > 0 ? unsaved : null });
  tell(unsaved.length === 0);
}

export function keepOpen(): void {
  useClosing.setState({ unsaved: null });
}

export function closeWithoutSaving(): void {
  useClosing.setState({ unsaved: null });
  tell(true);
}

function tell(may: boolean): void {
  // Where this does not arrive, the window asks the person itself.
  call('app.mayClose', { may }).catch(() => undefined);
}
