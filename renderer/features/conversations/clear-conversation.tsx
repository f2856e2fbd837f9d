import { useState } from 'react';
import { useAsked, useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { useContextStore } from '../../api/context-store.ts';
import { tellDone } from '../../services/undo.ts';
import { Button } from '../../ui/button.tsx';
import { Question } from '../../ui/question.tsx';
import type { OpenedConversation } from './conversations-store.ts';
import { reloadConversations } from './use-conversations.ts';

/** Clears a conversation that an agent program keeps in the open workspace, after a confirmation. Nothing for any other. */
export function ClearConversation({ conversation }: Readonly<{ conversation: OpenedConversation }>) {
  const workspace = useContextStore((state) => (state.kind === 'ready' ? state.workspace : undefined));
  const { format, path } = conversation;
  const [asking, setAsking] = useState(false);
  const { answer } = useAsked(
    format === 'own' && workspace !== undefined ? `${workspace} ${path}` : null,
    async (options) => {
      const { conversations } = await call('conversationStore.list', { workspace: workspace ?? '' }, options);
      return conversations.find((one) => one.path === path)?.name ?? null;
    },
  );
  if (answer === null || workspace === undefined) {
    return null;
  }
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        Clear…
      </Button>
      {asking && <ClearQuestion workspace={workspace} conversation={answer} onClose={() => setAsking(false)} />}
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
      description="Its agent begins anew. The history keeps what was said, and you can undo this."
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
