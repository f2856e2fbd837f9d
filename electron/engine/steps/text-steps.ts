import { ContextureError } from '#shared/contract/errors.ts';
import { matchEntries } from '#shared/entries/match-entries.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import type { MemoryFormat } from '#shared/formats/format.ts';
import type { MergeConflict } from '#shared/formats/merge.ts';
import { applyEdits, type Edit } from '#shared/text/edits.ts';
import { countOf, quoted } from './labels.ts';
import { memoryFile, presentMemory, type Rules } from './rules.ts';
import { type ComputeStep, emptyStep, type Step } from './step.ts';

/** Version of the file in which somebody typed; null hash if there was no file. */
type TypedInto = { readonly hash: string | null; readonly text: string };

/**
 * Saves a text as typed, with the frontmatter's values counted. Changes others made since are merged, entry by entry; a
 * file that was deleted meanwhile is written again.
 */
export function saveTextStep(base: TypedInto, edits: readonly Edit[], rules: Rules): ComputeStep {
  const { format } = rules;
  const typed = format.read(applyTyped(base.text, edits));
  return async (input) => {
    const now = await presentMemory(input, rules);
    const present = await input.document(rules.layout.contextPath);
    const after =
      present === null || present.hash === base.hash
        ? typed
        : mergedInto(now, format.read(base.text), typed, conflictError, format);
    return textStep(savedLabel(now, after), now, after, rules);
  };
}

/** Undoes a change of the whole text, leaving later changes by others. */
export function undoTextStep(label: string, from: string, to: string, rules: Rules): ComputeStep {
  const { format } = rules;
  return async (input) => {
    const now = await presentMemory(input, rules);
    const undone = isSameMemory(now, from, format)
      ? format.read(to, now)
      : mergedInto(now, format.read(from), format.read(to), supersededTextError, format);
    return textStep(label, now, format.withCountOf(now, undone), rules);
  };
}

/** True if a memory says the same as a text, apart from values that every change counts. */
export const isSameMemory = (now: MemoryDocument, text: string, { read, withCountOf }: MemoryFormat): boolean =>
  now.text === text || withCountOf(read(text, now), now).text === text;

function textStep(label: string, now: MemoryDocument, after: MemoryDocument, rules: Rules): Step {
  const counted = after.text === now.text ? now : rules.format.count(now, after, rules.today);
  return { ...emptyStep, label, files: memoryFile(rules, now, counted), undo: 'by text' };
}

function mergedInto(
  now: MemoryDocument,
  base: MemoryDocument,
  mine: MemoryDocument,
  refusal: (conflicts: readonly MergeConflict[]) => ContextureError,
  { merge, read }: MemoryFormat,
): MemoryDocument {
  const { text, conflicts } = merge(base, mine, now);
  if (conflicts.length > 0) {
    throw refusal(conflicts);
  }
  return read(text);
}

/** @throws `invalid_request` if edits don't fit the text */
export function applyTyped(text: string, edits: readonly Edit[]): string {
  try {
    return applyEdits(text, edits);
  } catch {
    const message = 'What was to be saved does not fit the version it was typed into. Nothing was changed.';
    throw new ContextureError('invalid_request', message);
  }
}

function conflictError(conflicts: readonly MergeConflict[]): ContextureError {
  const [first] = conflicts;
  const others = conflicts.length > 1 ? ` and ${conflicts.length - 1} more` : '';
  const message = `Another program changed ${nameOf(first)}${others} as well. Choose which text to keep, then save again. Nothing was changed.`;
  return new ContextureError('text_conflict', message, { conflicts: conflicts.length });
}

function supersededTextError([first]: readonly MergeConflict[]): ContextureError {
  const message = `${nameOf(first)} has been changed again since, so this can’t be undone on its own. Nothing was changed; the history has the text from before.`;
  return new ContextureError('change_superseded', message);
}

const nameOf = (conflict: MergeConflict | undefined): string =>
  quoted(conflict?.key ?? conflict?.mine ?? conflict?.theirs ?? conflict?.base ?? '');

function savedLabel(before: MemoryDocument, after: MemoryDocument): string {
  const { added, changed, removed } = matchEntries(before.entries, after.entries);
  const parts = [
    ...(changed.length > 0 ? [`${countOf(changed.length)} changed`] : []),
    ...(added.length > 0 ? [`${countOf(added.length)} added`] : []),
    ...(removed.length > 0 ? [`${countOf(removed.length)} removed`] : []),
  ];
  return parts.length === 0 ? 'Edited the text' : `Edited the text: ${parts.join(', ')}`;
}
