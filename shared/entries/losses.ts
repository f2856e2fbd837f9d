import { isCorrection } from './correction.ts';
import { confidences, type EntryFields } from './entry.ts';

/** What of an entry decides whether a later reading of it costs the person something. */
type Kept = Pick<EntryFields, 'key' | 'value' | 'confidence'> & {
  readonly pinned: boolean;
  /** True where it is a correction of the person's. */
  readonly correction: boolean;
};

export function keptOf(entry: Pick<EntryFields, 'key' | 'value' | 'confidence' | 'flags' | 'source'>): Kept {
  const { key, value, confidence, flags } = entry;
  return { key, value, confidence, pinned: flags.pinned, correction: isCorrection(entry) };
}

/** Ways to lose something; first what the person themselves said, of which there is little. */
export const lossKinds = ['overwritten', 'unpinned', 'unmarked', 'lowered', 'dropped'] as const;
type LossKind = (typeof lossKinds)[number];

/** What the person lost by a change, of what they asked for: text, correction, mark, confidence or pin; or null. */
export function lossOf(yours: Kept, theirs: Kept | null): LossKind | null {
  if (theirs === null) {
    return 'dropped';
  }
  if (yours.correction && (theirs.value !== yours.value || theirs.key !== yours.key)) {
    return 'overwritten';
  }
  if (yours.correction && !theirs.correction) {
    return 'unmarked';
  }
  if (yours.pinned && !theirs.pinned) {
    return 'unpinned';
  }
  const isLowered = confidences.indexOf(theirs.confidence) > confidences.indexOf(yours.confidence);
  return yours.correction && isLowered ? 'lowered' : null;
}
