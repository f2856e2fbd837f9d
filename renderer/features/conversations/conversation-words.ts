import type { Conversation } from '#shared/contract/features/conversations.ts';
import { counted } from '../../wording/counts.ts';
import { dateInWords, dayOfMoment } from '../../wording/dates.ts';

const markWords: Readonly<Record<Conversation['marks'][number], { readonly name: string; readonly about: string }>> = {
  compacted: { name: 'Shortened', about: 'Its program shortened what the assistant sees of it, usually to a summary' },
  branch: { name: 'Branch', about: 'It went on from another conversation' },
  reset: {
    name: 'Reset',
    about: 'Its program began a new conversation in its place, and kept this one under another name',
  },
  deleted: { name: 'Deleted', about: 'It was deleted in its program, which kept it under another name' },
  copy: { name: 'Copy', about: 'Another conversation says all of it, and goes on from there' },
};

const msPerDay = 86_400_000;
/** Number of days before its program deletes a conversation from which that is mentioned. */
const warnsWithin = 7;

const daysUntil = (deletedAt: number, now: number): number => Math.ceil((deletedAt - now) / msPerDay);

/** @param now milliseconds since 1970 */
export const isDeletedSoon = (deletedAt: number | null, now: number): boolean =>
  deletedAt !== null && daysUntil(deletedAt, now) <= warnsWithin;

function deletionMark(deletedAt: number | null, now: number) {
  if (deletedAt === null || !isDeletedSoon(deletedAt, now)) {
    return [];
  }
  const days = daysUntil(deletedAt, now);
  const about = `Its program will delete it ${days <= 0 ? 'when it next starts' : `on ${dateInWords(dayOfMoment(deletedAt))}`}`;
  const name = days <= 0 ? 'Will be deleted soon' : `Will be deleted in ${counted(days, 'day', 'days')}`;
  return [{ name, about, isWarning: true }];
}

/** Milliseconds after the last message within which more is likely. */
const stillWrittenWithin = 2 * 60_000;

export function marksOf(
  {
    changedAt = 0,
    lastSaidAt = null,
    problem = null,
    marks = [],
    deletedAt = null,
    subagents = 0,
    copies = 0,
  }: Partial<Conversation>,
  now: number,
): readonly { readonly name: string; readonly about: string; readonly isWarning: boolean }[] {
  const counts = [
    {
      count: subagents,
      name: counted(subagents, 'sub-agent', 'sub-agents'),
      about: 'Called by the assistant, each with a conversation of its own',
    },
    {
      count: copies,
      name: counted(copies, 'copy', 'copies'),
      about: 'Its program began a new file each time it was resumed; the earlier ones say nothing else',
    },
  ];
  return [
    ...(problem === null ? [] : [{ name: 'Can’t be read', about: problem, isWarning: true }]),
    ...deletionMark(deletedAt, now),
    ...(now - (lastSaidAt ?? changedAt) < stillWrittenWithin
      ? [{ name: 'Going on', about: 'Something was said in the last two minutes', isWarning: false }]
      : []),
    ...marks.map((mark) => ({ ...markWords[mark], isWarning: false })),
    ...counts.flatMap(({ count, name, about }) => (count > 0 ? [{ name, about, isWarning: false }] : [])),
  ];
}
