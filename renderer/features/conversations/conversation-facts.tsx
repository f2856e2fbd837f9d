import styles from '../../entries/details.module.css';
import { Fact, InTheFile } from '../../entries/inspector.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { bytesInWords } from '../../wording/counts.ts';
import { momentInWords } from '../../wording/dates.ts';
import { marksOf } from './conversation-words.ts';
import type { OpenedConversation } from './conversations-store.ts';

/** Programs write a line a moment after the message; such a difference is not worth a fact. */
const isApart = (changedAt: number, lastSaidAt: number | null | undefined): boolean =>
  lastSaidAt == null || Math.abs(changedAt - lastSaidAt) > 60 * 60_000;

export function ConversationFacts({ conversation }: Readonly<{ conversation: OpenedConversation }>) {
  const { assistant, project, startedAt, lastSaidAt, changedAt, bytes } = conversation;
  return (
    <>
      <dl className={styles['facts']}>
        <Fact name="With">{assistant}</Fact>
        {project && <Fact name="Project">{project.name}</Fact>}
        {startedAt != null && <Fact name="Began">{momentInWords(startedAt)}</Fact>}
        {lastSaidAt != null && <Fact name="Latest">{momentInWords(lastSaidAt)}</Fact>}
        {changedAt !== undefined && isApart(changedAt, lastSaidAt) && (
          <Fact name="Last written">{momentInWords(changedAt)}</Fact>
        )}
        {bytes !== undefined && <Fact name="Size">{bytesInWords(bytes)}</Fact>}
      </dl>
      {marksOf(conversation, Date.now()).map(({ name, about }) => (
        <p key={name} className="quiet">
          <VisibleText text={`${about.replace(/\.$/, '')}.`} />
        </p>
      ))}
    </>
  );
}

/** Path of the file, for those who look for it. */
export function ConversationFile({ conversation: { path, project } }: Readonly<{ conversation: OpenedConversation }>) {
  return path === undefined ? null : (
    <InTheFile>
      <Fact name="Path" look="mono">
        {path}
      </Fact>
      {project?.path != null && (
        <Fact name="Project" look="mono">
          {project.path}
        </Fact>
      )}
    </InTheFile>
  );
}
