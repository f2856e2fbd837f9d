import type { Capabilities } from '#shared/contract/capabilities.ts';
import type { ArchivedEntry } from '#shared/contract/features/archive.ts';
import type { ContextSummary, EntryView } from '#shared/contract/features/memory.ts';
import { unitInWords } from '#shared/entries/measure.ts';
import { contextSections } from '#shared/formats/context/section-names.ts';
import { lineText, oneLine } from '#shared/prompt/line-text.ts';
import { counted, countInWords } from '#shared/text/counts.ts';
import { fillInWords } from '#shared/wording/fills.ts';
import { neverReadInWords, stopsHere } from '#shared/wording/loaded.ts';

/** An entry with its number in `show`. */
export type NumberedEntry = { readonly line: number; readonly entry: EntryView };

const confidenceWidth = 'tentative'.length;
const dateWidth = 'YYYY-MM-DD'.length;

/** Lists entries as aligned lines under their sections or headings, in file order, with a line where assistants stop reading. */
export function entryTable(
  entries: readonly NumberedEntry[],
  { capabilities, loaded }: Pick<ContextSummary, 'capabilities' | 'loaded'>,
): string[] {
  const width = String(entries.at(-1)?.line ?? 0).length;
  const cut = loaded?.cutLine == null ? undefined : entries.find(({ line }) => line >= loaded.entries)?.line;
  let section: string | null = null;
  return entries.flatMap(({ line, entry }) => {
    const name = placeOf(entry, capabilities);
    const heading = name === section || name === '' ? [] : [...(section === null ? [] : ['']), name];
    section = name;
    const date = capabilities.dates ? [entry.date] : [];
    const stops = line === cut ? ['', `--- ${stopsHere(capabilities, (loaded?.cutLine ?? 1) - 1)} ---`, ''] : [];
    return [...stops, ...heading, `  ${String(line).padStart(width)}  ${columns(entry, date, capabilities)}`];
  });
}

/** Section or heading of an entry; empty if there is none to name. */
function placeOf({ category, section }: EntryView, { sections, headings }: Capabilities): string {
  if (category !== null) {
    return contextSections.nameOf(category);
  }
  if (sections) {
    return `${section || 'No section'} (not sorted)`;
  }
  return headings ? section || 'Before the first heading' : '';
}

/** Lists archived entries as aligned lines; their date is the day they were archived. */
export const archivedTable = (entries: readonly ArchivedEntry[], capabilities: Capabilities): string[] =>
  entries.map((entry) => `  ${columns(entry, [entry.archivedDate], capabilities)}  (${oneLine(entry.file)})`);

export function fullnessLine({
  tokens,
  entryCount,
  capabilities,
  loaded,
}: Pick<ContextSummary, 'tokens' | 'entryCount' | 'capabilities' | 'loaded'>): string {
  const { total, limit, measure, leftOut } = tokens;
  const entries = counted(entryCount, 'entry', 'entries');
  if (loaded !== null) {
    const unread = entryCount - loaded.entries;
    const never = unread > 0 ? [neverReadInWords(unread)] : [];
    return [...loaded.fills.map(fillInWords), entries, ...never].join(', ');
  }
  if (capabilities.budget === null) {
    return `${countInWords(total)} ${unitInWords(measure, total)} in ${entries}`;
  }
  const byCount = measure === 'count' ? ', counted' : '';
  const out =
    leftOut && leftOut.entries > 0 ? `, without ${counted(leftOut.entries, 'entry', 'entries')} about others` : '';
  return `${countInWords(total)} of ${countInWords(limit)} ${unitInWords(measure, limit)} (${Math.round((total / limit) * 100)} %${byCount}) in ${entries}${out}`;
}

function columns(
  entry: EntryView | ArchivedEntry,
  dates: readonly (string | null)[],
  { confidence }: Capabilities,
): string {
  const { pinned, confirmed, until, about } = entry.flags;
  const flags = [
    ...(confirmed && !confidence ? ['confirmed by you'] : []),
    ...(pinned ? ['pinned'] : []),
    ...(until === null ? [] : [`until ${until}`]),
    ...(about === null ? [] : [`about ${oneLine(about.name)}, a ${about.kind}`]),
  ];
  return [
    ...(confidence ? [entry.confidence.padEnd(confidenceWidth)] : []),
    ...dates.map((date) => (date ?? '-').padEnd(dateWidth)),
    `${lineText(entry)}${flags.length === 0 ? '' : `  [${flags.join(', ')}]`}`,
  ].join('  ');
}
