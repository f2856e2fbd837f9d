import { bytesTo } from '../../text/counts.ts';
import { ContextureError } from '../errors.ts';

/** Longest message, in bytes of UTF-8, that a host takes from outside its process. */
export const maxMessageBytes = 4 * 1024 * 1024;

/** Encodes a message as text. @throws `too_large`, so that only the call fails: a host hangs up on a longer one. */
export function encodeForHost(message: unknown): string {
  const text = JSON.stringify(message);
  if (!fits(text)) {
    throw new ContextureError(
      'too_large',
      'That is too much at once. Choose fewer entries and do it in several steps.',
      { limit: maxMessageBytes },
    );
  }
  return text;
}

/** True if a text is within the bytes of a message; no character of UTF-16 takes more than three. */
const fits = (text: string): boolean =>
  text.length * 3 <= maxMessageBytes || bytesTo(text, maxMessageBytes).at === text.length;
