import styles from '../../entries/details.module.css';
import { Fact } from '../../entries/inspector.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { bytesInWords } from '../../wording/counts.ts';
import { momentInWords } from '../../wording/dates.ts';
import { marksOf } from './conversation-words.ts';
import type { OpenedConversation } from './conversations-store.ts';

export function ConversationFacts({ conversation }: Readonly<{ conversation: OpenedConversation }>) {
  const { assistant, project, startedAt, changedAt, bytes, path } = conversation;
  return (
    <>
      <dl className={styles['facts']}>
        <Fact name="With">{assistant}</Fact>
        {project && <Fact name="In">{project.path ?? project.name}</Fact>}
        {startedAt != null && <Fact name="Began">{momentInWords(startedAt)}</Fact>}
        {changedAt !== undefined && <Fact name="Last written">{momentInWords(changedAt)}</Fact>}
        {bytes !== undefined && <Fact name="Size">{bytesInWords(bytes)}</Fact>}
        {path !== undefined && (
          <Fact name="File" look="mono">
            {path}
          </Fact>
        )}
      </dl>
      {marksOf(conversation, Date.now()).map(({ name, about }) => (
        <p key={name} className="quiet">
          <VisibleText text={about} />
        </p>
      ))}
    </>
  );
}
