import type { Writable } from 'node:stream';
import { nameControls } from '#shared/text/visible-characters.ts';

type Output = Pick<Writable, 'write'> & { readonly isTTY?: boolean };

/**
 * Writes for people who read in a terminal. Control characters from a file, a name or an error are written by name,
 * because a terminal would obey them.
 */
export function createTerminal(output: Output, errors: Output) {
  return {
    write: (text: string): void => void output.write(nameControls(text)),
    writeError: (text: string): void => void errors.write(nameControls(text)),
    /** Writes a text that may go into a file or another program, which get every character of it. */
    writeExact: (text: string): void => void output.write(output.isTTY ? nameControls(text) : text),
  };
}

export const terminal = createTerminal(process.stdout, process.stderr);
