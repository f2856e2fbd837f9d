import type { ArchivedEntry } from '#shared/contract/features/archive.ts';
import type { ContextSummary, EntryView } from '#shared/contract/features/memory.ts';
import { unitInWords } from '#shared/entries/measure.ts';
import { contextSections } from '#shared/formats/context/section-names.ts';
import { lineText, oneLine } from '#shared/prompt/line-text.ts';
import { plural } from '#shared/text/counts.ts';

/** An entry with the number `show` gives it. */
export type Numbered = { readonly line: number; readonly entry: EntryView };

const confidenceWidth = 'tentative'.length;
const dateWidth = 'YYYY-MM-DD'.length;

/** Entries as aligned lines under their sections, in file order. */
export function entryTable(entries: readonly Numbered[]): string[] {
  const width = String(entries.at(-1)?.line ?? 0).length;
  let section: string | null = null;
  return entries.flatMap(({ line, entry }) => {
    const name =
      entry.category === null
        ? `${entry.section || 'No section'} (not sorted)`
        : contextSections.nameOf(entry.category);
    const heading = name === section ? [] : [...(section === null ? [] : ['']), name];
    section = name;
    return [...heading, `  ${String(line).padStart(width)}  ${columns(entry, entry.date)}`];
  });
}

/** Archived entries as aligned lines; their date is the day they were archived. */
export function archivedTable(entries: readonly ArchivedEntry[]): string[] {
  return entries.map((entry) => `  ${columns(entry, entry.archivedDate)}  (${oneLine(entry.file)})`);
}

export function fullnessLine({ tokens, entryCount }: Pick<ContextSummary, 'tokens' | 'entryCount'>): string {
  const { total, limit, measure } = tokens;
  const entries = plural(entryCount, 'entry', 'entries');
  const counted = measure === 'count' ? ', counted' : '';
  return `${total} of ${limit} ${unitInWords(measure, limit)} (${Math.round((total / limit) * 100)} %${counted}) in ${entries}`;
}

function columns(entry: EntryView | ArchivedEntry, date: string | null): string {
  const { pinned, until } = entry.flags;
  const flags = [...(pinned ? ['pinned'] : []), ...(until === null ? [] : [`until ${until}`])];
  return [
    entry.confidence.padEnd(confidenceWidth),
    (date ?? '-').padEnd(dateWidth),
    `${lineText(entry)}${flags.length === 0 ? '' : `  [${flags.join(', ')}]`}`,
  ].join('  ');
}
