import type { Operation } from '../contract/changes.ts';
import { ContextureError } from '../contract/errors.ts';
import type { EntryRef } from '../entries/entry.ts';
import { shortName } from '../entries/find-entry.ts';
import type { ParsedEntry } from './document.ts';
import type { Return } from './format.ts';

/** Refusal of two entries of one name: they contradict each other, and nobody should cause that by accident. */
export const nameTakenError = ({ key, value, raw }: ParsedEntry): ContextureError =>
  new ContextureError(
    'key_exists',
    `“${key}” is known already: “${value.slice(0, 60)}”. Correct that entry, or choose another name. Nothing was changed.`,
    { key, live: raw, wanted: null },
  );

export const supersededError = (ref: EntryRef): ContextureError =>
  new ContextureError(
    'change_superseded',
    `“${shortName(ref)}” has been changed again since, so this can’t be undone on its own. Nothing was changed; the history has the text from before.`,
    { expected: ref },
  );

/** Refusal of a further operation on an entry that leaves in the same step. */
export const leavesError = (name: string, fate: 'deleted' | 'archived'): ContextureError =>
  new ContextureError(
    'invalid_request',
    `“${name}” is ${fate} in this step, so nothing else can be done to it. Nothing was changed.`,
  );

/** Refusal to raise an entry if all are read. */
export const readWholeError = (): ContextureError =>
  new ContextureError(
    'invalid_request',
    'Your assistant reads all of this memory, so it makes no difference where an entry is. Nothing was changed.',
  );

/** Deletes or archives an entry of a format without confidence and flags: other operations change nothing there. */
export function applyFate(draft: { fate: 'stays' | 'deleted' | 'archived' }, op: Operation['op']): void {
  if (op === 'protect') {
    const message =
      'Nothing of this memory is archived automatically, so an entry needs no protection. Nothing was changed.';
    throw new ContextureError('invalid_request', message);
  }
  if (op === 'archive' || op === 'delete') {
    draft.fate = op === 'archive' ? 'archived' : 'deleted';
  }
}

/** Divides entries into those that replace a live one of their name, and others. @throws `key_exists` if undecided */
export function divideReturns<R extends Return>(
  returns: readonly R[],
  liveOf: (item: R) => ParsedEntry | undefined,
  rawOf: (item: R) => string = ({ entry }) => entry.raw,
): { readonly replaced: ReadonlyMap<ParsedEntry, string>; readonly others: readonly R[] } {
  const replaced = new Map<ParsedEntry, string>();
  const others: R[] = [];
  for (const item of returns) {
    const live = liveOf(item);
    if (live && !item.onDuplicate) {
      const message = `“${item.entry.key}” is known already. Choose whether to replace what is known or to keep both.`;
      throw new ContextureError('key_exists', message, { key: item.entry.key, live: live.raw, wanted: rawOf(item) });
    }
    if (live && item.onDuplicate === 'replace' && !replaced.has(live)) {
      replaced.set(live, rawOf(item));
    } else {
      others.push(item);
    }
  }
  return { replaced, others };
}
