import type { Earlier, EntryView } from '#shared/contract/features/memory.ts';
import { earlierOf } from './entry-identity.ts';

/** Limit on remembered forms of entries that others removed; the latest stay. */
const maxMissing = 1000;

/** Number of entries others removed since the person last looked, and their known forms, the latest last. */
export type RemovedEntries = { readonly removed: number; readonly missing: readonly Earlier[] };

type TrackedViews = Readonly<Record<'views' | 'removed' | 'returned', readonly EntryView[]>>;

export function removedByOthers(
  before: RemovedEntries,
  { removed, returned }: Omit<TrackedViews, 'views'>,
): RemovedEntries {
  return {
    removed: Math.max(0, before.removed + removed.length - returned.length),
    missing: [...withoutRestored(before.missing, returned), ...removed.map(earlierOf)].slice(-maxMissing),
  };
}

/** Updates the removed entries after the person's change: what they brought back is no longer missing. */
export function removedStill(
  { removed, missing: before }: RemovedEntries,
  views: readonly EntryView[],
  { views: now }: Pick<TrackedViews, 'views'>,
): RemovedEntries {
  if (before.length === 0) {
    return { removed, missing: before };
  }
  const knownIds = new Set(views.map(({ id }) => id));
  const back = now.filter(({ id }) => !knownIds.has(id));
  const missing = withoutRestored(before, back);
  return { removed: Math.max(0, removed - (before.length - missing.length)), missing };
}

function withoutRestored(missing: readonly Earlier[], back: readonly EntryView[]): readonly Earlier[] {
  const names = back.map(nameOf);
  return missing.filter((each) => {
    const at = names.indexOf(nameOf(each));
    if (at !== -1) {
      names.splice(at, 1);
    }
    return at === -1;
  });
}

const nameOf = ({ category, key, value }: Pick<Earlier, 'category' | 'key' | 'value'>): string =>
  JSON.stringify([category, key, value]);
