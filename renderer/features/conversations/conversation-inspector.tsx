import { nameOfConversation } from '#shared/wording/conversations.ts';
import styles from '../../entries/details.module.css';
import { Inspector } from '../../entries/inspector.tsx';
import { copyText } from '../../services/copy-text.ts';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { ClearConversation } from './clear-conversation.tsx';
import { ConversationFacts, ConversationFile } from './conversation-facts.tsx';
import { ConversationsBelow } from './conversations-below.tsx';
import {
  focusConversation,
  type OpenedConversation,
  readConversation,
  useConversations,
} from './conversations-store.ts';
import { ExportButtons } from './export-buttons.tsx';
import { KeepPanel } from './keeping.tsx';
import { WorkOfConversation } from './work-of-conversation.tsx';

/** Facts about the conversation under the cursor. */
export function ConversationInspector({ conversation }: Readonly<{ conversation: OpenedConversation | undefined }>) {
  const sheetOpen = useConversations((state) => state.sheetOpen);
  return (
    <Inspector
      label="Conversation"
      sheetOpen={sheetOpen && conversation !== undefined}
      onCloseSheet={() => {
        useConversations.setState({ sheetOpen: false });
        focusConversation();
      }}
    >
      {conversation === undefined ? (
        <p className={styles['unchosen']}>Select a conversation to see when and where it took place.</p>
      ) : (
        <article key={conversation.id} className={styles['details']} aria-label="Details">
          <h2 className={styles['value']} dir="auto" tabIndex={-1} data-details-heading>
            <VisibleText text={nameOfConversation(conversation)} />
          </h2>
          <ConversationFacts conversation={conversation} />
          <div className="wrap-close">
            <Button look="primary" onClick={() => readConversation(conversation)}>
              Open
            </Button>
            <CopyPath conversation={conversation} />
            <ExportButtons conversation={conversation} />
            <ClearConversation conversation={conversation} />
          </div>
          <ConversationsBelow conversation={conversation} />
          <WorkOfConversation conversation={conversation} />
          <KeepPanel conversation={conversation} />
          <ConversationFile conversation={conversation} />
        </article>
      )}
    </Inspector>
  );
}

export function CopyPath({ conversation: { path } }: Readonly<{ conversation: OpenedConversation }>) {
  return path === undefined ? null : <Button onClick={() => copyText(path, 'Path copied.')}>Copy path</Button>;
}
