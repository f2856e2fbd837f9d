import { readFileSync } from 'node:fs';

/** What a process does: the letter Linux has for it, as `T` where it is suspended; null where nobody can tell. */
export function processState(pid: number): string | null {
  if (process.platform !== 'linux') {
    return null;
  }
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of its program stands before it in parentheses, and may hold some itself.
    return status.charAt(status.lastIndexOf(')') + 2);
  } catch {
    return null;
  }
}
