import type { Confidence } from '#shared/entries/entry.ts';
import { amountInWords } from '#shared/entries/measure.ts';
import type { ParsedEntry } from '#shared/formats/document.ts';
import { withProgramNamed } from '#shared/programs/program-ids.ts';
import type { TextReading } from '../../../memory-text/reading.ts';
import { rankInWords } from '../../../wording/counts.ts';
import { dateInWords } from '../../../wording/dates.ts';
import { aboutKindNames, categoryNames, confidenceNames, sourceInWords } from '../../../wording/names.ts';

export const confidenceDots: Readonly<Record<Confidence, string>> = {
  certain: '●●●',
  likely: '●●○',
  tentative: '●○○',
};

export type EntryInWords = ReturnType<typeof entryInWords>;

export function entryInWords(entry: ParsedEntry, { ranks, rules }: TextReading) {
  const { pinned, until, about } = entry.flags;
  const rank = ranks.get(entry);
  return {
    category: categoryNames[entry.category ?? 'unsorted'],
    confidence: entry.confidence,
    confidenceInWords: confidenceNames[entry.confidence] + (entry.ownConfidence ? '' : ', like its section'),
    details: [
      entry.date === null ? 'Date unknown' : `Learned ${dateInWords(entry.date)}`,
      origin(entry.source),
      amountInWords(rules.measure.tokensOf(rules.measure.weightOf(entry)), rules.measure.name),
      ...(about === null ? [] : [`About ${about.name}, ${aboutKindNames[about.kind]}`]),
      ...(pinned ? ['Pinned: never archived automatically'] : []),
      ...(until !== null && until >= rules.today ? [`Protected until ${dateInWords(until)}`] : []),
      ...(rank === undefined ? [] : [`Archived next (${rankInWords(rank)} of ${ranks.size})`]),
    ],
  };
}

function origin(source: string | null): string {
  const words = sourceInWords(source);
  return source === null ? 'Source unknown' : words === withProgramNamed(source) ? `From ${words}` : words;
}

export function entrySentence({ category, confidenceInWords, details }: EntryInWords): string {
  return `${[category, confidenceInWords, ...details].join('. ')}.`;
}
