import type { StorageView } from '#shared/contract/features/storages.ts';
import type { WorkflowSummary } from '#shared/contract/features/work.ts';
import { wholeStorages } from '#shared/contract/reading/whole-storages.ts';
import { useAsked } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import styles from '../../entries/details.module.css';
import { Fact, Inspector, InTheFile } from '../../entries/inspector.tsx';
import { openOwnConversation } from '../../entries/open-own-conversation.ts';
import { showKeptOf, showStorage } from '../../jumps.ts';
import { copyText } from '../../services/copy-text.ts';
import { attempt, say } from '../../services/notices.ts';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted, shareInWords } from '../../wording/counts.ts';
import { dateInWords } from '../../wording/dates.ts';
import { humanised, statusNames } from '../../wording/workflows.ts';
import { type JsonObject, listIn, objectIn, textIn } from './timeline.ts';
import { closeWorkSheet, useWork } from './work-store.ts';
import { whenInWords } from './work-words.ts';

type InspectorProps = Readonly<{
  workspace: string;
  summary: WorkflowSummary;
  context: JsonObject | null;
  /** Folder of its files. */
  folder: string;
}>;

/** Facts about a workflow as a whole, and related items elsewhere. */
export function WorkflowInspector({ workspace, summary, context, folder }: InspectorProps) {
  const sheetOpen = useWork((state) => state.sheetOpen);
  return (
    <Inspector label="Workflow" sheetOpen={sheetOpen} onCloseSheet={closeWorkSheet}>
      <article className={styles['details']} aria-label="Details">
        <h2 className={styles['value']} tabIndex={-1} data-details-heading>
          About this workflow
        </h2>
        <Facts summary={summary} context={context} folder={folder} />
        <OfItsSession
          key={summary.sessionId}
          workspace={workspace}
          session={summary.sessionId}
          agents={summary.agents}
        />
      </article>
    </Inspector>
  );
}

function Facts({ summary, context, folder }: Omit<InspectorProps, 'workspace'>) {
  const { id, status, currentAgent, agents, confidence, createdAt, updatedAt, completedAt, version } = summary;
  const workflow = objectIn(context ?? undefined, 'workflow');
  const session = objectIn(context ?? undefined, 'session');
  const sessionId = textIn(session, 'session_id');
  const branch = textIn(workflow, 'branch_point');
  const others = listIn(workflow, 'alternate_paths').filter((path) => typeof path === 'string');
  return (
    <>
      <dl className={styles['facts']}>
        <Fact name="State">{statusNames[status]}</Fact>
        {confidence !== null && <Fact name="How sure">{shareInWords(confidence, 1)}</Fact>}
        {currentAgent !== null && status !== 'completed' && <Fact name="Now with">{humanised(currentAgent)}</Fact>}
        {agents.length > 0 && <Fact name="Agents">{agents.map(humanised).join(', ')}</Fact>}
        <SessionFact session={session} />
        {createdAt !== null && <Fact name="Began">{whenInWords(createdAt)}</Fact>}
        {completedAt !== null && <Fact name="Completed">{whenInWords(completedAt)}</Fact>}
        {updatedAt !== null && completedAt === null && <Fact name="Changed">{whenInWords(updatedAt)}</Fact>}
        {branch !== null && <Fact name="Branched">{`At ${humanised(branch)}`}</Fact>}
        {others.length > 0 && <Fact name="Other ways">{others.map(humanised).join(', ')}</Fact>}
      </dl>
      <InTheFile>
        {version !== null && <Fact name="Version">{version}</Fact>}
        <Fact name="Id" look="mono">
          {id}
        </Fact>
        {sessionId !== null && (
          <Fact name="Session" look="mono">
            {sessionId}
          </Fact>
        )}
        <Fact name="Folder" look="mono">
          {folder}
        </Fact>
        <div>
          <dt className="visually-hidden">Path</dt>
          <dd>
            <Button onClick={() => copyText(folder, 'Path copied.')}>Copy path</Button>
          </dd>
        </div>
      </InTheFile>
    </>
  );
}

/** “Number 12 · 26 Nov 2026 · preparation”, as far as known. */
function SessionFact({ session }: Readonly<{ session: JsonObject }>) {
  const number = session['session_number'];
  const date = textIn(session, 'date');
  const said = [
    typeof number === 'number' ? `Number ${number}` : null,
    date === null ? null : dateInWords(date),
    textIn(session, 'status'),
  ].filter((part) => part !== null);
  return said.length === 0 ? null : <Fact name="Session">{said.join(' · ')}</Fact>;
}

type SessionProps = Readonly<{ workspace: string; session: string | null; agents: readonly string[] }>;

/** Conversations and storages of the same session, and other items its agents keep in the workspace. */
function OfItsSession({ workspace, session, agents }: SessionProps) {
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
      conversation: isListed ? undefined : conversations.find(({ name }) => name === session)?.name,
      ofSession,
      byAgent: agents.map((agent) => ({ agent, count: keeps(agent) })).filter(({ count }) => count > 0),
    };
  });
  if (answer === null) {
    return null;
  }
  const { conversation, ofSession, byAgent } = answer;
  return (
    <>
      {(conversation !== undefined || ofSession.length > 0) && (
        <section aria-label="Of the same session" className="stack-1">
          <h3 className="title">Of the same session</h3>
          <ul className="ruled">
            {conversation !== undefined && (
              <Way
                name={conversation}
                about="Conversation"
                onGo={() => attempt(openConversation(workspace, conversation))}
              />
            )}
            {ofSession.map((storage) => (
              <Way
                key={storage.file}
                name={storage.key ?? storage.file}
                about={storage.conversation === null ? 'Storage' : 'Conversation'}
                onGo={() => showStorage(workspace, storage)}
              />
            ))}
          </ul>
        </section>
      )}
      {byAgent.length > 0 && (
        <section aria-label="Kept by its agents" className="stack-1">
          <h3 className="title">Kept by its agents</h3>
          <ul className="ruled">
            {byAgent.map(({ agent, count }) => (
              <Way
                key={agent}
                name={humanised(agent)}
                about={`${counted(count, 'thing', 'things')} kept`}
                onGo={() => showKeptOf(agent)}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

async function openConversation(workspace: string, name: string): Promise<void> {
  if (!(await openOwnConversation(workspace, name))) {
    say('This conversation can’t be shown here.');
  }
}

function Way({ name, about, onGo }: Readonly<{ name: string; about: string; onGo: () => void }>) {
  return (
    <li>
      <Button look="link" onClick={onGo}>
        <VisibleText text={name} />
      </Button>
      <p className="detail">{about}</p>
    </li>
  );
}
