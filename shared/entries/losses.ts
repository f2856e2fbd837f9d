import { isCorrection } from './correction.ts';
import { confidences, type EntryFields } from './entry.ts';

/** What of an entry decides whether a later reading of it costs the person something. */
type Kept = Pick<EntryFields, 'key' | 'value' | 'confidence'> & {
  readonly pinned: boolean;
  /** True where a person raised its confidence. */
  readonly confirmed: boolean;
  /** True where it is a correction of the person's. */
  readonly correction: boolean;
};

export function keptOf(entry: Pick<EntryFields, 'key' | 'value' | 'confidence' | 'flags' | 'source'>): Kept {
  const { key, value, confidence, flags } = entry;
  const { pinned, confirmed } = flags;
  return { key, value, confidence, pinned, confirmed, correction: isCorrection(entry) };
}

/** Ways to lose something; first what the person themselves said, of which there is little. */
export const lossKinds = ['overwritten', 'unpinned', 'unmarked', 'lowered', 'archived', 'dropped'] as const;
export type LossKind = (typeof lossKinds)[number];

/** What the person lost by a change to an entry, of what they asked for: text, mark, confidence or pin; or null. */
export function lossOf(yours: Kept, theirs: Kept | null): LossKind | null {
  if (theirs === null) {
    return 'dropped';
  }
  const isMarked = yours.correction || yours.confirmed;
  if ((isMarked || yours.pinned) && (theirs.value !== yours.value || theirs.key !== yours.key)) {
    return 'overwritten';
  }
  if (!theirs.correction && (yours.correction || (yours.confirmed && !theirs.confirmed))) {
    return 'unmarked';
  }
  if (yours.pinned && !theirs.pinned) {
    return 'unpinned';
  }
  const isLowered = confidences.indexOf(theirs.confidence) > confidences.indexOf(yours.confidence);
  return isMarked && isLowered ? 'lowered' : null;
}

/** Whether something was the person's own doing: corrected, confirmed or pinned. */
export const isOfPerson = ({ pinned, confirmed, correction }: Pick<Kept, 'pinned' | 'confirmed' | 'correction'>) =>
  pinned || confirmed || correction;

/** What a file says beside its entries, as people call it. */
export const textParts = ['heading', 'comment', 'frontmatter', 'text'] as const;
export type TextPart = (typeof textParts)[number];
