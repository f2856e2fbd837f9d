import { useState } from 'react';
import { wholeStorages } from '#shared/contract/reading/whole-storages.ts';
import { useAsked, useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { useContextStore } from '../../api/context-store.ts';
import { ItsWork } from '../../entries/its-work.tsx';
import { tellDone } from '../../services/undo.ts';
import { Button } from '../../ui/button.tsx';
import { Question } from '../../ui/question.tsx';
import type { OpenedConversation } from './conversations-store.ts';
import { reloadConversations } from './use-conversations.ts';

/** Workspace and name of a conversation that an agent program keeps in the open workspace; null for any other. */
function useOwnConversation({ format, path }: OpenedConversation) {
  const workspace = useContextStore((state) => (state.kind === 'ready' ? state.workspace : undefined));
  const reason = format === 'own' && workspace !== undefined ? `${workspace} ${path}` : null;
  const { answer } = useAsked(reason, async (options) => {
    const { conversations } = await call('conversationStore.list', { workspace: workspace ?? '' }, options);
    return conversations.find((one) => one.path === path)?.name ?? null;
  });
  return answer === null || workspace === undefined ? null : { workspace, name: answer };
}

export function ClearConversation({ conversation }: Readonly<{ conversation: OpenedConversation }>) {
  const own = useOwnConversation(conversation);
  const [asking, setAsking] = useState(false);
  if (own === null) {
    return null;
  }
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        Clear…
      </Button>
      {asking && <ClearQuestion workspace={own.workspace} conversation={own.name} onClose={() => setAsking(false)} />}
    </>
  );
}

type ClearQuestionProps = Readonly<{ workspace: string; conversation: string; onClose: () => void }>;

function ClearQuestion({ workspace, conversation, onClose }: ClearQuestionProps) {
  const { busy, problem, attempt } = useAttempt();
  const clear = async (): Promise<void> => {
    tellDone(workspace, await call('conversationStore.clear', { workspace, conversation }));
    reloadConversations();
    onClose();
  };
  return (
    <Question
      title={`Clear “${conversation}”?`}
      description="Its agent starts afresh. The history keeps what was said, and you can undo this."
      stay="Cancel"
      onStay={onClose}
      go="Clear"
      onGo={() => void attempt(clear)}
      look="danger"
      busy={busy}
      first="stay"
      problem={problem}
    />
  );
}

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
