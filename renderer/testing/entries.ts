import type { EntryView } from '#shared/contract/features/memory.ts';
import { noFlags } from '#shared/entries/entry.ts';

/** An entry for a test, with defaults for all fields the test doesn't name. */
export function entry(id: string, values: Partial<EntryView> = {}): EntryView {
  const key = values.key ?? null;
  const value = values.value ?? id;
  const raw = values.raw ?? `- ${key === null ? '' : `${key}: `}${value}`;
  return {
    id,
    mark: null,
    category: 'insight',
    section: 'Insights',
    key,
    value,
    confidence: 'tentative',
    ownConfidence: false,
    date: null,
    source: null,
    flags: noFlags,
    raw,
    ordinal: 0,
    weight: raw.split(/\s+/).length,
    overhead: 0,
    ...values,
  };
}
