import { ContextureError } from '#shared/contract/errors.ts';
import { matchEntries } from '#shared/entries/match-entries.ts';
import { counted, withValuesOf } from '#shared/formats/context/change.ts';
import { type MergeConflict, mergeTexts } from '#shared/formats/context/merge.ts';
import { readContext } from '#shared/formats/context/read-document.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import { applyEdits, type Edit } from '#shared/text/edits.ts';
import type { Step, StepInput } from '../workspace/transaction.ts';
import { countOf, quoted } from './labels.ts';
import type { Rules } from './steps.ts';

/** A version of the file that somebody typed into; null hash where there was no file. */
export type TypedInto = { readonly hash: string | null; readonly text: string };

/**
 * A text as typed, with the frontmatter's values counted. What others wrote since is merged in, entry by entry; a file
 * that was deleted meanwhile is written again.
 */
export function saveTextStep(base: TypedInto, edits: readonly Edit[], rules: Rules) {
  const typed = readContext(applyTyped(base.text, edits));
  return async ({ context }: StepInput): Promise<Step> => {
    const now = context?.document ?? readContext('');
    const after =
      context === null || context.hash === base.hash ? typed : mergedInto(now, readContext(base.text), typed, conflict);
    return textStep(savedLabel(now, after), now, after, rules);
  };
}

/** Takes back a change of the whole text, leaving what others wrote since. */
export function undoTextStep(label: string, from: string, to: string, rules: Rules) {
  return async ({ context }: StepInput): Promise<Step> => {
    const now = context?.document ?? readContext('');
    const merged = mergedInto(now, readContext(from), readContext(to), superseded);
    return textStep(label, now, withValuesOf(now, merged), rules);
  };
}

function textStep(label: string, now: MemoryDocument, after: MemoryDocument, rules: Rules): Step {
  const context = after.text === now.text ? null : counted(now, after, rules.today);
  return { label, context, archives: [], moves: [], archived: [], notes: [], rewordings: [], undo: 'by text' };
}

function mergedInto(
  now: MemoryDocument,
  base: MemoryDocument,
  mine: MemoryDocument,
  refusal: (conflicts: readonly MergeConflict[]) => ContextureError,
): MemoryDocument {
  const { text, conflicts } = mergeTexts(base, mine, now);
  if (conflicts.length > 0) {
    throw refusal(conflicts);
  }
  return readContext(text);
}

/** @throws `invalid_request` for edits that don't fit the text */
export function applyTyped(text: string, edits: readonly Edit[]): string {
  try {
    return applyEdits(text, edits);
  } catch {
    throw new ContextureError(
      'invalid_request',
      'What was to be saved does not fit the version it was typed into. Nothing was changed.',
    );
  }
}

function conflict(conflicts: readonly MergeConflict[]): ContextureError {
  const [first] = conflicts;
  const others = conflicts.length > 1 ? ` and ${conflicts.length - 1} more` : '';
  return new ContextureError(
    'text_conflict',
    `Another program changed ${nameOf(first)}${others} as well. Choose which text to keep, then save again. Nothing was changed.`,
    { conflicts: conflicts.length },
  );
}

function superseded([first]: readonly MergeConflict[]): ContextureError {
  return new ContextureError(
    'change_superseded',
    `${nameOf(first)} has been changed again since, so this can’t be taken back by itself. Nothing was changed; the history has the text from before.`,
  );
}

function nameOf(conflict: MergeConflict | undefined): string {
  return quoted(conflict?.key ?? conflict?.mine ?? conflict?.theirs ?? conflict?.base ?? '');
}

function savedLabel(before: MemoryDocument, after: MemoryDocument): string {
  const { added, changed, removed } = matchEntries(before.entries, after.entries);
  const parts = [
    ...(changed.length > 0 ? [`${countOf(changed.length)} changed`] : []),
    ...(added.length > 0 ? [`${countOf(added.length)} added`] : []),
    ...(removed.length > 0 ? [`${countOf(removed.length)} removed`] : []),
  ];
  return parts.length === 0 ? 'Edited the text' : `Edited the text: ${parts.join(', ')}`;
}
