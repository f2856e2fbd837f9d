import type { HistoryLine, HistoryVersion } from '#shared/contract/features/history.ts';
import { dayOfMoment } from '../../wording/dates.ts';
import { authorOf } from './history-words.ts';

export type HistoryRow =
  | { readonly kind: 'day'; readonly key: string; readonly day: string }
  | { readonly kind: 'author'; readonly key: string; readonly author: string }
  | ({ readonly kind: 'line'; readonly key: string } & HistoryAct);

/** What was done at once: a version of the memory, or whatever stands for it, and those of other files in the same step. */
export type HistoryAct = { readonly line: HistoryLine; readonly also: readonly HistoryVersion[] };

/** Lines that follow each other, put together where one step made them. */
export function actsOf(lines: readonly HistoryLine[]): readonly HistoryAct[] {
  const acts: HistoryAct[] = [];
  for (const line of lines) {
    const last = acts.at(-1);
    if (last === undefined || line.type === 'note' || last.line.type === 'note' || !isSameStep(last.line, line)) {
      acts.push({ line, also: [] });
    } else {
      const [lead, other] =
        last.line.kind !== 'context' && line.kind === 'context' ? [line, last.line] : [last.line, line];
      acts[acts.length - 1] = { line: lead, also: [...last.also, other] };
    }
  }
  return acts;
}

const isSameStep = (one: HistoryVersion, other: HistoryVersion): boolean =>
  one.at === other.at && one.who === other.who && one.label === other.label && one.file !== other.file;

/** Acts, newest first, under the days they are of and, within a day, under who made those that follow each other. */
export function layOutHistory(acts: readonly HistoryAct[]): readonly HistoryRow[] {
  const rows: HistoryRow[] = [];
  let day = '';
  let author = '';
  for (const { line, also } of acts) {
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
    rows.push({ kind: 'line', key: `line ${position}`, line, also });
    day = itsDay;
    author = itsAuthor;
  }
  return rows;
}
