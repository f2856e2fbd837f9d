import { wholeStorages } from '#shared/contract/reading/whole-storages.ts';
import { useAsked } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { useContextStore } from '../../api/context-store.ts';
import { ItsWork } from '../../entries/its-work.tsx';
import type { OpenedConversation } from './conversations-store.ts';

/** Workflows of the session that a conversation of the open workspace is; nothing for any other. */
export function WorkOfConversation({ conversation }: Readonly<{ conversation: OpenedConversation }>) {
  const workspace = useContextStore((state) => (state.kind === 'ready' ? state.workspace : undefined));
  const { format, path } = conversation;
  const { answer } = useAsked(
    format === 'own' && workspace !== undefined ? `${workspace} ${path}` : null,
    async (options) => {
      const { conversations } = await call('conversationStore.list', { workspace: workspace ?? '' }, options);
      const name = conversations.find((one) => one.path === path)?.name;
      const { storages } = await wholeStorages(call, workspace ?? '');
      const trackedBy = storages.find((each) => each.conversation === name)?.trackedBy ?? [];
      const agents = [...new Set(trackedBy.map(({ agent }) => agent))];
      const chats = trackedBy.flatMap(({ chat }) => (chat === null ? [] : [chat]));
      return name === undefined ? null : { sessions: [name, ...chats], agents };
    },
  );
  return answer === null || workspace === undefined ? null : <ItsWork workspace={workspace} {...answer} />;
}
