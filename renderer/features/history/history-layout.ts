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
  | ({ readonly kind: 'line'; readonly key: number } & HistoryAct);

/** Changes made at once: a version of the memory, or its stand-in, and those of other files in the same step. */
type HistoryAct = { readonly line: HistoryLine; readonly also: readonly HistoryVersion[] };

/** Groups lines made by one step, at the place of the newest: an erasure changes versions far below it. */
export function actsOf(lines: readonly HistoryLine[]): readonly HistoryAct[] {
  const acts: HistoryAct[] = [];
  const placeOf = new Map<string, number>();
  for (const line of lines) {
    const step = line.type === 'note' ? '' : JSON.stringify([line.at, line.who, line.label]);
    const index = placeOf.get(step);
    const act = index === undefined ? undefined : acts[index];
    if (index === undefined || line.type === 'note' || act?.line.type !== 'version' || hasFile(act, line)) {
      acts.push({ line, also: [] });
      placeOf.set(step, acts.length - 1);
    } else {
      const [lead, other] =
        act.line.kind !== 'context' && line.kind === 'context' ? [line, act.line] : [act.line, line];
      acts[index] = { line: lead, also: [...act.also, other] };
    }
  }
  return acts;
}

const hasFile = ({ line, also }: HistoryAct, { file }: HistoryVersion): boolean =>
  [line, ...also].some((one) => one.type === 'version' && one.file === file);

const isMemory = (line: HistoryLine): line is HistoryVersion => line.type === 'version' && line.kind === 'context';

/** Acts, newest first, grouped by day and, within a day, by consecutive author. */
export function layOutHistory(acts: readonly HistoryAct[]): readonly HistoryRow[] {
  const rows: HistoryRow[] = [];
  let day = '';
  let author = '';
  const memory = acts.flatMap(({ line }, index) => (isMemory(line) ? [{ line, index }] : []));
  for (const [index, { line, also }] of acts.entries()) {
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
    rows.push({ kind: 'line', key: position, line, also });
    day = itsDay;
    author = itsAuthor;
  }
  return rows;
}
