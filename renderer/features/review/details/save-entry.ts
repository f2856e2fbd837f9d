import type { EntryView } from '#shared/contract/features/memory.ts';
import { refOf } from '#shared/entries/entry.ts';
import { tryChange } from '../changes.ts';

/** @returns the problem; null on success */
export async function saveEntry(
  entry: EntryView,
  values: { key?: string | null; source?: string },
): Promise<string | null> {
  const problem = await tryChange([{ op: 'edit', entry: refOf(entry), ...values }], true);
  return problem?.message ?? null;
}
