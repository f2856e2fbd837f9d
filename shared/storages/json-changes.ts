/** A value that two versions of a JSON text do not have in common. */
export type JsonChange = {
  /** The names and places that lead to it, from the outermost in. */
  readonly path: readonly (string | number)[];
  /** What it was and what it is, as JSON; null for nothing. */
  readonly before: string | null;
  readonly after: string | null;
};

type Json = Readonly<Record<string, unknown>>;
type Pair = { readonly path: JsonChange['path']; readonly before: unknown; readonly after: unknown };

/** What is not the same in two values, in order. What came or went as a whole is one change. Undefined is nothing. */
export function changesBetween(before: unknown, after: unknown): readonly JsonChange[] {
  const changes: JsonChange[] = [];
  // Without recursion: what is nested deep must not end the engine.
  const left: Pair[] = [{ path: [], before, after }];
  for (let pair = left.pop(); pair !== undefined; pair = left.pop()) {
    const [was, is] = [textOf(pair.before), textOf(pair.after)];
    if (was === is) {
      continue;
    }
    const inside = insideOf(pair);
    if (inside === null) {
      changes.push({ path: pair.path, before: was, after: is });
    } else {
      left.push(...inside.reverse());
    }
  }
  return changes;
}

const textOf = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

/** What is in both, name by name; null where they are not both objects or both lists. */
function insideOf({ path, before, after }: Pair): Pair[] | null {
  if (Array.isArray(before) && Array.isArray(after)) {
    return itemsOf(path, before, after);
  }
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.map((name) => ({ path: [...path, name], before: own(before, name), after: own(after, name) }));
  }
  return null;
}

/** Items at the same place, once those that begin or end both lists are left out: one that came in front moves no other. */
function itemsOf(path: JsonChange['path'], before: readonly unknown[], after: readonly unknown[]): Pair[] {
  const [was, is] = [before.map(textOf), after.map(textOf)];
  const least = Math.min(was.length, is.length);
  let head = 0;
  while (head < least && was[head] === is[head]) {
    head += 1;
  }
  let tail = 0;
  while (tail < least - head && was.at(-1 - tail) === is.at(-1 - tail)) {
    tail += 1;
  }
  const count = Math.max(was.length, is.length) - head - tail;
  return Array.from({ length: count }, (_, index) => {
    const at = head + index;
    return {
      path: [...path, at],
      before: at < was.length - tail ? before[at] : undefined,
      after: at < is.length - tail ? after[at] : undefined,
    };
  });
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const own = (of: Json, name: string): unknown => (Object.hasOwn(of, name) ? of[name] : undefined);
