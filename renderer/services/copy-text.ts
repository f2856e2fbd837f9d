import { say } from './notices.ts';

/** Copies a text, and says so, or that it could not be. */
export function copyText(text: string, done: string): void {
  navigator.clipboard
    .writeText(text)
    .then(() => say(done, 'done'))
    .catch(() => say('Your browser did not allow copying.', 'warning'));
}
