import { ContextureError } from '../../contract/errors.ts';
import { differing } from './differing.ts';
import type { JsonTextChange } from './json-text.ts';
import { isSameJson, type Json, valueAt } from './json-values.ts';
import { type By, intervention, touch } from './operations.ts';

/** Record of a workflow: an undo adds to it like every other change, and removes nothing. */
const record = new Set(['meta', 'audit']);

/** Undoes a change field by field; later changes stay. @throws `change_superseded` if a field has changed since */
export function undoFields(
  now: Json,
  { before, after }: { before: Json; after: Json },
  by: By,
  label: string,
): JsonTextChange[] {
  const changes: JsonTextChange[] = [];
  for (const path of differing(before, after).filter(([name]) => !record.has(String(name)))) {
    const [was, made, stands] = [before, after, now].map((each) => valueAt(each, path));
    if (isSameJson(stands, was)) {
      continue;
    }
    if (!isSameJson(stands, made)) {
      const message = `“${path.join('.')}” has been changed again since, so this can’t be undone. Nothing was changed; the history has the text from before.`;
      throw new ContextureError('change_superseded', message, { path: path.join('.') });
    }
    changes.push(was === undefined ? { path, remove: true } : { path, value: was });
  }
  return changes.length === 0 ? [] : [...touch(now, by.now), ...changes, intervention(now, changes, by, label)];
}
