import type { WholeStart } from '#shared/contract/reading/whole-start.ts';

export type TextRow =
  | {
      readonly kind: 'part';
      readonly name: string;
      readonly of: WholeStart['parts'][number]['kind'];
      readonly tokens: number;
    }
  | { readonly kind: 'line'; readonly text: string; readonly past: boolean }
  /** Where the limit is reached: nothing below is sure to be read. */
  | { readonly kind: 'limit' };

/** The text by lines under the names of its parts, with a mark at the limit. `folded` leaves out the guidance. */
export function rowsOf({ text, parts, fits }: Pick<WholeStart, 'text' | 'parts' | 'fits'>, folded = false): TextRow[] {
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

/** Line ends of two characters and the mark that a file begins with are no text, though they are copied with it. */
export const asShown = (text: string): string => text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');

const shownLine = (line: string, isFirst: boolean): string =>
  (isFirst ? line.replace(/^\uFEFF/, '') : line).replace(/\r$/, '');
