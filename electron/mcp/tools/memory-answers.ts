import type { ChangeResult, ContextUpdate } from '#shared/contract/changes.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { leavesSoon, leavingOrder, roomBefore, roomIn } from '#shared/entries/archive-plan.ts';
import { isKeptByPerson } from '#shared/entries/correction.ts';
import type { EntryFields } from '#shared/entries/entry.ts';
import type { Changer } from '#shared/entries/line-addresses.ts';
import { unitInWords } from '#shared/entries/measure.ts';
import { lineText } from '#shared/prompt/line-text.ts';
import { plural } from '#shared/text/counts.ts';
import { cutTo } from '#shared/text/cut-to.ts';
import type { WriteResult } from '../followed-memory.ts';
import type { Session } from '../session.ts';

export type AnswerChange = WriteResult<ChangeResult & { readonly held?: readonly ContextUpdate[] | undefined }>;

const noRoom = 'the memory is over its limit, and what could be archived did not make enough room.';

/** @param line number of the line that says it now; null if none does */
export function afterLearning(session: Session, change: AnswerChange, line: number | null): string {
  const { result } = change;
  if (isHeld(result)) {
    return answer(result.notes);
  }
  if (line === null) {
    return answer([
      `It was put down and went straight to the archive: ${noRoom}`,
      ...archivedToo(result),
      'Delete or shorten what no longer matters, or say that it is certain if the person told you so.',
      ...result.notes,
    ]);
  }
  if (result.change === null) {
    session.shown([line]);
    return answer([`Line ${line} says that already. Nothing was changed.`, ...result.notes]);
  }
  const did = change.added.includes(line) ? 'is new' : 'now reads';
  return answer([saysLine(session, line, did), ...consequences(session, change, line)]);
}

export function afterReplacing(session: Session, change: AnswerChange, line: number): string {
  const { result } = change;
  if (isHeld(result)) {
    return answer([`Line ${line} stays as it is.`, ...result.notes]);
  }
  if (result.change === null) {
    return `Line ${line} says that already. Nothing was changed.`;
  }
  if (session.lines().lines[line]?.entry == null) {
    return answer([
      `Line ${line} was rewritten and went straight to the archive: ${noRoom}`,
      ...archivedToo(result),
      ...result.notes,
    ]);
  }
  return answer([saysLine(session, line, 'now reads'), ...consequences(session, change, line)]);
}

export function afterDeleting(session: Session, { result }: AnswerChange, line: number, deleted: EntryView): string {
  return answer([
    `Line ${line} is empty now; it said ${quoted(deleted)}. The other lines keep their numbers.`,
    ...(isKeptByPerson(deleted)
      ? ['The person had corrected, confirmed or pinned it: they are told, and can restore it.']
      : []),
    ...fullness(session),
    ...result.notes,
  ]);
}

export function afterApplying(session: Session, change: AnswerChange, updates: readonly ContextUpdate[]): string {
  const { result, added, changed } = change;
  if (result.change === null && !isHeld(result)) {
    return answer(['All of that is known already. Nothing was changed.', ...result.notes]);
  }
  const lines = [...changed, ...added].map((line) =>
    saysLine(session, line, added.includes(line) ? 'is new' : 'now reads'),
  );
  const held = result.held?.length ?? 0;
  const applied =
    held === 0 ? `Applied ${count(updates.length)}.` : `Applied ${count(updates.length - held)}; ${held} wait.`;
  return answer([applied, ...lines, ...archivedToo(result), ...fullness(session), ...result.notes]);
}

export function lineReworded(line: number, now: EntryView): string {
  return `Line ${line} was changed meanwhile and now reads ${quoted(now)}. Nothing was done to it. If you still mean it, call again.`;
}

/** Says that a line is gone, without its text: the person may have erased it everywhere. */
export function lineGone(line: number, by: Changer): string {
  return by === 'self'
    ? `Line ${line} is empty: it was deleted, or archived to make room, by a change of yours. Nothing was changed.`
    : `Line ${line} is empty: it was removed meanwhile by the person or another app. Don’t put it back unless they ask for it. Nothing was changed.`;
}

function saysLine(session: Session, line: number, did: 'is new' | 'now reads'): string {
  const entry = session.lines().lines[line]?.entry;
  if (!entry) {
    return '';
  }
  const { sections } = session.context().summary.capabilities;
  const filed = sections ? ` (${entry.category ?? 'not sorted'}, ${entry.confidence})` : '';
  return `Line ${line} ${did}: ${quoted(entry)}${filed}.`;
}

function consequences(session: Session, { result }: AnswerChange, line: number): string[] {
  return [...archivedToo(result), ...leavingSoon(session, line), ...fullness(session), ...result.notes];
}

function archivedToo({ archived }: ChangeResult): string[] {
  if (archived.length === 0) {
    return [];
  }
  const shown = archived.slice(0, 5).map(quoted).join(', ');
  const more = archived.length > 5 ? ` and ${archived.length - 5} more` : '';
  return [`To stay within the limit, ${count(archived.length)} went to the archive: ${shown}${more}.`];
}

function leavingSoon(session: Session, line: number): string[] {
  const { entries, summary } = session.context();
  const entry = session.lines().lines[line]?.entry;
  if (!entry) {
    return [];
  }
  const order = leavingOrder(entries, summary.today, summary.frontmatter.lastUpdated);
  const rank = order.indexOf(entry);
  const budget = roomIn(summary.tokens);
  if (rank < 0 || !leavesSoon(order, rank, budget)) {
    return [];
  }
  const room = roomBefore(order, rank, budget);
  return [
    room < 0
      ? 'It is among the first to leave for the archive, as soon as anything more is learned.'
      : `It will be among the first to leave for the archive, once about ${room} more ${unitInWords(budget.measure.name, room)} have been learned.`,
  ];
}

function fullness(session: Session): string[] {
  const { tokens, capabilities } = session.context().summary;
  const { total, limit, measure, problem } = tokens;
  const full =
    capabilities.budget !== null && total > limit * 0.9
      ? [`The context has ${total} of ${limit} ${unitInWords(measure, limit)}.`]
      : [];
  return problem === null ? full : [...full, problem];
}

const isHeld = (result: AnswerChange['result']): boolean => (result.held?.length ?? 0) > 0;

const count = (entries: number): string => plural(entries, 'entry', 'entries');

const maxQuoted = 300;

/** Quotes an entry's text, cut if it is long. */
const quoted = (entry: Pick<EntryFields, 'key' | 'value'>): string => `“${cutTo(lineText(entry), maxQuoted)}”`;

const answer = (sentences: readonly string[]): string => sentences.filter((sentence) => sentence !== '').join('\n');
