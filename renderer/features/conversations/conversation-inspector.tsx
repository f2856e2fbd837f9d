import { nameOfConversation } from '#shared/wording/conversations.ts';
import { ListInspector } from '../../list/list-inspector.tsx';
import { copyText } from '../../services/copy-text.ts';
import { Actions, Details } from '../../ui/details.tsx';
import { ClearConversation } from './clear-conversation.tsx';
import { ConversationFile, ConversationMarks, conversationFacts } from './conversation-facts.tsx';
import { ConversationsBelow } from './conversations-below.tsx';
import { type OpenedConversation, readConversation, useConversations } from './conversations-store.ts';
import { ExportButtons } from './export-buttons.tsx';
import { SavePanel } from './save-panel.tsx';
import { WorkOfConversation } from './work-of-conversation.tsx';

export function ConversationInspector({ conversation }: Readonly<{ conversation: OpenedConversation | undefined }>) {
  return (
    <ListInspector
      label="Conversation"
      store={useConversations}
      none="Select a conversation to see when and where it took place."
    >
      {conversation === undefined ? null : (
        <Details key={conversation.id} title={nameOfConversation(conversation)} facts={conversationFacts(conversation)}>
          <ConversationMarks conversation={conversation} />
          <div className="wrap-close">
            <Actions
              actions={[
                { label: 'Open', look: 'primary', onClick: () => readConversation(conversation) },
                copyPathAction(conversation.path),
              ]}
            />
            <ExportButtons conversation={conversation} />
            <ClearConversation conversation={conversation} />
          </div>
          <ConversationsBelow conversation={conversation} />
          <WorkOfConversation conversation={conversation} />
          <SavePanel conversation={conversation} />
          <ConversationFile conversation={conversation} />
        </Details>
      )}
    </ListInspector>
  );
}

export const copyPathAction = (path: string | undefined) =>
  path !== undefined && { label: 'Copy path', onClick: () => copyText(path, 'Path copied.') };
