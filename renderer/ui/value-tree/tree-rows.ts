/** Path to a value: names and list places, from the outermost in. */
export type TreePath = readonly (string | number)[];

export type TreeRow = {
  /** Identifies the row: its path as JSON. */
  readonly key: string;
  readonly path: TreePath;
  /** 1 for the outermost. */
  readonly level: number;
  /** Its name, or its place in a list; null for the whole. */
  readonly name: string | null;
  /** The value as JSON, without the quotes of a text; for an object or a list, the number of items. */
  readonly value: string;
  /** `more` replaces the rest of a long list. */
  readonly type: 'object' | 'list' | 'text' | 'number' | 'boolean' | 'null' | 'more';
  /** Null if it can't be unfolded. */
  readonly isOpen: boolean | null;
  /** Number of its siblings with itself, and its position among them, from 1. */
  readonly setSize: number;
  readonly position: number;
  readonly isFound: boolean;
};

export const keyOfPath = (path: TreePath): string => JSON.stringify(path);

type TreeOptions = {
  /** Keys folded differently from their initial state. */
  readonly turned: ReadonlySet<string>;
  /** Search words, in lower case; everything on the way to a row that has them all is unfolded. */
  readonly words: readonly string[];
  /** Levels unfolded at first, if that is not too much; 2 if left out. */
  readonly levels?: number;
  /** Set to show the content of the value outermost, without a row for the value itself, if it has any content. */
  readonly hidesWhole?: boolean;
  /** Most rows of one object or list, before one that gives the number of the rest; all if left out. */
  readonly most?: number;
};

const openMax = 50;

export function layOutTree(value: unknown, given: TreeOptions): readonly TreeRow[] {
  const { turned, words, levels = 2, hidesWhole = false, most = Number.POSITIVE_INFINITY } = given;
  const matches = words.length === 0 ? null : findIn(value, words);
  const rows: TreeRow[] = [];
  // Without recursion: deep nesting must not crash the page.
  const whole: Step = { value, path: [], level: 1, setSize: 1, position: 1 };
  const inWhole = childrenOf(value) ?? [];
  const stack: Step[] = hidesWhole && inWhole.length > 0 ? stepsInto(whole, inWhole, 1, most) : [whole];
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    const { path, level, setSize, position } = step;
    if (step.value === moreThanShown) {
      rows.push(rowOfMore(step, most));
      continue;
    }
    const key = keyOfPath(path);
    const inside = childrenOf(step.value);
    const opensFirst = matches === null ? level <= levels && (inside?.length ?? 0) <= openMax : matches.around.has(key);
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
      isFound: matches?.hits.has(key) ?? false,
    });
    if (isOpen && inside) {
      for (const inner of stepsInto(step, inside, level + 1, most)) {
        stack.push(inner);
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

/** Marks the rest of a long list. */
const moreThanShown = Symbol('more');

/** Children of a value, the last first, as a stack has them. */
function stepsInto({ path }: Step, inside: readonly Child[], level: number, most: number): Step[] {
  const setSize = Math.min(inside.length, most + 1);
  const steps = inside
    .slice(0, most)
    .map(([name, value], index): Step => ({ value, path: [...path, name], level, setSize, position: index + 1 }));
  const more: Step = { value: moreThanShown, path: [...path, inside.length], level, setSize, position: setSize };
  return [...steps, ...(inside.length > most ? [more] : [])].reverse();
}

/** @param most number of rows before it; the last part of its path is the number of the rest */
function rowOfMore({ path, level, setSize, position }: Step, most: number): TreeRow {
  const value = `and ${Number(path.at(-1)) - most} more`;
  const key = keyOfPath(path);
  return { key, path, level, name: null, value, type: 'more', isOpen: null, setSize, position, isFound: false };
}

type Child = readonly [name: string | number, value: unknown];

/** Children of an object or a list; null for anything else. */
function childrenOf(value: unknown): readonly Child[] | null {
  if (Array.isArray(value)) {
    return value.map((child: unknown, index): Child => [index, child]);
  }
  return typeof value === 'object' && value !== null && !(value instanceof Date) ? Object.entries(value) : null;
}

/** A name, or the place in a list counted from 1; null for the whole. */
function nameOf(path: TreePath): string | null {
  const last = path.at(-1);
  return last === undefined ? null : inWords(last);
}

/** A step of a path as people say it. */
export const inWords = (step: string | number): string => (typeof step === 'number' ? String(step + 1) : step);

const typeOf = (value: unknown): TreeRow['type'] =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'list'
      : typeof value === 'string' || value instanceof Date
        ? 'text'
        : typeof value === 'bigint'
          ? 'number'
          : (typeof value as 'object' | 'number' | 'boolean');

function shown(value: unknown, count: number): string {
  if (value instanceof Date) {
    return value.toISOString();
  }
  if (Array.isArray(value)) {
    return count === 0 ? 'an empty list' : `${count} ${count === 1 ? 'item' : 'items'}`;
  }
  if (typeof value === 'object' && value !== null) {
    return count === 0 ? 'nothing in it' : `${count} ${count === 1 ? 'field' : 'fields'}`;
  }
  return typeof value === 'string' ? value : typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}

/** Values with all words in their name and value, and everything around them. */
function findIn(value: unknown, words: readonly string[]) {
  const hits = new Set<string>();
  const around = new Set<string>();
  const stack: { readonly value: unknown; readonly path: TreePath }[] = [{ value, path: [] }];
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    const { path } = step;
    const inside = childrenOf(step.value);
    const text = `${nameOf(path) ?? ''} ${inside === null ? shown(step.value, 0) : ''}`.toLowerCase();
    if (words.every((word) => text.includes(word))) {
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
