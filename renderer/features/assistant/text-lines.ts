import type { EntryView } from '#shared/contract/features/memory.ts';
import type { WholeStart } from '#shared/contract/reading/texts.ts';
import { lineText } from '#shared/prompt/line-text.ts';

export type TextRow =
  | {
      readonly kind: 'part';
      readonly name: string;
      readonly of: WholeStart['parts'][number]['kind'];
      readonly tokens: number;
    }
  | { readonly kind: 'line'; readonly text: string; readonly past: boolean }
  /** Place where the limit is reached: text below may not be read. */
  | { readonly kind: 'limit' };

type Part = Extract<TextRow, { kind: 'part' }>;

/** The same for people: headings, and entries as they are shown anywhere. */
export type ProseRow =
  | TextRow
  | { readonly kind: 'heading'; readonly title: string }
  | { readonly kind: 'entry'; readonly entry: Pick<EntryView, 'key' | 'value'>; readonly past: boolean };

/** The text by lines under the names of its parts, with a mark at the limit. `folded` leaves out the guidance. */
export function lineRows(
  { text, parts, fits }: Pick<WholeStart, 'text' | 'parts' | 'fits'>,
  folded = false,
): TextRow[] {
  const rows: TextRow[] = [];
  let marked = fits >= text.length;
  for (const { kind, name, from, to, tokens } of parts) {
    rows.push({ kind: 'part', name, of: kind, tokens });
    let at = from;
    // A file's own text begins after its label and a blank line.
    const begin = text.indexOf('\n\n', from) + 2;
    for (const line of text.slice(from, to).split('\n')) {
      if (!marked && at + line.length > fits) {
        rows.push({ kind: 'limit' });
        marked = true;
      }
      if (kind !== 'guidance' || !folded) {
        rows.push({
          kind: 'line',
          text: shownLine(line, kind === 'file' && at === begin),
          past: at + line.length > fits,
        });
      }
      at += line.length + 1;
    }
  }
  return rows;
}

/** Rows without line numbers, labels and brackets. @param entries in file order, by whose places the lines are numbered */
export function proseOf(
  rows: readonly TextRow[],
  entries: readonly EntryView[],
  titleOf: (entry: EntryView) => string,
): ProseRow[] {
  const prose: ProseRow[] = [];
  let part: Part | null = null;
  let heading = '';
  const under = (title: string): void => {
    if (title !== '' && title !== heading) {
      prose.push({ kind: 'heading', title });
    }
    heading = title;
  };
  for (const row of rows) {
    if (row.kind !== 'line') {
      prose.push(row);
      [part, heading] = row.kind === 'part' ? [row, ''] : [part, heading];
      continue;
    }
    const [, number, content = row.text] = /^(\d+)-- ?(.*)$/.exec(row.text) ?? [];
    const entry = part?.of === 'context' && number !== undefined ? entries[Number(number)] : undefined;
    if (entry !== undefined && content.startsWith(lineText(entry))) {
      under(titleOf(entry));
      const { key, value } = entry;
      prose.push({
        kind: 'entry',
        entry: { key, value: value + content.slice(lineText(entry).length) },
        past: row.past,
      });
    } else if (isHeading.test(content)) {
      under(content.replace(isHeading, ''));
    } else if (content.trim() !== '' && !isForPrograms(content, part)) {
      prose.push({ ...row, text: content });
    }
  }
  return prose;
}

const isHeading = /^#{1,6}[ \t]+/;

/** True for the label of a file, whose name is above its text, and for the start and end of the memory. */
const isForPrograms = (line: string, part: Part | null): boolean =>
  /^<\/?global-context>$/.test(line) || (part?.of === 'file' && line === `[Context from ${part.name}]`);

/** Line ends of two characters and the mark that a file begins with are no text, though they are copied with it. */
export const lineAsShown = (text: string): string => text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');

const shownLine = (line: string, isFirst: boolean): string =>
  (isFirst ? line.replace(/^\uFEFF/, '') : line).replace(/\r$/, '');
