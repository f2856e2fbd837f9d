import { type Node, parseTree } from 'jsonc-parser';
import type { Edit } from './edits.ts';

const byteOrderMark = '\uFEFF';

/**
 * The edits that take one value out of a JSON text, with its name and a comma; all else stays as it is written. None where
 * there is no such value. The library's own `modify` takes the bracket behind the last one, too, where all is in one line.
 *
 * @param path names and, in lists, places that lead to the value; not empty
 */
export function editsWithout(text: string, path: readonly (string | number)[]): Edit[] {
  const begin = text.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
  const found = path.slice(0, -1).reduce<Node | undefined>(
    (node, name) => {
      const child = childOf(node, name);
      return child?.type === 'property' ? child.children?.[1] : child;
    },
    parseTree(text.slice(begin), [], { allowTrailingComma: true }),
  );
  const child = childOf(found, path.at(-1) ?? '');
  const children = found?.children ?? [];
  if (child === undefined) {
    return [];
  }
  const at = children.indexOf(child);
  const [before, after] = [children[at - 1], children[at + 1]];
  const from = after === undefined && before !== undefined ? endOf(before) : child.offset;
  return [{ from: begin + from, to: begin + (after?.offset ?? endOf(child)), insert: '' }];
}

/** Of a name that stands there twice, the last counts. */
const childOf = (node: Node | undefined, name: string | number): Node | undefined =>
  typeof name === 'number'
    ? node?.children?.[name]
    : node?.children?.findLast(({ children }) => children?.[0]?.value === name);

const endOf = ({ offset, length }: Node): number => offset + length;
