import type { StorageView } from '#shared/contract/features/storages.ts';
import type { WorkflowSummary } from '#shared/contract/features/work.ts';
import { wholeStorages } from '#shared/contract/reading/whole-storages.ts';
import { useAsked } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { openOwnConversation } from '../../entries/open-own-conversation.ts';
import { showStorage, showStoragesOf } from '../../jumps.ts';
import { Inspector } from '../../list/inspector.tsx';
import { copyText } from '../../services/copy-text.ts';
import { attempt, say } from '../../services/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Details, type FactRecord, InTheFile, RelatedItems } from '../../ui/details.tsx';
import { counted, shareInWords } from '../../wording/counts.ts';
import { dateInWords } from '../../wording/dates.ts';
import { humanised, statusNames } from '../../wording/workflows.ts';
import { type JsonFields, listIn, objectIn, textField } from './timeline.ts';
import { closeWorkSheet, useWork } from './work-store.ts';
import { whenInWords } from './work-words.ts';

type InspectorProps = Readonly<{
  workspace: string;
  summary: WorkflowSummary;
  context: JsonFields | null;
  /** Folder of its files. */
  folder: string;
}>;

export function WorkflowInspector({ workspace, summary, context, folder }: InspectorProps) {
  const sheetOpen = useWork((state) => state.sheetOpen);
  const { id, sessionId, agents, version } = summary;
  const session = objectIn(context ?? undefined, 'session');
  return (
    <Inspector label="Workflow" sheetOpen={sheetOpen} onCloseSheet={closeWorkSheet}>
      <Details title="About this workflow" facts={factsOf(summary, context, session)}>
        <InTheFile
          facts={[
            { label: 'Version', value: version },
            { label: 'Id', mono: true, value: id },
            { label: 'Session', mono: true, value: textField(session, 'session_id') },
            { label: 'Folder', mono: true, value: folder },
          ]}
        >
          <Button onClick={() => copyText(folder, 'Path copied.')}>Copy path</Button>
        </InTheFile>
        <SessionItems key={sessionId} workspace={workspace} session={sessionId} agents={agents} />
      </Details>
    </Inspector>
  );
}

function factsOf(summary: WorkflowSummary, context: JsonFields | null, session: JsonFields): readonly FactRecord[] {
  const { status, currentAgent, agents, confidence, createdAt, updatedAt, completedAt } = summary;
  const workflow = objectIn(context ?? undefined, 'workflow');
  const branch = textField(workflow, 'branch_point');
  const others = listIn(workflow, 'alternate_paths').filter((path) => typeof path === 'string');
  return [
    { label: 'State', value: statusNames[status] },
    { label: 'How sure', value: confidence !== null && shareInWords(confidence, 1) },
    { label: 'Now with', value: currentAgent !== null && status !== 'completed' && humanised(currentAgent) },
    { label: 'Agents', value: agents.length > 0 && agents.map(humanised).join(', ') },
    { label: 'Session', value: sessionInWords(session) },
    { label: 'Began', value: createdAt !== null && whenInWords(createdAt) },
    { label: 'Completed', value: completedAt !== null && whenInWords(completedAt) },
    { label: 'Changed', value: updatedAt !== null && completedAt === null && whenInWords(updatedAt) },
    { label: 'Branched', value: branch !== null && `At ${humanised(branch)}` },
    { label: 'Other ways', value: others.length > 0 && others.map(humanised).join(', ') },
  ];
}

/** “Number 12 · 26 Nov 2026 · preparation”, as far as known. */
function sessionInWords(session: JsonFields): string | null {
  const number = session['session_number'];
  const date = textField(session, 'date');
  const parts = [
    typeof number === 'number' && `Number ${number}`,
    date && dateInWords(date),
    textField(session, 'status'),
  ];
  return parts.filter(Boolean).join(' · ') || null;
}

type SessionItemsProps = Readonly<{ workspace: string; session: string | null; agents: readonly string[] }>;

/** Conversations and storages of the same session, and other items its agents keep in the workspace. */
function SessionItems({ workspace, session, agents }: SessionItemsProps) {
  const { answer } = useAsked(JSON.stringify([workspace, session, agents]), async () => {
    const { storages } = await wholeStorages(call, workspace);
    const { conversations } = await call('conversationStore.list', { workspace });
    const isOfSession = ({ conversation, trackedBy }: StorageView): boolean =>
      session !== null && (conversation === session || trackedBy.some(({ chat }) => chat === session));
    const ofSession = storages.filter(isOfSession);
    const isListed = ofSession.some(({ conversation }) => conversation === session);
    const keeps = (agent: string): number =>
      storages.filter(({ trackedBy }) => trackedBy.some((by) => by.agent === agent)).length;
    return {
      conversations: isListed ? [] : conversations.filter(({ name }) => name === session).slice(0, 1),
      ofSession,
      byAgent: agents.map((agent) => ({ agent, count: keeps(agent) })).filter(({ count }) => count > 0),
    };
  });
  const { conversations = [], ofSession = [], byAgent = [] } = answer ?? {};
  return (
    <>
      <RelatedItems
        title="Of the same session"
        items={[
          ...conversations.map(({ name }) => ({
            id: name,
            name,
            about: 'Conversation',
            onOpen: () => attempt(openConversation(workspace, name)),
          })),
          ...ofSession.map((storage) => ({
            id: storage.file,
            name: storage.key ?? storage.file,
            about: storage.conversation === null ? 'Storage' : 'Conversation',
            onOpen: () => showStorage(workspace, storage),
          })),
        ]}
      />
      <RelatedItems
        title="Stored by its agents"
        items={byAgent.map(({ agent, count }) => ({
          id: agent,
          name: humanised(agent),
          about: `${counted(count, 'thing', 'things')} stored`,
          onOpen: () => showStoragesOf(agent),
        }))}
      />
    </>
  );
}

async function openConversation(workspace: string, name: string): Promise<void> {
  if (!(await openOwnConversation(workspace, name))) {
    say('This conversation can’t be shown here.');
  }
}
