import { wholeStorages } from '#shared/contract/reading/whole-storages.ts';
import { useAsked } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { ItsWork } from '../../entries/its-work.tsx';
import { useOwnConversation } from './clear-conversation.tsx';
import type { OpenedConversation } from './conversations-store.ts';

/** Workflows of the session that a conversation of the open workspace is; nothing for any other. */
export function WorkOfConversation({ conversation }: Readonly<{ conversation: OpenedConversation }>) {
  const own = useOwnConversation(conversation);
  const { answer: trackedBy } = useAsked(own && JSON.stringify(own), async () => {
    const { storages } = await wholeStorages(call, own?.workspace ?? '');
    return storages.find((each) => each.conversation === own?.name)?.trackedBy ?? [];
  });
  if (own === null || trackedBy === null) {
    return null;
  }
  const agents = [...new Set(trackedBy.map(({ agent }) => agent))];
  const chats = trackedBy.flatMap(({ chat }) => (chat === null ? [] : [chat]));
  return <ItsWork workspace={own.workspace} sessions={[own.name, ...chats]} agents={agents} />;
}
