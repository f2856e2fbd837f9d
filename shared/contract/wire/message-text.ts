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
      {
        limit: maxMessageBytes,
      },
    );
  }
  return text;
}

/** True if a text is within the bytes of a message; no character of UTF-16 takes more than three. */
function fits(text: string): boolean {
  if (text.length * 3 <= maxMessageBytes) {
    return true;
  }
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes <= maxMessageBytes;
}
