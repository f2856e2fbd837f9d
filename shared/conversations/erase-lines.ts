import type { Eraser } from '../text/eraser.ts';
import { parseJson } from '../text/parse-json.ts';

/** Fields that say what stands where, in words of the format or by ids, and not what anybody said. */
const structure = new Set(['role', 'type', 'id', 'tool_call_id', 'tool_use_id']);

/** The text of a conversation’s file without what is erased. A line that is no JSON may hold it escaped, and is cut as it is. */
export const eraseFromLines = (text: string, eraser: Eraser): string =>
  text
    .split('\n')
    .map((line) => eraseFromLine(line, eraser))
    .join('\n');

/** The same line where it is not in it. */
export function eraseFromLine(line: string, eraser: Eraser): string {
  const value = parseJson(line);
  if (value === undefined) {
    return eraser.cutEscaped(line);
  }
  const after = eraseFrom(value, eraser);
  return after === value ? line : JSON.stringify(after);
}

/** The same value where there is nothing to erase. */
function eraseFrom(value: unknown, eraser: Eraser): unknown {
  if (typeof value === 'string') {
    return eraser.cut(value);
  }
  if (Array.isArray(value)) {
    const after = value.map((each: unknown) => eraseFrom(each, eraser));
    return after.every((each, index) => each === value[index]) ? value : after;
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const before = Object.entries(value);
  const after = before.map(([name, each]): [string, unknown] =>
    structure.has(name) && typeof each === 'string' ? [name, each] : [eraser.cut(name), eraseFrom(each, eraser)],
  );
  const isSame = after.every(([name, each], index) => name === before[index]?.[0] && each === before[index]?.[1]);
  return isSame ? value : Object.fromEntries(after);
}
