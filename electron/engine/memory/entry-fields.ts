import type { TextMeasure } from '#shared/entries/measure.ts';
import type { ParsedEntry } from '#shared/formats/document.ts';

/** What an interface is told of any entry, wherever it stands. */
export function entryFields(entry: ParsedEntry, measure: TextMeasure) {
  const { category, section, key, value, confidence, ownConfidence, date, source, flags, raw, ordinal } = entry;
  return {
    category,
    section,
    key,
    value,
    confidence,
    ownConfidence,
    date,
    source,
    flags,
    raw,
    ordinal,
    weight: measure.weightOf(entry),
    overhead: measure.overheadOf(entry),
    ...(entry.topic !== undefined && { topic: entry.topic }),
  };
}
