import type { Result } from '../contract.ts';
import type { ForeignMatch } from '../features/foreign-work.ts';
import type { WorkflowSummary } from '../features/work.ts';
import type { Client } from '../wire/client.ts';
import { readPages, searchPages } from './pages.ts';

type Calls = Pick<Client, 'call'>;

type WorkflowFilter = {
  readonly status?: WorkflowSummary['status'] | undefined;
  readonly type?: string | undefined;
  readonly agent?: string | undefined;
};

/** Lists all workflows of a workspace that match, the latest change first, and the problems in other files. */
export async function listWorkflows({ call }: Calls, workspace: string, { status, type, agent }: WorkflowFilter) {
  const { workflows, findings } = await readPages(call, 'work.list', 'workflows', { workspace, limit: 1000 });
  const isWanted = (each: WorkflowSummary): boolean =>
    (status === undefined || each.status === status) &&
    (type === undefined || each.type === type) &&
    (agent === undefined || each.agents.includes(agent));
  return { workflows: workflows.filter(isWanted), findings };
}

/** Searches all workflows for up to `most` matches, and as many in those of other programs that may be read. */
export async function searchAllWork({ call }: Calls, workspace: string, text: string, most: number) {
  const { found, unread, isWhole } = await searchPages(call, 'work.search', { workspace, text }, most);
  const elsewhere: ForeignMatch[] = [];
  for (let offset: number | null = 0; offset !== null && elsewhere.length < most; ) {
    const page: Result<'foreignWork.search'> = await call('foreignWork.search', { workspace, text, offset });
    elsewhere.push(...page.found);
    offset = page.next;
  }
  return { found, unread, isWhole, elsewhere: elsewhere.slice(0, most) };
}
