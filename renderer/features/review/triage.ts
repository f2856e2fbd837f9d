import type { Operation } from '#shared/contract/changes.ts';
import type { ContextSummary, EntryView, Mark } from '#shared/contract/features/memory.ts';
import { refOf } from '#shared/entries/entry.ts';

/** Changes by others since the person last looked, gone through one by one. */
export type Triage = {
  /** Ids in order, new ones last. Answered ones stay, for going back and for the count. */
  readonly queue: readonly string[];
  /** Being kept at this moment, not yet confirmed by the engine. */
  readonly keeping: ReadonlySet<string>;
};

type ById = Pick<ReadonlyMap<string, EntryView>, 'get'>;

/** A correction that others replaced comes first. */
const urgency: Readonly<Record<Mark, number>> = { superseded: 0, changed: 1, new: 2 };

export const markedIn = ({ marks }: Pick<ContextSummary, 'marks'>): number =>
  marks.superseded + marks.changed + marks.new;

/** Null if no entry has a mark. */
export function beginTriage(entries: readonly EntryView[]): Triage | null {
  const queue = inOrder(entries);
  return queue.length === 0 ? null : { queue, keeping: new Set() };
}

export function addToTriage(triage: Triage, entries: readonly EntryView[]): Triage {
  const queued = new Set(triage.queue);
  const more = inOrder(entries.filter((entry) => !queued.has(entry.id)));
  return more.length === 0 ? triage : { ...triage, queue: [...triage.queue, ...more] };
}

function inOrder(entries: readonly EntryView[]): string[] {
  const marked = entries.flatMap(({ id, mark }) => (mark === null ? [] : [{ id, urgency: urgency[mark] }]));
  return marked.sort((one, other) => one.urgency - other.urgency).map(({ id }) => id);
}

/** True if an entry needs no more answer: it was kept, corrected or removed. */
export function isAnswered({ keeping }: Triage, entry: EntryView | undefined): boolean {
  return entry === undefined || entry.mark === null || keeping.has(entry.id);
}

export function countLeft(triage: Triage, byId: ById): number {
  return triage.queue.filter((id) => !isAnswered(triage, byId.get(id))).length;
}

/** Next unanswered entry, wrapping round after the last; null if there is no other. */
export function nextIn(triage: Triage, byId: ById, after: string): string | null {
  const { queue } = triage;
  const at = queue.indexOf(after);
  const rest = [...queue.slice(at + 1), ...queue.slice(0, Math.max(0, at))];
  return rest.find((id) => !isAnswered(triage, byId.get(id))) ?? null;
}

/** Operation that restores what an entry said when the person last looked; null if that is unknown. */
export function restoringOperation(entry: EntryView): Operation | null {
  const { earlier } = entry;
  if (earlier === undefined) {
    return null;
  }
  if (earlier.value !== entry.value || earlier.key !== entry.key) {
    return { op: 'edit', entry: refOf(entry), value: earlier.value, key: earlier.key };
  }
  if (earlier.confidence !== entry.confidence) {
    return { op: 'confidence', entry: refOf(entry), confidence: earlier.confidence };
  }
  if (earlier.category !== entry.category && earlier.category !== null) {
    return { op: 'move', entry: refOf(entry), category: earlier.category };
  }
  return earlier.pinned && !entry.flags.pinned ? { op: 'pin', entry: refOf(entry), pinned: true } : null;
}
