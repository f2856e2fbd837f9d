import type { Conversation } from '#shared/contract/features/conversations.ts';
import { nameOfConversation } from '#shared/wording/conversations.ts';
import { useAnswer } from '../../api/answers.ts';
import { ListInspector } from '../../list/list-inspector.tsx';
import { copyText } from '../../services/copy-text.ts';
import { Actions, Details, type FactRecord, InTheFile, RelatedItems } from '../../ui/details.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { bytesInWords } from '../../wording/counts.ts';
import { momentInWords } from '../../wording/dates.ts';
import { marksOf } from './conversation-words.ts';
import { type OpenedConversation, readConversation, useConversations } from './conversations-store.ts';
import { ExportButtons } from './export-buttons.tsx';
import { ClearConversation, WorkOfConversation } from './own-conversation.tsx';
import { SavePanel } from './save-panel.tsx';

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
    <VisibleText key={name} as="p" className="quiet" text={`${about.replace(/\.$/, '')}.`} />
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

type ConversationsBelowProps = Readonly<{ conversation: OpenedConversation }>;

/** Conversations listed below this one: those of sub-agents it called, and its copies. Each can be opened. */
export function ConversationsBelow({ conversation: { id, subagents = 0, copies = 0 } }: ConversationsBelowProps) {
  return subagents + copies === 0 ? null : <Below key={id} parent={id} />;
}

const maxShown = 200;

const isCopy = ({ marks }: Conversation): boolean => marks.includes('copy');

function Below({ parent }: Readonly<{ parent: string }>) {
  const { answer, problem } = useAnswer('conversations.list', { parent, limit: maxShown });
  const all = answer?.conversations ?? [];
  return (
    <>
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
      <RelatedItems
        title="Sub-agents"
        items={all.filter((one) => !isCopy(one)).map((one) => itemOf(one, one.startedAt ?? one.changedAt))}
      />
      <RelatedItems
        title="Copies"
        items={all.filter(isCopy).map((one) => itemOf(one, one.lastSaidAt ?? one.changedAt))}
      />
    </>
  );
}

const itemOf = (conversation: Conversation, time: number) => ({
  id: conversation.id,
  name: nameOfConversation(conversation),
  about: momentInWords(time),
  onOpen: () => readConversation(conversation),
});
