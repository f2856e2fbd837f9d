import { create } from 'zustand';
import { say } from './notices.ts';

/** A text that was to be copied, and what is said once it is. */
type Copying = { readonly text: string; readonly done: string };

/** What the browser would not copy and the person is offered to copy themselves; null while there is none. */
export const useRefusedCopy = create<{ readonly refused: Copying | null }>(() => ({ refused: null }));

/** Copies a text and says so; where the browser does not allow that, offers the text to be copied by hand. */
export function copyText(text: string, done: string): void {
  // Where the page is not served as securely as a browser asks for, it has no clipboard at all.
  Promise.resolve()
    .then(() => navigator.clipboard.writeText(text))
    .then(() => say(done, 'done'))
    .catch(() => useRefusedCopy.setState({ refused: { text, done } }));
}

export const endRefusedCopy = (): void => useRefusedCopy.setState({ refused: null });
