import type { Result } from '#shared/contract/contract.ts';
import type { Origin, OriginKind } from '#shared/contract/features/conversation-origin.ts';
import { isCorrection } from '#shared/entries/correction.ts';
import { refOf } from '#shared/entries/entry.ts';
import type { ParsedEntry } from '#shared/formats/document.ts';
import { lineText } from '#shared/prompt/line-text.ts';
import type { Topic } from '#shared/topics/topic.ts';
import { lastChangeOf } from '../../history/last-change.ts';
import { storyOf } from '../../history/story.ts';
import type { Ports } from '../../ports.ts';
import type { Work } from '../../work.ts';
import type { OpenWorkspace } from '../../workspace/workspace.ts';
import type { Located } from '../catalogue.ts';
import { askablePlaceOf, type Looked, unreadPlace, unreadPlaceOf } from '../find-conversations.ts';
import { isRead } from '../indexing/indexed-facts.ts';
import { summaryOf } from '../read-conversation.ts';
import { goingOnAt, spanOf } from './going-on.ts';
import type { createLearned } from './learned.ts';
import { memoryOf, notedIn } from './learned-here.ts';
import { createNames, namedBy } from './named.ts';
import { type Saying, sayingMuchTheSame } from './saying.ts';
import { conversationsOf, namedInSource } from './source.ts';
import { findSaidBefore, lookUpWriting, readForWriting, writtenOf } from './writing.ts';

type Found = Result<'conversations.origin'>;

/** More than a person looks through. */
const maxGuesses = 8;
/** How far back it is looked who brought an entry. */
const maxVersions = 200;

/** Where an entry was learned: what is written down, or else what can be concluded. @param all conversations, the latest first */
export async function originsOf(
  looked: Looked,
  learned: ReturnType<typeof createLearned>,
  open: OpenWorkspace,
  entry: ParsedEntry,
  all: readonly Located[],
  work: Pick<Work, 'cancelled'>,
): Promise<Found> {
  const { ports } = looked;
  const topic = (entry.topic === undefined ? null : open.topics.find(entry.topic)?.read?.topic) ?? null;
  const { origins, missing } = await recordedOf(looked, learned, open, entry, topic, all);
  if (origins.length > 0 || missing !== null) {
    return { origins, missing, askable: null, unindexed: null };
  }
  if (all.length === 0) {
    return { origins, missing, askable: await askableFor(looked, open, entry), unindexed: null };
  }
  const when = await whenOf(open, entry, topic);
  const atThatTime = when === null ? [] : await goingOnAt(ports, all, when, maxGuesses);
  const known = await ports.conversationIndex.known().catch(() => null);
  const indexed = new Map(known?.map((one) => [one.conversation, one]));
  const isUnread = (one: Located): boolean => !isRead(indexed.get(one.id), one);

  const written = await writtenOf(ports, open.layout, entry, topic);
  const lookedUp = await lookUpWriting(ports, all, written, work);
  const toRead = lookedUp === null ? atThatTime : atThatTime.filter(isUnread);
  const read = await readForWriting(ports, toRead, written, work);
  // Where it was written first, it was learned.
  for (const one of [...(lookedUp ?? []), ...read].reverse()) {
    origins.push(await originOf(ports, one.found, 'written', one.at));
  }
  if (origins.length > 0) {
    return { origins, missing, askable: null, unindexed: null };
  }
  const unindexed = known === null ? 'unavailable' : all.some(isUnread) ? 'unread' : null;
  const guessed = await guesses(ports, all, lineText(entry), when, atThatTime);
  const askable = guessed.length > 0 ? null : await askableFor(looked, open, entry);
  return { origins: guessed, missing, askable, unindexed };
}

/** Where what the memory's own program learned may have been said, if nobody has been asked yet whether that may be read. */
async function askableFor(looked: Looked, open: OpenWorkspace, entry: ParsedEntry): Promise<Found['askable']> {
  const { assistant } = open.layout.format.capabilities;
  return assistant === null || isCorrection(entry) ? null : askablePlaceOf(looked, assistant);
}

/** What is written down of it: by us, or by the memory itself. */
async function recordedOf(
  looked: Looked,
  learned: ReturnType<typeof createLearned>,
  open: OpenWorkspace,
  entry: ParsedEntry,
  topic: Topic | null,
  all: readonly Located[],
): Promise<{ readonly origins: Origin[]; readonly missing: Found['missing'] }> {
  const { ports } = looked;
  const origins: Origin[] = [];
  let missing: Found['missing'] = null;
  for (const { conversation, at, entry: noted } of await notedIn(ports, learned, memoryOf(open))) {
    const found = noted === entry ? all.find(({ id }) => id === conversation) : undefined;
    if (found) {
      origins.push(await originOf(ports, found, 'remembered', at));
    } else if (noted === entry) {
      const name = conversation.slice(conversation.indexOf(':') + 1);
      missing = { name, unread: await unreadPlaceOf(looked, conversation) };
    }
  }
  if (origins.length === 0 && missing === null) {
    const meant = await conversationsOf(ports, nearestTo(all, spanOf(entry.date).from), entry.source);
    origins.push(...(await Promise.all(meant.map((one) => originOf(ports, one, 'named', null, meant.length > 1)))));
    const inSource = origins.length === 0 ? namedInSource(entry.source) : null;
    const unread = inSource && (await unreadPlace(looked, inSource.places));
    missing = inSource && unread && { name: inSource.name, unread };
  }
  const named = namedBy(entry, topic);
  if (named !== null) {
    const isNamed = await createNames(ports, open.layout);
    const found = all.find(({ path, id }) => isNamed(path, named) || id === named.name);
    const at = found && entry.topic !== undefined ? await findSaidBefore(ports, found, entry.topic) : null;
    if (found) {
      origins.push(await originOf(ports, found, 'named', at, at !== null));
    } else {
      missing = { name: named.name, unread: await unreadPlace(looked, named.places) };
    }
  }
  return { origins, missing };
}

async function originOf(
  ports: Ports,
  found: Located,
  how: OriginKind,
  at: number | null,
  isInferred = false,
): Promise<Origin> {
  const { id: conversation, title, assistant, startedAt, lastSaidAt, changedAt } = await summaryOf(ports, found);
  return { conversation, title, assistant, startedAt, lastSaidAt, changedAt, how, at, isInferred };
}

/**
 * When an entry was learned, as far as anything says: a day, `YYYY-MM-DD`, or a moment in ISO 8601. The daily note it was
 * taken from names its day; words that others wrote are known since the history first had them. Of what the person added by
 * hand nothing is said: they knew it without a conversation.
 */
async function whenOf(open: OpenWorkspace, entry: ParsedEntry, topic: Topic | null): Promise<string | null> {
  const note = /(\d{4}-\d{2}-\d{2})[^/\\]*\.md\b/.exec(entry.source ?? '')?.[1];
  const said = topic?.modified ?? entry.date ?? note;
  if (isCorrection(entry) && (await isAddedByPerson(open, entry))) {
    return null;
  }
  if (said !== undefined && said !== null) {
    return said;
  }
  const { change } = await lastChangeOf(open, refOf(entry));
  return change === null || change.who === 'person' ? null : new Date(change.at).toISOString();
}

/** Whether it came by the person's own hand, as far as the history goes back. */
async function isAddedByPerson(open: OpenWorkspace, entry: ParsedEntry): Promise<boolean> {
  const { steps } = await storyOf(open, refOf(entry), null, maxVersions);
  const first = steps.at(-1);
  return first?.what === 'came' && first.who === 'person';
}

/** What was said alike, at that time first; only where nothing was, what went on at that time. */
async function guesses(
  ports: Ports,
  all: readonly Located[],
  text: string,
  when: string | null,
  atThatTime: readonly Located[],
): Promise<Origin[]> {
  const { from, to } = spanOf(when);
  // What began later can't be where it was learned, and what went on about then is likelier.
  const sayings = await sayingMuchTheSame(ports, nearestTo(all, from), text, to).catch(() => []);
  const isThen = ({ found }: Saying): boolean => atThatTime.includes(found);
  const ordered = [...sayings.filter(isThen), ...sayings.filter((one) => !isThen(one))].slice(0, maxGuesses);
  return sayings.length > 0
    ? Promise.all(ordered.map(({ found, at }) => originOf(ports, found, 'text', at, true)))
    : Promise.all(atThatTime.map((found) => originOf(ports, found, 'time', null, true)));
}

/** @param time in milliseconds since 1970; not finite where it is not known */
function nearestTo(all: readonly Located[], time: number): readonly Located[] {
  const away = ({ changedAt }: Located): number => (Number.isFinite(time) ? Math.abs(changedAt - time) : 0);
  return [...all].sort((one, other) => away(one) - away(other));
}
