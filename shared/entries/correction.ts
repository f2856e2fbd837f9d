import { type Confidence, confidences, type EntryFields, type Flags } from './entry.ts';

/** What a person edits by hand gets this source, so that it can be told apart later. */
export const personSource = 'user_correction';

/** Whether an entry reads as a person corrected it, with or without a note of theirs. */
export function isCorrection({ source }: Pick<EntryFields, 'source'>): boolean {
  return source === personSource || (source?.startsWith(`${personSource}:`) ?? false);
}

/** Whether a person has corrected, confirmed or pinned an entry: what it says is theirs to change. */
export function isKeptByPerson(entry: Pick<EntryFields, 'source' | 'flags'>): boolean {
  return isCorrection(entry) || entry.flags.confirmed || entry.flags.pinned;
}

/** Whether an assistant that is so sure may overwrite an entry: what the person kept counts one step surer than it says. */
export function mayOverwrite(
  confidence: Confidence,
  entry: Pick<EntryFields, 'source' | 'flags' | 'confidence'>,
): boolean {
  return !isKeptByPerson(entry) || confidences.indexOf(confidence) < confidences.indexOf(entry.confidence) - 1;
}

/** The flags of an entry that says what another wrote: what the person pinned or confirmed was not that. */
export const flagsForOthers = (flags: Flags): Flags => ({ ...flags, pinned: false, confirmed: false });
