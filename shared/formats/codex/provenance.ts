import type { Belongings } from '../markdown/belongings.ts';

const known = /(?:cwd|rollout_path|updated_at|thread_id)=/;
const bare = /^(?:(?:cwd|rollout_path|updated_at|thread_id)=\S+[ \t]*)+$/;

/** End of an item of Codex's: the rollout it was learned in, in parentheses or plain. */
export const provenance: Belongings = {
  comment: null,
  tailOf(line) {
    const first = known.exec(line)?.index;
    if (first === undefined) {
      return null;
    }
    const isParted = line[first - 1] === '(' || line[first - 1] === '[';
    const from = isParted ? first - 1 : first;
    const said = line.slice(from);
    const isWhole = isParted ? line.at(-1) === (said[0] === '(' ? ')' : ']') : bare.test(said);
    const source = fieldFor(said, 'rollout_path') ?? fieldFor(said, 'thread_id');
    return isWhole && source !== null ? { at: line.slice(0, from).trimEnd().length, source } : null;
  },
};

/** Reads the value of a name up to the next comma, blank or the end. */
function fieldFor(said: string, name: string): string | null {
  const at = said.indexOf(`${name}=`);
  const value = at < 0 ? '' : (/^[^,;)\]\s]*/.exec(said.slice(at + name.length + 1))?.[0] ?? '');
  return value === '' ? null : value;
}
