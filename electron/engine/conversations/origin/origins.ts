import type { Result } from '#shared/contract/contract.ts';
import type { Origin, OriginKind } from '#shared/contract/features/conversation-origin.ts';
import { isCorrection } from '#shared/entries/correction.ts';
import type { ParsedEntry } from '#shared/formats/document.ts';
import type { Topic } from '#shared/topics/topic.ts';
import type { CancellationToken } from '../../cancellation.ts';
import type { Ports } from '../../ports.ts';
import type { CatalogueItem } from '../catalogue.ts';
import { askablePlaceOf, type ConversationSources, unreadPlace, unreadPlaceOf } from '../find-conversations.ts';
import { conversationSummary } from '../read-conversation.ts';
import type { createLearned } from './learned.ts';
import { type LearningWorkspace, memoryOf, notedIn } from './learned-here.ts';
import { conversationsOf, createNames, namedBy, namedInSource } from './named.ts';
import { findSaidBefore, findWritings, writtenOf } from './writing.ts';

type OriginAnswer = Result<'conversations.origin'>;

/** Finds the conversations in which an entry was learned, as far as recorded. @param all conversations, the latest first */
export async function originsOf(
  sources: ConversationSources,
  learned: ReturnType<typeof createLearned>,
  open: LearningWorkspace,
  entry: ParsedEntry,
  all: readonly CatalogueItem[],
  token: Pick<CancellationToken, 'cancelled'>,
): Promise<OriginAnswer> {
  const { ports } = sources;
  const topic = (entry.topic === undefined ? null : open.topics.find(entry.topic)?.read?.topic) ?? null;
  const { origins, missing } = await recordedOf(sources, learned, open, entry, topic, all);
  if (origins.length > 0 || missing !== null) {
    return { origins, missing, askable: null };
  }
  if (all.length > 0) {
    const written = await writtenOf(ports, open.layout, entry, topic);
    for (const { found, at } of await findWritings(ports, all, written, token)) {
      origins.push(await originOf(ports, found, 'written', at));
    }
  }
  // Its own program may have learned it in a place that nobody was asked about yet.
  const { assistant } = open.layout.format.capabilities;
  const mayAsk = origins.length === 0 && assistant !== null && !isCorrection(entry);
  return { origins, missing, askable: mayAsk ? await askablePlaceOf(sources, assistant) : null };
}

async function recordedOf(
  sources: ConversationSources,
  learned: ReturnType<typeof createLearned>,
  open: LearningWorkspace,
  entry: ParsedEntry,
  topic: Topic | null,
  all: readonly CatalogueItem[],
): Promise<{ readonly origins: Origin[]; readonly missing: OriginAnswer['missing'] }> {
  const { ports } = sources;
  const origins: Origin[] = [];
  let missing: OriginAnswer['missing'] = null;
  for (const { conversation, at, entry: noted } of await notedIn(ports, learned, memoryOf(open))) {
    const source = noted === entry ? all.find(({ id }) => id === conversation) : undefined;
    if (source) {
      origins.push(await originOf(ports, source, 'remembered', at));
    } else if (noted === entry) {
      const name = conversation.slice(conversation.indexOf(':') + 1);
      missing = { name, unread: await unreadPlaceOf(sources, conversation) };
    }
  }
  if (origins.length === 0 && missing === null) {
    const meant = await conversationsOf(ports, nearestTo(all, entry.date), entry.source);
    origins.push(...(await Promise.all(meant.map((one) => originOf(ports, one, 'named', null, meant.length > 1)))));
    const inSource = origins.length === 0 ? namedInSource(entry.source) : null;
    const unread = inSource && (await unreadPlace(sources, inSource.places));
    missing = inSource && unread && { name: inSource.name, unread };
  }
  const named = namedBy(entry, topic);
  if (named !== null) {
    const isNamed = await createNames(ports, open.layout);
    const source = all.find(({ path, id }) => isNamed(path, named) || id === named.name);
    const at = source && entry.topic !== undefined ? await findSaidBefore(ports, source, entry.topic) : null;
    if (source) {
      origins.push(await originOf(ports, source, 'named', at, at !== null));
    } else {
      missing = { name: named.name, unread: await unreadPlace(sources, named.places) };
    }
  }
  return { origins, missing };
}

async function originOf(
  ports: Ports,
  source: CatalogueItem,
  how: OriginKind,
  at: number | null,
  isInferred = false,
): Promise<Origin> {
  const { id, title, assistant, startedAt, lastSaidAt, changedAt } = await conversationSummary(ports, source);
  return { conversation: id, title, assistant, startedAt, lastSaidAt, changedAt, how, at, isInferred };
}

/** @param date `YYYY-MM-DD`; the order stays if it is unknown */
function nearestTo(all: readonly CatalogueItem[], date: string | null): readonly CatalogueItem[] {
  const time = Date.parse(date ?? '');
  const away = ({ changedAt }: CatalogueItem): number => (Number.isNaN(time) ? 0 : Math.abs(changedAt - time));
  return [...all].sort((one, other) => away(one) - away(other));
}
