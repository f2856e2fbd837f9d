import type { Command } from './shortcuts.ts';

/** Move by a command in a list: the target row, and whether all rows on the way are chosen. */
type Step = { readonly to: number; readonly extend: boolean };

/** The step a command makes in a list that has rows, or null. Without a row `at`, up and down lead to the first. */
export function stepOf(command: Command, at: number | null, rows: number): Step | null {
  const to = targetOf(command, at, rows);
  return to === null
    ? null
    : { to: Math.max(0, Math.min(rows - 1, to)), extend: command === 'extend-down' || command === 'extend-up' };
}

function targetOf(command: Command, at: number | null, rows: number): number | null {
  switch (command) {
    case 'down':
    case 'extend-down':
      return (at ?? -1) + 1;
    case 'up':
    case 'extend-up':
      return (at ?? 1) - 1;
    case 'first':
      return 0;
    case 'last':
      return rows - 1;
    default:
      return null;
  }
}
