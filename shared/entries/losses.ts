import { isCorrection } from './correction.ts';
import { confidences, type EntryFields } from './entry.ts';

/** Fields of an entry that decide if a later version of it costs the person something. */
type ComparedFields = Pick<EntryFields, 'key' | 'value' | 'confidence'> & {
  readonly pinned: boolean;
  readonly confirmed: boolean;
  readonly correction: boolean;
};

export function comparedFields(
  entry: Pick<EntryFields, 'key' | 'value' | 'confidence' | 'flags' | 'source'>,
): ComparedFields {
  const { key, value, confidence, flags } = entry;
  const { pinned, confirmed } = flags;
  return { key, value, confidence, pinned, confirmed, correction: isCorrection(entry) };
}

/** Kinds of losses; first those of the person's own words, of which there are few. */
export const lossKinds = ['overwritten', 'unpinned', 'unmarked', 'lowered', 'archived', 'dropped'] as const;
export type LossKind = (typeof lossKinds)[number];

/** Finds the person's loss in a change to an entry: text, mark, confidence or pin; or null. */
export function lossOf(yours: ComparedFields, theirs: ComparedFields | null): LossKind | null {
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

export const isOfPerson = ({
  pinned,
  confirmed,
  correction,
}: Pick<ComparedFields, 'pinned' | 'confirmed' | 'correction'>) => pinned || confirmed || correction;

/** Parts of a file outside its entries, as people call them. */
export const textParts = ['heading', 'comment', 'frontmatter', 'text'] as const;
export type TextPart = (typeof textParts)[number];
