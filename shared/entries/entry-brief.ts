import type { EntryBrief } from '../contract/changes.ts';
import { estimate, type TextMeasure, type WeighedEntry } from './measure.ts';

export function briefOf(entry: WeighedEntry & Omit<EntryBrief, 'tokens'>, measure: TextMeasure = estimate): EntryBrief {
  const { category, key, value, date, confidence, raw } = entry;
  return { category, key, value, date, confidence, raw, tokens: measure.tokensOf(measure.weightOf(entry)) };
}
