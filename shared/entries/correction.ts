import type { EntryFields } from './entry.ts';

/** What a person edits by hand gets this source, so that it can be told apart later. */
export const personSource = 'user_correction';

/** Whether an entry reads as a person corrected it, with or without a note of theirs. */
export function isCorrection({ source }: Pick<EntryFields, 'source'>): boolean {
  return source === personSource || (source?.startsWith(`${personSource}:`) ?? false);
}
