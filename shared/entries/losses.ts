import { isCorrection } from './correction.ts';
import type { EntryFields } from './entry.ts';

/** What of an entry decides whether a later reading of it costs the person something. */
export type Kept = Pick<EntryFields, 'key' | 'value'> & {
  readonly pinned: boolean;
  /** True where it is a correction of the person's. */
  readonly correction: boolean;
};

export function keptOf(entry: Pick<EntryFields, 'key' | 'value' | 'flags' | 'source'>): Kept {
  const { key, value, flags } = entry;
  return { key, value, pinned: flags.pinned, correction: isCorrection(entry) };
}

/** Ways to lose something, the worst first. */
export const lossKinds = ['dropped', 'overwritten', 'unpinned', 'unmarked'] as const;
export type LossKind = (typeof lossKinds)[number];

/**
 * What the person lost where an entry reads differently by now, or not at all: the entry, the words they corrected, that
 * it is marked as theirs, or its pin. Null where nothing that they asked for is gone.
 */
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
  return yours.pinned && !theirs.pinned ? 'unpinned' : null;
}
