import { commonEnds } from '../entries/common-ends.ts';
import { isMap } from '../text/same-value.ts';

/** Value that differs between two versions of a JSON text. */
export type JsonChange = {
  /** Names and indexes that lead to it, from the outermost in. */
  readonly path: readonly (string | number)[];
  /** JSON before and after; null for nothing. */
  readonly before: string | null;
  readonly after: string | null;
};

type Json = Readonly<Record<string, unknown>>;
type Pair = { readonly path: JsonChange['path']; readonly before: unknown; readonly after: unknown };

/** Lists the differences of two values, in order. An added or removed whole is one change. Undefined is nothing. */
export function jsonChanges(before: unknown, after: unknown): readonly JsonChange[] {
  const changes: JsonChange[] = [];
  // Without recursion: deep nesting must not end the engine.
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

/** Pairs the contents of both, name by name; null if they are not both objects or both lists. */
function insideOf({ path, before, after }: Pair): Pair[] | null {
  if (Array.isArray(before) && Array.isArray(after)) {
    return itemsOf(path, before, after);
  }
  if (isMap(before) && isMap(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.map((name) => ({ path: [...path, name], before: own(before, name), after: own(after, name) }));
  }
  return null;
}

/** Pairs items at the same index, after leaving out equal ones at both ends: one inserted in front moves no other. */
function itemsOf(path: JsonChange['path'], before: readonly unknown[], after: readonly unknown[]): Pair[] {
  const [was, is] = [before.map(textOf), after.map(textOf)];
  const { start: head, tail } = commonEnds(was, is, (one, other) => one === other);
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

const own = (of: Json, name: string): unknown => (Object.hasOwn(of, name) ? of[name] : undefined);
