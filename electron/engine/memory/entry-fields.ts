import type { TextMeasure } from '#shared/entries/measure.ts';
import type { ParsedEntry } from '#shared/formats/document.ts';

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
