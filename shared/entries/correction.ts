import { type Confidence, confidences, type EntryFields, type Flags } from './entry.ts';

/** Source of entries a person edits by hand, so that they can be recognised later. */
export const personSource = 'user_correction';

/** True for an entry as a person corrected it, with or without a note of theirs. */
export const isCorrection = ({ source }: Pick<EntryFields, 'source'>): boolean =>
  source === personSource || (source?.startsWith(`${personSource}:`) ?? false);

/** True if a person has corrected, confirmed or pinned an entry: its text is theirs to change. */
export const isKeptByPerson = (entry: Pick<EntryFields, 'source' | 'flags'>): boolean =>
  isCorrection(entry) || entry.flags.confirmed || entry.flags.pinned;

/** True if an assistant of this confidence may overwrite an entry: one the person kept counts one step surer. */
export function mayOverwrite(
  confidence: Confidence,
  entry: Pick<EntryFields, 'source' | 'flags' | 'confidence'>,
): boolean {
  return !isKeptByPerson(entry) || confidences.indexOf(confidence) < confidences.indexOf(entry.confidence) - 1;
}

/** Flags of an entry for another's text: the person did not pin or confirm that. */
export const flagsForOthers = (flags: Flags): Flags => ({ ...flags, pinned: false, confirmed: false });
