import { type FactRecord, InTheFile } from '../../ui/details.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { bytesInWords } from '../../wording/counts.ts';
import { momentInWords } from '../../wording/dates.ts';
import { marksOf } from './conversation-words.ts';
import type { OpenedConversation } from './conversations-store.ts';

/** Programs write a line a moment after the message; such a difference is not worth a fact. */
const isApart = (changedAt: number, lastSaidAt: number | null | undefined): boolean =>
  lastSaidAt == null || Math.abs(changedAt - lastSaidAt) > 60 * 60_000;

export function conversationFacts(conversation: OpenedConversation): readonly FactRecord[] {
  const { assistant, project, startedAt, lastSaidAt, changedAt, bytes } = conversation;
  const isChangedLater = changedAt !== undefined && isApart(changedAt, lastSaidAt);
  return [
    { label: 'With', value: assistant },
    { label: 'Project', value: project?.name },
    { label: 'Began', value: startedAt != null && momentInWords(startedAt) },
    { label: 'Latest', value: lastSaidAt != null && momentInWords(lastSaidAt) },
    { label: 'Last written', value: isChangedLater && momentInWords(changedAt) },
    { label: 'Size', value: bytes !== undefined && bytesInWords(bytes) },
  ];
}

export function ConversationMarks({ conversation }: Readonly<{ conversation: OpenedConversation }>) {
  return marksOf(conversation, Date.now()).map(({ name, about }) => (
    <p key={name} className="quiet">
      <VisibleText text={`${about.replace(/\.$/, '')}.`} />
    </p>
  ));
}

export function ConversationFile({ conversation: { path, project } }: Readonly<{ conversation: OpenedConversation }>) {
  return path === undefined ? null : (
    <InTheFile
      facts={[
        { label: 'Path', mono: true, value: path },
        { label: 'Project', mono: true, value: project?.path },
      ]}
    />
  );
}
