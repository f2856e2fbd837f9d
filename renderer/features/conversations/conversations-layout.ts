import type { Conversation } from '#shared/contract/features/conversations.ts';
import { dayOfMoment } from '../../wording/dates.ts';

export type ConversationRow =
  | { readonly kind: 'day'; readonly key: string; readonly day: string }
  | { readonly kind: 'conversation'; readonly key: string; readonly conversation: Conversation };

/** Conversations, latest first, under the days on which something was last said in them. */
export function layOutConversations(conversations: readonly Conversation[]): readonly ConversationRow[] {
  const rows: ConversationRow[] = [];
  let day = '';
  for (const conversation of conversations) {
    const itsDay = dayOfMoment(conversation.changedAt);
    if (itsDay !== day) {
      rows.push({ kind: 'day', key: `day ${itsDay}`, day: itsDay });
      day = itsDay;
    }
    rows.push({ kind: 'conversation', key: conversation.id, conversation });
  }
  return rows;
}

type Narrowing = { readonly query: string; readonly assistant: string | null; readonly project: string | null };

/** What names a conversation’s project: its folder, or what it is called where that is not known. */
export const projectOf = ({ project }: Conversation): string | null => project && (project.path ?? project.name);

/** Those of an assistant and a project whose title, project or assistant has all words that are searched for. */
export function narrowed(
  conversations: readonly Conversation[],
  { query, assistant, project }: Narrowing,
): readonly Conversation[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return conversations.filter((conversation) => {
    const said = [conversation.title, conversation.project?.name, conversation.assistant].join(' ').toLowerCase();
    return (
      (assistant === null || conversation.assistant === assistant) &&
      (project === null || projectOf(conversation) === project) &&
      words.every((word) => said.includes(word))
    );
  });
}

/** The projects of conversations by name, each once. */
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
