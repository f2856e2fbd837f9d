import { createEntryMatcher } from '../bring-in/known.ts';
import type { Capabilities } from '../contract/capabilities.ts';
import type { Operation } from '../contract/changes.ts';
import { isCorrection } from '../entries/correction.ts';
import type { Category, EntryFields } from '../entries/entry.ts';

/** Details of an entry that another memory may have no place for. */
export const transferLosses = [
  'dates',
  'confidence',
  'section',
  'heading',
  'source',
  'pinned',
  'about',
  'topic',
] as const;
export type TransferLoss = (typeof transferLosses)[number];

export type TransferredEntry = Pick<
  EntryFields,
  'category' | 'section' | 'key' | 'value' | 'confidence' | 'date' | 'source' | 'flags' | 'topic'
>;

/** Section for transferred entries whose own one means nothing there. */
export type Destination = { readonly category: Category; readonly section?: string | undefined };

/** Lists the details of entries that the form of another memory has no place for, each once. */
export function lossesOf(entries: readonly TransferredEntry[], from: Capabilities, to: Capabilities): TransferLoss[] {
  const lost: Readonly<Record<TransferLoss, (entry: TransferredEntry) => boolean>> = {
    dates: ({ date }) => date !== null && !to.dates,
    confidence: () => from.confidence && !to.confidence,
    section: ({ category }) => category !== null && !to.sections,
    heading: ({ section, category }) => category === null && from.headings && section !== '' && !to.headings,
    source: ({ source }) => source !== null && !isCorrection({ source }),
    pinned: ({ flags }) => flags.pinned || flags.confirmed,
    about: ({ flags }) => flags.about !== null && !to.sections,
    topic: ({ topic }) => topic !== undefined,
  };
  return transferLosses.filter((loss) => entries.some(lost[loss]));
}

/** Makes the additions that put entries into another memory, in its form; entries it has already are left out. */
export function additionsOf(
  entries: readonly TransferredEntry[],
  known: readonly Pick<EntryFields, 'key' | 'value'>[],
  to: Capabilities,
  { category, section }: Destination,
) {
  const there = createEntryMatcher(known);
  const operations: Extract<Operation, { op: 'add' }>[] = [];
  const same: TransferredEntry[] = [];
  const differs: TransferredEntry[] = [];
  for (const entry of entries) {
    const match = there.of(entry);
    if (match?.how === 'same' || there.isRepeated(entry)) {
      same.push(entry);
      continue;
    }
    if (match) {
      differs.push(entry);
    }
    const { key, value } = entry;
    const where = to.sections
      ? {
          category: entry.category ?? category,
          ...(entry.category !== null && { confidence: entry.confidence }),
          ...(entry.flags.about !== null && { about: entry.flags.about }),
        }
      : { category: null, ...(section !== undefined && section !== '' && { section }) };
    operations.push({ op: 'add', key, value, ...where });
  }
  return { operations, same, differs };
}
