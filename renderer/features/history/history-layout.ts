import type { HistoryLine, HistoryVersion } from '#shared/contract/features/history.ts';
import { dayOfMoment } from '../../wording/dates.ts';
import { authorOf } from './history-words.ts';

export type HistoryRow =
  | {
      readonly kind: 'day';
      readonly key: string;
      readonly day: string;
      /** Memory at the end of the day; null if unknown. */
      readonly last: HistoryVersion | null;
      /** True if it is still the same. */
      readonly isNow: boolean;
    }
  | { readonly kind: 'author'; readonly key: string; readonly author: string }
  /** Its key is the position of its line. */
  | ({ readonly kind: 'line'; readonly key: number } & HistoryChange);

/** Changes made at once: a version of the memory, or its stand-in, and those of other files in the same step. */
type HistoryChange = { readonly line: HistoryLine; readonly others: readonly HistoryVersion[] };

/** Groups lines made by one step, at the place of the newest: an erasure changes versions far below it. */
export function changesOf(lines: readonly HistoryLine[]): readonly HistoryChange[] {
  const changes: HistoryChange[] = [];
  const placeOf = new Map<string, number>();
  for (const line of lines) {
    const step = line.type === 'note' ? '' : JSON.stringify([line.at, line.who, line.label]);
    const index = placeOf.get(step);
    const change = index === undefined ? undefined : changes[index];
    if (index === undefined || line.type === 'note' || change?.line.type !== 'version' || hasFile(change, line)) {
      changes.push({ line, others: [] });
      placeOf.set(step, changes.length - 1);
    } else {
      const [lead, other] =
        change.line.kind !== 'context' && line.kind === 'context' ? [line, change.line] : [change.line, line];
      changes[index] = { line: lead, others: [...change.others, other] };
    }
  }
  return changes;
}

const hasFile = ({ line, others }: HistoryChange, { file }: HistoryVersion): boolean =>
  [line, ...others].some((one) => one.type === 'version' && one.file === file);

const isMemory = (line: HistoryLine): line is HistoryVersion => line.type === 'version' && line.kind === 'context';

/** Changes, newest first, grouped by day and, within a day, by consecutive author. */
export function layOutHistory(changes: readonly HistoryChange[]): readonly HistoryRow[] {
  const rows: HistoryRow[] = [];
  let day = '';
  let author = '';
  const memory = changes.flatMap(({ line }, index) => (isMemory(line) ? [{ line, index }] : []));
  for (const [index, { line, others }] of changes.entries()) {
    const { position } = line;
    const itsDay = dayOfMoment(line.at);
    const itsAuthor = authorOf(line);
    if (itsDay !== day) {
      const then = memory.find((one) => one.index >= index);
      const last = then?.line.available ? then.line : null;
      rows.push({ kind: 'day', key: `day ${itsDay} ${position}`, day: itsDay, last, isNow: then === memory[0] });
      author = '';
    }
    if (itsAuthor !== author) {
      rows.push({ kind: 'author', key: `author ${position}`, author: itsAuthor });
    }
    rows.push({ kind: 'line', key: position, line, others });
    day = itsDay;
    author = itsAuthor;
  }
  return rows;
}
