import type { Operation } from '#shared/contract/changes.ts';
import { sectionNames } from '#shared/entries/entry.ts';
import { shortName } from '#shared/entries/find-entry.ts';
import { plural } from '#shared/text/counts.ts';
import { cutTo } from '#shared/text/cut-to.ts';

export function changeLabel(operations: readonly Operation[]): string {
  const [first] = operations;
  if (!first) {
    return 'Changed nothing';
  }
  const same = operations.every((operation) => verbOf(operation) === verbOf(first));
  if (!same) {
    const entries = entriesIn(operations);
    return `Changed ${entries === 1 ? nameOf(first) : countOf(entries)}`;
  }
  const subject = operations.length === 1 ? nameOf(first) : countOf(operations.length);
  return `${verbOf(first)} ${subject}${first.op === 'move' ? ` to ${sectionOf(first)}` : ''}`;
}

const sectionOf = ({ category, section }: Extract<Operation, { op: 'move' }>): string =>
  category === null ? quoted(section ?? '') : sectionNames[category];

/** Number of entries in operations: several may be on one. */
function entriesIn(operations: readonly Operation[]): number {
  const keys = operations.map((operation) =>
    operation.op === 'add'
      ? operation
      : JSON.stringify([operation.entry.category, operation.entry.raw, operation.entry.ordinal]),
  );
  return new Set(keys).size;
}

/** Label for an assistant's operations: it learns, while a person adds and corrects. */
export function learnedLabelOf(operations: readonly Operation[]): string {
  const learns = operations.every(({ op }) => op === 'add' || op === 'edit');
  const [first] = operations;
  if (!learns || !first) {
    return changeLabel(operations);
  }
  return `Learned ${operations.length === 1 ? nameOf(first) : countOf(operations.length)}`;
}

function verbOf(operation: Operation): string {
  switch (operation.op) {
    case 'edit':
      return 'Corrected';
    case 'confidence':
      return operation.confidence === 'tentative' ? 'Made tentative:' : `Marked ${operation.confidence}:`;
    case 'move':
      return 'Moved';
    case 'raise':
      return 'Moved up';
    case 'pin':
      return operation.pinned ? 'Pinned' : 'Unpinned';
    case 'protect':
      return operation.until === null ? 'May be archived again:' : `Kept until ${dayInLabel(operation.until)}:`;
    case 'confirm':
      return operation.confirmed ? 'Confirmed' : 'No longer confirmed:';
    case 'about':
      return operation.about === null ? 'No longer about anyone else:' : `About ${quoted(operation.about.name)}:`;
    case 'archive':
      return 'Archived';
    case 'delete':
      return 'Deleted';
    case 'add':
      return 'Added';
  }
}

const nameOf = (operation: Operation): string =>
  operation.op === 'add' ? quoted(operation.key ?? operation.value) : quoted(shortName(operation.entry));

export const quoted = (text: string): string => `“${cutTo(text.split(/[\r\n]/, 1)[0] ?? '', 48)}”`;

/** Names of months as the page writes them. */
const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Calendar day in labels: "3 May 2026". */
function dayInLabel(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${date} ${monthNames[(month ?? 1) - 1]} ${year}`;
}

/** Moment in labels, wherever they are read: "3 May 2026, 14:05". @param at milliseconds since 1970 */
export function momentInLabel(at: number): string {
  const moment = new Date(at);
  const minutes = String(moment.getMinutes()).padStart(2, '0');
  return `${moment.getDate()} ${monthNames[moment.getMonth()]} ${moment.getFullYear()}, ${moment.getHours()}:${minutes}`;
}

export const countOf = (entries: number): string => plural(entries, 'entry', 'entries');
