import type { Writable } from 'node:stream';
import { nameControls } from '#shared/text/visible-characters.ts';

type Output = Pick<Writable, 'write'> & { readonly isTTY?: boolean };

/**
 * All that is written for people who read it in a terminal. A control character in what a file, a name or an error says
 * is written by its name, because a terminal would obey it.
 */
export function createTerminal(output: Output, errors: Output) {
  return {
    write: (text: string): void => void output.write(nameControls(text)),
    writeError: (text: string): void => void errors.write(nameControls(text)),
    /** A text that may go into a file or another program, which get every character of it. */
    writeExact: (text: string): void => void output.write(output.isTTY ? nameControls(text) : text),
  };
}

export const terminal = createTerminal(process.stdout, process.stderr);
