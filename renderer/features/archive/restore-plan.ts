import type { ArchivedEntry, ArchivedRef, RestoreItem, RestorePreview } from '#shared/contract/features/archive.ts';
import type { Category } from '#shared/entries/entry.ts';

export type RestoreChoice = { readonly category?: Category; readonly onDuplicate?: 'replace' | 'keep_both' };

export type RestoreChoices = ReadonlyMap<string, RestoreChoice>;

/** Few enough to see together; one step undoes their return. */
const fewToRestore = 3;

export const asksToRestore = (count: number): boolean => count > fewToRestore;

export const refOfArchived = ({ file, raw, ordinal }: ArchivedEntry): ArchivedRef => ({ file, raw, ordinal });

export function itemsOf(entries: readonly ArchivedEntry[], decisions: RestoreChoices): RestoreItem[] {
  return entries.map((entry) => ({ entry: refOfArchived(entry), ...decisions.get(entry.id) }));
}

export function undecided(preview: RestorePreview, decisions: RestoreChoices): number {
  return preview.items.filter(({ entry, twin }) => twin !== null && decisions.get(entry.id)?.onDuplicate === undefined)
    .length;
}

export function decideAll(
  preview: RestorePreview,
  decisions: RestoreChoices,
  onDuplicate: 'replace' | 'keep_both',
): RestoreChoices {
  const next = new Map(decisions);
  for (const { entry, twin } of preview.items) {
    if (twin !== null) {
      next.set(entry.id, { ...next.get(entry.id), onDuplicate });
    }
  }
  return next;
}
