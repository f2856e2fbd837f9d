import type { ConversationHit, FoundInConversation } from '#shared/contract/features/conversation-search.ts';
import type { Conversation } from '#shared/contract/features/conversations.ts';
import { nameOfConversation } from '#shared/wording/conversations.ts';
import { dayOfMoment } from '../../wording/dates.ts';
import type { OpenedConversation } from './conversations-store.ts';

export type ConversationRow =
  | { readonly kind: 'day'; readonly key: string; readonly day: string }
  | { readonly kind: 'conversation'; readonly key: string; readonly conversation: OpenedConversation }
  | {
      readonly kind: 'hit';
      readonly key: string;
      readonly conversation: OpenedConversation;
      readonly hit: ConversationHit;
    }
  | {
      readonly kind: 'more';
      readonly key: string;
      readonly conversation: OpenedConversation;
      /** Last of the hits shown. */
      readonly hit: ConversationHit;
    };

/** Time of the last message, or, if unknown, the file's last change. */
export const lastMomentOf = ({ lastSaidAt, changedAt = 0 }: Partial<Conversation>): number => lastSaidAt ?? changedAt;

const latestFirst = (one: Partial<Conversation>, other: Partial<Conversation>): number =>
  lastMomentOf(other) - lastMomentOf(one);

/** Conversations, latest first, under the day of their last message. */
export function layOutConversations(conversations: readonly Conversation[]): readonly ConversationRow[] {
  const rows: ConversationRow[] = [];
  let day = '';
  for (const conversation of conversations.toSorted(latestFirst)) {
    const itsDay = dayOfMoment(lastMomentOf(conversation));
    if (itsDay !== day) {
      rows.push({ kind: 'day', key: `day ${itsDay}`, day: itsDay });
      day = itsDay;
    }
    rows.push({ kind: 'conversation', key: conversation.id, conversation });
  }
  return rows;
}

/** Conversations with matching passages, latest first, and those that only match by title. @param listed has more facts */
export function layOutSearchResults(
  found: readonly FoundInConversation[],
  titleMatches: readonly Conversation[],
  listed: readonly Conversation[],
): readonly ConversationRow[] {
  const byId = new Map(listed.map((conversation) => [conversation.id, conversation]));
  const idsWithMatches = new Set(found.map(({ conversation }) => conversation.id));
  const groups = [
    ...found.map(({ conversation, hits, more }) => ({
      conversation: byId.get(conversation.id) ?? conversation,
      hits,
      rest: more ? hits.slice(-1) : [],
    })),
    ...titleMatches
      .filter(({ id }) => !idsWithMatches.has(id))
      .map((conversation) => ({ conversation, hits: [], rest: [] })),
  ];
  return groups
    .sort((one, other) => latestFirst(one.conversation, other.conversation))
    .flatMap(({ conversation, hits, rest }): ConversationRow[] => [
      { kind: 'conversation', key: conversation.id, conversation },
      ...hits.map((hit) => ({ kind: 'hit' as const, key: `${hit.at} ${conversation.id}`, conversation, hit })),
      ...rest.map((hit) => ({ kind: 'more' as const, key: `more ${conversation.id}`, conversation, hit })),
    ]);
}

type ConversationFilters = {
  readonly query: string;
  readonly assistant: string | null;
  readonly project: string | null;
};

/** Identifies a conversation's project: its folder, or its name if that is unknown. */
const projectOf = ({ project }: Conversation): string | null => project && (project.path ?? project.name);

/** Conversations of an assistant and a project whose title, project or assistant has all search words. */
export function filterConversations(
  conversations: readonly Conversation[],
  { query, assistant, project }: ConversationFilters,
): readonly Conversation[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return conversations.filter((conversation) => {
    const name = nameOfConversation(conversation);
    const searchable = [name, conversation.project?.name, conversation.assistant].join(' ').toLowerCase();
    return (
      (assistant === null || conversation.assistant === assistant) &&
      (project === null || projectOf(conversation) === project) &&
      words.every((word) => searchable.includes(word))
    );
  });
}

export function projectsOf(
  conversations: readonly Conversation[],
): readonly { readonly value: string; readonly label: string }[] {
  const named = new Map(
    conversations.flatMap((conversation) => {
      const value = projectOf(conversation);
      return value === null ? [] : [[value, conversation.project?.name ?? value] as const];
    }),
  );
  const labels = [...named.values()];
  return [...named]
    .map(([value, name]) => ({ value, label: labels.filter((label) => label === name).length > 1 ? value : name }))
    .sort((one, other) => one.label.localeCompare(other.label));
}
