import { readFileSync } from 'node:fs';

/** State of a process: the letter Linux has for it, as `T` for suspended; null if unknown. */
export function processState(pid: number): string | null {
  if (process.platform !== 'linux') {
    return null;
  }
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The program's name comes before it in parentheses, and may contain some itself.
    return status.charAt(status.lastIndexOf(')') + 2);
  } catch {
    return null;
  }
}
