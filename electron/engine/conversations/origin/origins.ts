import type { Result } from '#shared/contract/contract.ts';
import type { Origin, OriginKind } from '#shared/contract/features/conversation-origin.ts';
import { refOf } from '#shared/entries/entry.ts';
import type { ParsedEntry } from '#shared/formats/document.ts';
import { lineText } from '#shared/prompt/line-text.ts';
import { lastChangeOf } from '../../history/last-change.ts';
import type { Ports } from '../../ports.ts';
import type { OpenWorkspace } from '../../workspace/workspace.ts';
import type { Located } from '../catalogue.ts';
import { isRead } from '../indexing/read-into-index.ts';
import { summaryOf } from '../read-conversation.ts';
import { goingOnAt, spanOf } from './going-on.ts';
import type { createLearned } from './learned.ts';
import { memoryOf, notedIn } from './learned-here.ts';
import { namedIn, names } from './named.ts';
import { sayingMuchTheSame } from './saying.ts';
import { findSaidBefore, findWriting, lookUpWriting, type Written, writtenOf } from './writing.ts';

type Found = Result<'conversations.origin'>;

/** More than a person looks through. */
const maxGuesses = 8;

/** Where an entry was learned: what is written down, or else what can be concluded. @param all conversations, the latest first */
export async function originsOf(
  ports: Ports,
  learned: ReturnType<typeof createLearned>,
  open: OpenWorkspace,
  entry: ParsedEntry,
  all: readonly Located[],
): Promise<Found> {
  const text = lineText(entry);
  const topic = entry.topic === undefined ? null : open.topics.find(entry.topic);
  const origins: Origin[] = [];
  for (const { conversation, at, entry: noted } of await notedIn(ports, learned, memoryOf(open))) {
    const found = noted === entry ? all.find(({ id }) => id === conversation) : undefined;
    if (found) {
      origins.push(await originOf(ports, found, 'remembered', at));
    }
  }
  const named = topic?.read?.topic.session ?? namedIn(entry);
  const found = named === null ? undefined : all.find(({ path, id }) => names(ports, path, named) || id === named);
  if (found) {
    const at = topic ? await findSaidBefore(ports, found, topic.file) : null;
    origins.push(await originOf(ports, found, 'named', at, at !== null));
  }
  const missing = named !== null && !found ? named : null;
  if (origins.length > 0) {
    return { origins, missing, unindexed: null };
  }
  if (all.length === 0) {
    return { origins, missing, unindexed: null };
  }
  const when = await whenOf(open, entry);
  const atThatTime = when === null ? [] : await goingOnAt(ports, all, when, maxGuesses);
  const written = await writtenOf(ports, open.layout, entry, topic?.read?.topic ?? null);
  const lookedUp = await lookUpWriting(ports, all, written);
  for (const one of lookedUp ?? (await readForWriting(ports, atThatTime, written))) {
    origins.push(await originOf(ports, one.found, 'written', one.at));
  }
  if (origins.length > 0) {
    return { origins, missing, unindexed: null };
  }
  return { ...(await guesses(ports, all, text, when, atThatTime)), missing };
}

async function originOf(
  ports: Ports,
  found: Located,
  how: OriginKind,
  at: number | null,
  isInferred = false,
): Promise<Origin> {
  const { id: conversation, title, assistant, startedAt, changedAt } = await summaryOf(ports, found);
  return { conversation, title, assistant, startedAt, changedAt, how, at, isInferred };
}

/**
 * When an entry was learned, as far as anything says: a day, `YYYY-MM-DD`, or a moment in ISO 8601. The daily note it was
 * taken from names its day; words that others wrote are known since the history first had them.
 */
async function whenOf(open: OpenWorkspace, entry: ParsedEntry): Promise<string | null> {
  const topic = entry.topic === undefined ? undefined : open.topics.find(entry.topic);
  const note = /(\d{4}-\d{2}-\d{2})[^/\\]*\.md\b/.exec(entry.source ?? '')?.[1];
  const said = topic?.read?.topic.modified ?? entry.date ?? note;
  if (said !== undefined && said !== null) {
    return said;
  }
  const { change } = await lastChangeOf(open, refOf(entry));
  return change === null || change.who === 'person' ? null : new Date(change.at).toISOString();
}

async function readForWriting(ports: Ports, all: readonly Located[], written: Written) {
  const found = await Promise.all(
    all.map(async (one) => ({ found: one, at: await findWriting(ports, one, written).catch(() => null) })),
  );
  return found.flatMap(({ found: one, at }) => (at === null ? [] : [{ found: one, at }]));
}

/** What was said alike, at that time first; only where nothing was, what went on at that time. */
async function guesses(
  ports: Ports,
  all: readonly Located[],
  text: string,
  when: string | null,
  atThatTime: readonly Located[],
): Promise<Omit<Found, 'missing'>> {
  const byTime = () => Promise.all(atThatTime.map((found) => originOf(ports, found, 'time', null, true)));
  try {
    const known = new Map((await ports.conversationIndex.known()).map((one) => [one.conversation, one]));
    const unindexed = all.every((one) => isRead(known.get(one.id), one)) ? null : 'unread';
    const { from, to } = spanOf(when);
    // What began later can't be where it was learned, and what went on about then is likelier.
    const away = ({ changedAt }: Located): number => (Number.isFinite(from) ? Math.abs(changedAt - from) : 0);
    const nearest = [...all].sort((one, other) => away(one) - away(other));
    const sayings = await sayingMuchTheSame(ports, nearest, text, to);
    const alike = await Promise.all(
      sayings.map(async ({ found, at }) => ({ found, origin: await originOf(ports, found, 'text', at, true) })),
    );
    const isThen = ({ found }: { readonly found: Located }): boolean => atThatTime.includes(found);
    const origins = [...alike.filter(isThen), ...alike.filter((one) => !isThen(one))].map(({ origin }) => origin);
    return { origins: origins.length > 0 ? origins.slice(0, maxGuesses) : await byTime(), unindexed };
  } catch {
    return { origins: await byTime(), unindexed: 'unavailable' };
  }
}
