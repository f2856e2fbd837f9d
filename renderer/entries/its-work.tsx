import type { WorkflowSummary } from '#shared/contract/features/work.ts';
import { useAsked, useTurns } from '../api/answers.ts';
import { call } from '../api/connection.ts';
import { showWorkflow, showWorkOf } from '../jumps.ts';
import { Button } from '../ui/button.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { counted } from '../wording/counts.ts';
import { humanised, statusNames, titleOf } from '../wording/workflows.ts';

type ItsWorkProps = Readonly<{
  workspace: string;
  /** Names of the workflow sessions this may belong to. */
  sessions: readonly string[];
  /** Agents it belongs to. */
  agents: readonly string[];
}>;

const changed = ['work.changed'] as const;
/** Most workflows shown here; the rest are in Work. */
const maxShown = 5;

/** Workflows of the session that something belongs to, and the number its agents work in. Nothing if there are none. */
export function ItsWork({ workspace, sessions, agents }: ItsWorkProps) {
  const [turn] = useTurns(workspace, changed);
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
  if (answer === null || answer.workflows.length + answer.byAgent.length === 0) {
    return null;
  }
  return (
    <section aria-label="Work" className="stack-1">
      <h3 className="title">Work</h3>
      <ul className="ruled">
        {answer.workflows.map((workflow) => (
          <OneWorkflow key={`${workflow.where} ${workflow.id}`} workflow={workflow} />
        ))}
        {answer.byAgent.map(({ agent, count }) => (
          <li key={agent}>
            <Button look="link" onClick={() => showWorkOf(agent)}>
              <VisibleText text={`All work of ${humanised(agent)}`} />
            </Button>
            <p className="detail">{counted(count, 'workflow', 'workflows')}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function OneWorkflow({ workflow }: Readonly<{ workflow: WorkflowSummary }>) {
  const { id, where, status } = workflow;
  return (
    <li>
      <Button look="link" onClick={() => showWorkflow(id, where)}>
        <VisibleText text={titleOf(workflow)} />
      </Button>
      <p className="detail">Same session · {statusNames[status]}</p>
    </li>
  );
}
