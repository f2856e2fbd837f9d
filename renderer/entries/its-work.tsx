import { useAsked, useTurns } from '../api/answers.ts';
import { call } from '../api/connection.ts';
import { showWorkflow, showWorkOf } from '../jumps.ts';
import { RelatedItems } from '../ui/details.tsx';
import { counted } from '../wording/counts.ts';
import { humanised, statusNames, workflowTitle } from '../wording/workflows.ts';

type ItsWorkProps = Readonly<{
  workspace: string;
  /** Names of the workflow sessions this may belong to. */
  sessions: readonly string[];
  agents: readonly string[];
}>;

/** Most workflows shown here; the rest are in Work. */
const maxShown = 5;

/** Workflows of the session that something belongs to, and the number its agents work in. Nothing if there are none. */
export function ItsWork({ workspace, sessions, agents }: ItsWorkProps) {
  const [turn] = useTurns(workspace, ['work.changed']);
  const { answer } = useAsked(JSON.stringify([workspace, sessions, agents, turn]), async () => {
    const list = (of: { sessions: string[]; agents: string[] }, limit: number) =>
      call('work.list', { workspace, of, limit });
    const { workflows } =
      sessions.length === 0 ? { workflows: [] } : await list({ sessions: [...sessions], agents: [] }, maxShown);
    const counts: { agent: string; count: number }[] = [];
    for (const agent of agents) {
      counts.push({ agent, count: (await list({ sessions: [], agents: [agent] }, 1)).total });
    }
    return { workflows, byAgent: counts.filter(({ count }) => count > 0) };
  });
  const { workflows = [], byAgent = [] } = answer ?? {};
  return (
    <RelatedItems
      title="Work"
      items={[
        ...workflows.map((workflow) => ({
          id: `${workflow.where} ${workflow.id}`,
          name: workflowTitle(workflow),
          about: `Same session · ${statusNames[workflow.status]}`,
          onOpen: () => showWorkflow(workflow.id, workflow.where),
        })),
        ...byAgent.map(({ agent, count }) => ({
          id: agent,
          name: `All work of ${humanised(agent)}`,
          about: counted(count, 'workflow', 'workflows'),
          onOpen: () => showWorkOf(agent),
        })),
      ]}
    />
  );
}
