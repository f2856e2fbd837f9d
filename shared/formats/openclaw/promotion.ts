import type { Belongings } from '../markdown/belongings.ts';

/** Text OpenClaw adds to an item from a daily note: a comment before it, and the reason it was chosen at its end. */
export const promotion: Belongings = {
  comment: /^<!-- ?openclaw-memory-promotion:[^\r\n]*-->[ \t]*$/,
  tailOf(line) {
    const from = line.lastIndexOf('[score=');
    const said = from < 0 ? '' : line.slice(from + 1, -1);
    if (!line.endsWith(']') || /[[\]]/.test(said) || !said.includes(' source=')) {
      return null;
    }
    const source = said.slice(said.lastIndexOf(' source=') + ' source='.length).trim();
    return source === '' ? null : { at: line.slice(0, from).trimEnd().length, source };
  },
};
