import { parseJson } from '../text/parse-json.ts';
import { type Message, messageSchema } from './message.ts';

/** Reason a line is no message: `not_json` (torn, or of something else), or `not_a_message` (without a role). */
export type LineProblem = 'not_json' | 'not_a_message';

export type ReadLine = { readonly message: Message } | { readonly problem: LineProblem };

/** Reads a line; null for a blank one. @param line null for one that is no text */
export function readMessageLine(line: string | null): ReadLine | null {
  if (line !== null && line.trim() === '') {
    return null;
  }
  const value = line === null ? undefined : parseJson(line);
  return value === undefined ? { problem: 'not_json' } : readMessage(value);
}

function readMessage(value: unknown): ReadLine {
  const read = messageSchema.safeParse(value);
  return read.success ? { message: read.data } : { problem: 'not_a_message' };
}

/** Reads messages from a text that is a JSON array of them, or has one on each line. Other lines are left out. */
export function readMessages(text: string): readonly ReadLine[] {
  const content = text.replace(/^\uFEFF/, '');
  const array = content.trimStart().startsWith('[') ? parseJson(content) : undefined;
  return Array.isArray(array)
    ? array.map(readMessage)
    : content.split('\n').flatMap((line) => readMessageLine(line) ?? []);
}
