import type { Writer } from '../contract/fields.ts';
import type { EntryFields } from '../entries/entry.ts';
import { comparedFields, isOfPerson, lossOf } from '../entries/losses.ts';
import { countEach, grouped } from '../entries/multimap.ts';
import { addDays } from '../text/dates.ts';
import { type DigestCounts, type DigestKind, digestKinds } from './digest-kinds.ts';

/** Days from the first up to, and without, another: `YYYY-MM-DD`. */
export type DigestPeriod = { readonly from: string; readonly before: string };

type ComparedEntry = Pick<EntryFields, 'category' | 'key' | 'value' | 'confidence' | 'flags' | 'source'>;
type EntryWords = Pick<EntryFields, 'key' | 'value'>;

type RecordedMoment = Writer & {
  /** Local calendar day it is counted on. */
  readonly day: string;
  /** Milliseconds since 1970; null if only the day is known. */
  readonly at: number | null;
  /** Position in the history; null if it is not in it. */
  readonly position: number | null;
};

/** Change to the entries of a memory or of one of its archives. */
export type DigestChange = RecordedMoment & {
  readonly file: 'memory' | 'archive';
  /** Description in the history; files written as one step share it, their author and their time. */
  readonly action: string;
  readonly added: readonly ComparedEntry[];
  readonly removed: readonly ComparedEntry[];
  readonly changed: readonly { readonly before: ComparedEntry; readonly after: ComparedEntry }[];
};

/** Something counted: the entry, and what it said before if it was reworded. */
export type DigestEvent = RecordedMoment & {
  readonly kind: DigestKind;
  readonly entry: EntryWords;
  readonly before: EntryWords | null;
};

/** Actions that put something back: the person's, by Restore or by Undo. */
const restoring = /^(?:Undone: |(?:Redone: )?Restored )/;

const textOf = ({ key, value }: EntryWords): string => JSON.stringify([key, value]);

/** Finds what happened in some changes of one memory. @param changes oldest first */
export function digestEvents(changes: readonly DigestChange[]): readonly DigestEvent[] {
  const standing = withoutUndone(changes);
  const ofArchives = standing.filter(({ file }) => file === 'archive');
  const textsIn = (side: 'added' | 'removed'): ReadonlySet<string> =>
    new Set(ofArchives.flatMap((change) => change[side].map(textOf)));
  const texts = { archived: textsIn('added'), unarchived: textsIn('removed'), gone: new Set<string>() };
  return standing.flatMap((change) => (change.file === 'archive' ? archivedIn(change) : eventsInMemory(change, texts)));
}

const archivedIn = (change: DigestChange): DigestEvent[] =>
  change.added.map((entry) => eventOf(change, 'archived', entry));

type MovedTexts = {
  /** Texts that archives gained, and those that they lost. */
  readonly archived: ReadonlySet<string>;
  readonly unarchived: ReadonlySet<string>;
  /** Texts that left the memory so far. */
  readonly gone: Set<string>;
};

function eventsInMemory(change: DigestChange, { archived, unarchived, gone }: MovedTexts): DigestEvent[] {
  const { who, action } = change;
  const isRestoring = who === 'person' && restoring.test(action);
  const isByOthers = who === 'outside' || who === 'assistant';
  const wasThere = (text: string): boolean => isRestoring || unarchived.has(text) || gone.has(text);
  const added = change.added.map((entry) => eventOf(change, wasThere(textOf(entry)) ? 'returned' : 'learned', entry));
  const changed = change.changed.flatMap(({ before, after }): DigestEvent[] => {
    const isLoss = isByOthers && isLostBy(before, after);
    if (!isLoss && textOf(before) === textOf(after)) {
      return [];
    }
    const kind = isRestoring ? 'returned' : isLoss ? 'contradicted' : who === 'person' ? 'corrected' : 'learned';
    return [eventOf(change, kind, after, before)];
  });
  const dropped = change.removed.filter((entry) => isByOthers && isLostBy(entry, null) && !archived.has(textOf(entry)));
  for (const entry of [...change.removed, ...change.changed.map(({ before }) => before)]) {
    gone.add(textOf(entry));
  }
  return [...added, ...changed, ...dropped.map((entry) => eventOf(change, 'contradicted', entry))];
}

function isLostBy(before: ComparedEntry, after: ComparedEntry | null): boolean {
  const yours = comparedFields(before);
  return isOfPerson(yours) && lossOf(yours, after && comparedFields(after)) !== null;
}

function eventOf(
  { day, at, position, who, name }: RecordedMoment,
  kind: DigestKind,
  entry: EntryWords,
  before?: EntryWords,
): DigestEvent {
  return { day, at, position, who, name, kind, entry: wordsOf(entry), before: before ? wordsOf(before) : null };
}

const wordsOf = ({ key, value }: EntryWords): EntryWords => ({ key, value });

/** Leaves out each change that the person undid, and its undoing. A change from before all of these is not undone here. */
function withoutUndone(changes: readonly DigestChange[]): readonly DigestChange[] {
  const stepOf = ({ at, who, action, position }: DigestChange): string =>
    JSON.stringify(who === 'outside' ? [position] : [at, who, action]);
  const standing: { readonly name: string; readonly changes: readonly DigestChange[] }[] = [];
  for (const step of grouped(changes, stepOf)) {
    const { who, action } = step[0];
    const [, how, name = action] = (who === 'person' && /^(Undone|Redone): (.*)$/s.exec(action)) || [];
    const undone = how === 'Undone' ? standing.findLastIndex((each) => each.name === name) : -1;
    if (undone === -1) {
      standing.push({ name: how === 'Undone' ? action : name, changes: step });
    } else {
      standing.splice(undone, 1);
    }
  }
  const left = new Set(standing.flatMap((step) => step.changes));
  return changes.filter((change) => left.has(change));
}

/** Entries learned in a period by their own dates, of a text that has no version before it, as one change a day. */
export function learnedByDate(
  entries: readonly (ComparedEntry & Pick<EntryFields, 'date'>)[],
  { from, before }: DigestPeriod,
  moment: Pick<RecordedMoment, 'position'>,
): readonly DigestChange[] {
  const dated = entries.filter(({ date, flags }) => date !== null && !flags.undated && date >= from && date < before);
  const days = [...new Set(dated.map(({ date }) => date ?? ''))].sort();
  return days.map((day) => ({
    ...moment,
    day,
    at: null,
    who: 'outside',
    name: null,
    file: 'memory',
    action: 'read',
    added: dated.filter(({ date }) => date === day),
    removed: [],
    changed: [],
  }));
}

export function countDigest(events: readonly Pick<DigestEvent, 'kind'>[]): DigestCounts {
  const counts = countEach(events.map(({ kind }) => kind));
  const each = digestKinds.map((kind) => [kind, counts.get(kind) ?? 0]);
  return Object.fromEntries(each) as DigestCounts;
}

/** Counts by day, for each day of a period. */
export function digestDays(events: readonly Pick<DigestEvent, 'kind' | 'day'>[], { from, before }: DigestPeriod) {
  const days: { readonly day: string; readonly counts: DigestCounts }[] = [];
  for (let day = from; day < before; day = addDays(day, 1)) {
    days.push({ day, counts: countDigest(events.filter((event) => event.day === day)) });
  }
  return days;
}

/** Latest events of each kind, those whose time is known before others of their day. @param most of each kind */
export function latestEvents<E extends Pick<DigestEvent, 'kind' | 'day' | 'at'>>(
  events: readonly E[],
  most: number,
): readonly E[] {
  // Of those at the same time, the one that is told last is the latest.
  const latest = events
    .toReversed()
    .toSorted((one, other) => (one.day === other.day ? (other.at ?? 0) - (one.at ?? 0) : one.day < other.day ? 1 : -1));
  return digestKinds.flatMap((kind) => latest.filter((event) => event.kind === kind).slice(0, most));
}
