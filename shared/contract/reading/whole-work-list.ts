import type { Finding } from '../../formats/workflow/finding.ts';
import type { WorkflowSummary } from '../features/work.ts';
import type { Client } from '../wire/client.ts';

type Wanted = {
  readonly status?: WorkflowSummary['status'] | undefined;
  readonly type?: string | undefined;
  /** Agent that took or takes part. */
  readonly agent?: string | undefined;
};

/** Lists all workflows of a workspace that match, the latest change first, and the problems in other files. */
export async function listWorkflows(
  { call }: Pick<Client, 'call'>,
  workspace: string,
  { status, type, agent }: Wanted,
): Promise<{ readonly workflows: WorkflowSummary[]; readonly findings: readonly Finding[] }> {
  const workflows: WorkflowSummary[] = [];
  const findings: Finding[] = [];
  for (let offset = 0; ; ) {
    const page = await call('work.list', { workspace, offset, limit: 1000 });
    offset += page.workflows.length;
    findings.push(...page.findings);
    workflows.push(
      ...page.workflows.filter(
        (each) =>
          (status === undefined || each.status === status) &&
          (type === undefined || each.type === type) &&
          (agent === undefined || each.agents.includes(agent)),
      ),
    );
    if (page.workflows.length === 0 || offset >= page.total) {
      return { workflows, findings };
    }
  }
}
