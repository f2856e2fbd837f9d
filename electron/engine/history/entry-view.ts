import type { HistoryEntry } from '#shared/contract/features/history.ts';
import { briefOf } from '#shared/entries/entry-brief.ts';
import type { ParsedEntry } from '#shared/formats/document.ts';

export const entryView = (entry: ParsedEntry): HistoryEntry => ({ ...briefOf(entry), ordinal: entry.ordinal });

export const pairView = ({ before, after }: { readonly before: ParsedEntry; readonly after: ParsedEntry }) => ({
  before: entryView(before),
  after: entryView(after),
});
