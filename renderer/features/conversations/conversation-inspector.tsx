import type { Conversation } from '#shared/contract/features/conversations.ts';
import styles from '../../entries/details.module.css';
import { Fact, Inspector } from '../../entries/inspector.tsx';
import { copyText } from '../../services/copy-text.ts';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { bytesInWords } from '../../wording/counts.ts';
import { momentInWords } from '../../wording/dates.ts';
import { marksOf, titleOf } from './conversation-words.ts';
import { focusConversation, readConversation, useConversations } from './conversations-store.ts';

/** What is known of the conversation under the cursor. */
export function ConversationInspector({ conversation }: Readonly<{ conversation: Conversation | undefined }>) {
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
        <p className={styles['unchosen']}>Choose a conversation to see when and where it took place.</p>
      ) : (
        <article key={conversation.id} className={styles['details']} aria-label="Details">
          <h2 className={styles['value']} dir="auto" tabIndex={-1} data-details-heading>
            <VisibleText text={titleOf(conversation)} />
          </h2>
          <ConversationFacts conversation={conversation} />
          <div className="wrap-close">
            <Button look="primary" onClick={() => readConversation(conversation)}>
              Read it
            </Button>
            <Button onClick={() => copyText(conversation.path, 'Path copied.')}>Copy path</Button>
          </div>
        </article>
      )}
    </Inspector>
  );
}

export function ConversationFacts({ conversation }: Readonly<{ conversation: Conversation }>) {
  const { assistant, project, startedAt, changedAt, bytes, path } = conversation;
  const marks = marksOf(conversation, Date.now());
  return (
    <>
      <dl className={styles['facts']}>
        <Fact name="With">{assistant}</Fact>
        {project && <Fact name="In">{project.path ?? project.name}</Fact>}
        {startedAt !== null && <Fact name="Began">{momentInWords(startedAt)}</Fact>}
        <Fact name="Last said">{momentInWords(changedAt)}</Fact>
        <Fact name="Size">{bytesInWords(bytes)}</Fact>
        <Fact name="File" look="mono">
          {path}
        </Fact>
      </dl>
      {marks.map(({ name, about }) => (
        <p key={name} className="quiet">
          <VisibleText text={about} />
        </p>
      ))}
    </>
  );
}
