import type { HistoryLine } from '#shared/contract/features/history.ts';
import { dayOfMoment } from '../../wording/dates.ts';
import { authorOf } from './history-words.ts';

export type HistoryRow =
  | { readonly kind: 'day'; readonly key: string; readonly day: string }
  | { readonly kind: 'author'; readonly key: string; readonly author: string }
  | { readonly kind: 'line'; readonly key: string; readonly line: HistoryLine };

/** Lines, newest first, under the days they are of and, within a day, under who made those that follow each other. */
export function layOutHistory(lines: readonly HistoryLine[]): readonly HistoryRow[] {
  const rows: HistoryRow[] = [];
  let day = '';
  let author = '';
  for (const line of lines) {
    const { position } = line;
    const itsDay = dayOfMoment(line.at);
    const itsAuthor = authorOf(line);
    if (itsDay !== day) {
      rows.push({ kind: 'day', key: `day ${itsDay} ${position}`, day: itsDay });
      author = '';
    }
    if (itsAuthor !== author) {
      rows.push({ kind: 'author', key: `author ${position}`, author: itsAuthor });
    }
    rows.push({ kind: 'line', key: `line ${position}`, line });
    day = itsDay;
    author = itsAuthor;
  }
  return rows;
}
