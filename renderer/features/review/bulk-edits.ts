import type { Operation } from '#shared/contract/changes.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { type Category, refOf } from '#shared/entries/entry.ts';

/** Values set on several entries at once; null keeps the current one. */
export type BulkEdit = {
  readonly category: Category | null;
  readonly heading: string | null;
  readonly source: string | null;
  /** Keys of entries by id; empty for none. Entries left out keep theirs. */
  readonly keys: ReadonlyMap<string, string>;
};

export const nothingSaid: BulkEdit = { category: null, heading: null, source: null, keys: new Map() };

/** Operations that give entries these values; none for those that have them already. */
export function operationsFor(entries: readonly EntryView[], edit: BulkEdit): Operation[] {
  return entries
    .flatMap((entry) => [editOf(entry, edit), moveOf(entry, edit)])
    .filter((operation) => operation !== null);
}

function editOf(entry: EntryView, { source, keys }: BulkEdit): Operation | null {
  const key = keys.get(entry.id)?.trim();
  const values = {
    ...(key === undefined || key === (entry.key ?? '') ? {} : { key: key || null }),
    ...(source === null || source.trim() === (entry.source ?? '') ? {} : { source: source.trim() }),
  };
  return Object.keys(values).length === 0 ? null : { op: 'edit', entry: refOf(entry), ...values };
}

function moveOf(entry: EntryView, { category, heading }: BulkEdit): Operation | null {
  if (category !== null && category !== entry.category) {
    return { op: 'move', entry: refOf(entry), category };
  }
  return heading !== null && heading !== entry.section
    ? { op: 'move', entry: refOf(entry), category: null, section: heading }
    : null;
}

/** Keeps entries from being archived for size until a day; null ends that. */
export const protectAll = (entries: readonly EntryView[], until: string | null): Operation[] =>
  entries
    .filter((entry) => entry.flags.until !== until)
    .map((entry) => ({ op: 'protect', entry: refOf(entry), until }));
