import { create } from 'zustand';
import { say } from './notices.ts';

type CopyRequest = { readonly text: string; readonly done: string };

/** A text the browser would not copy, offered to the person to copy themselves; null while there is none. */
export const useRefusedCopy = create<{ readonly refused: CopyRequest | null }>(() => ({ refused: null }));

/** Copies a text and says so; if the browser does not allow that, offers the text to be copied by hand. */
export function copyText(text: string, done: string): void {
  // A page served less securely than a browser requires has no clipboard at all.
  Promise.resolve()
    .then(() => navigator.clipboard.writeText(text))
    .then(() => say(done, 'done'))
    .catch(() => useRefusedCopy.setState({ refused: { text, done } }));
}

export const endRefusedCopy = (): void => useRefusedCopy.setState({ refused: null });
