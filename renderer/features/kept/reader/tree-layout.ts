/** A name or a place in what is around it, from the outermost in. */
export type TreePath = readonly (string | number)[];

export type TreeRow = {
  /** Names the row: its path as JSON. */
  readonly key: string;
  readonly path: TreePath;
  /** 1 for what stands in nothing else. */
  readonly level: number;
  /** Its name, or its place in a list; null of the whole. */
  readonly name: string | null;
  /** The value as JSON writes it, but for the quotes of a text; of an object or a list, how much is in it. */
  readonly value: string;
  readonly type: 'object' | 'list' | 'text' | 'number' | 'boolean' | 'null';
  /** Null for what can't be unfolded. */
  readonly isOpen: boolean | null;
  /** How many stand beside it, and which of them it is, from 1. */
  readonly setSize: number;
  readonly position: number;
  readonly isFound: boolean;
};

export const keyOfPath = (path: TreePath): string => JSON.stringify(path);

type Given = {
  /** Which are folded otherwise than at first. */
  readonly turned: ReadonlySet<string>;
  /** Words that are looked for, in lower case; everything on the way to what has them all is unfolded. */
  readonly words: readonly string[];
};

/** As far as this everything is unfolded at first, if there is not too much of it. */
const openLevels = 2;
const openMax = 50;

/** The rows that are seen of a value, in order. */
export function layOutTree(value: unknown, { turned, words }: Given): readonly TreeRow[] {
  const found = words.length === 0 ? null : findIn(value, words);
  const rows: TreeRow[] = [];
  // Without recursion: what is nested deep must not end the page.
  const stack: Step[] = [{ value, path: [], level: 1, setSize: 1, position: 1 }];
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    const { path, level, setSize, position } = step;
    const key = keyOfPath(path);
    const inside = childrenOf(step.value);
    const opensFirst = found === null ? level <= openLevels && (inside?.length ?? 0) <= openMax : found.around.has(key);
    const isOpen = inside === null || inside.length === 0 ? null : opensFirst !== turned.has(key);
    rows.push({
      key,
      path,
      level,
      name: nameOf(path),
      value: shown(step.value, inside?.length ?? 0),
      type: typeOf(step.value),
      isOpen,
      setSize,
      position,
      isFound: found?.hits.has(key) ?? false,
    });
    if (isOpen && inside) {
      for (let index = inside.length - 1; index >= 0; index--) {
        const [name, child] = inside[index] as (typeof inside)[number];
        stack.push({
          value: child,
          path: [...path, name],
          level: level + 1,
          setSize: inside.length,
          position: index + 1,
        });
      }
    }
  }
  return rows;
}

type Step = {
  readonly value: unknown;
  readonly path: TreePath;
  readonly level: number;
  readonly setSize: number;
  readonly position: number;
};

type Child = readonly [name: string | number, value: unknown];

/** What is in an object or a list; null for anything else. */
function childrenOf(value: unknown): readonly Child[] | null {
  if (Array.isArray(value)) {
    return value.map((child: unknown, index): Child => [index, child]);
  }
  return typeof value === 'object' && value !== null ? Object.entries(value) : null;
}

/** A name, or the place in a list as people count; null of the whole. */
function nameOf(path: TreePath): string | null {
  const last = path.at(-1);
  return last === undefined ? null : inWords(last);
}

/** One step of a path as people say it. */
export const inWords = (step: string | number): string => (typeof step === 'number' ? String(step + 1) : step);

const typeOf = (value: unknown): TreeRow['type'] =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'list'
      : typeof value === 'string'
        ? 'text'
        : (typeof value as 'object' | 'number' | 'boolean');

function shown(value: unknown, count: number): string {
  if (Array.isArray(value)) {
    return count === 0 ? 'an empty list' : `${count} ${count === 1 ? 'item' : 'items'}`;
  }
  if (typeof value === 'object' && value !== null) {
    return count === 0 ? 'nothing in it' : `${count} ${count === 1 ? 'name' : 'names'}`;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What has all words in its name and value, and everything that stands around it. */
function findIn(value: unknown, words: readonly string[]) {
  const hits = new Set<string>();
  const around = new Set<string>();
  const stack: { readonly value: unknown; readonly path: TreePath }[] = [{ value, path: [] }];
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    const { path } = step;
    const inside = childrenOf(step.value);
    const said = `${nameOf(path) ?? ''} ${inside === null ? shown(step.value, 0) : ''}`.toLowerCase();
    if (words.every((word) => said.includes(word))) {
      hits.add(keyOfPath(path));
      for (let length = 0; length < path.length; length++) {
        around.add(keyOfPath(path.slice(0, length)));
      }
    }
    for (const [name, child] of inside ?? []) {
      stack.push({ value: child, path: [...path, name] });
    }
  }
  return { hits, around };
}
