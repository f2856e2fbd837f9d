import type { ArchivedWorkflow, workArchiveMethods as declared } from '#shared/contract/features/work-archive.ts';
import type { WorkspaceHandlersOf } from '../handlers.ts';
import type { WorkspaceSettings } from '../settings/workspace-settings.ts';
import type { WorkArchiving } from './archiving.ts';
import type { WorkService } from './work.ts';

type Needs = {
  readonly work: WorkService;
  readonly workArchiving: WorkArchiving;
  readonly settings: WorkspaceSettings;
};

export const workArchiveHandlers: WorkspaceHandlersOf<typeof declared, Needs> = {
  'work.archived': async (open, { month, offset, limit }) => {
    const { archived, places } = open.work;
    const ids = new Map<string, string[]>();
    for (const each of await archived.months()) {
      ids.set(each, await archived.idsIn(each));
    }
    const months = [...ids].flatMap(([each, { length: count }]) => (count > 0 ? [{ month: each, count }] : []));
    const listedMonths = months.filter((each) => month === undefined || each.month === month);
    const findings = await Promise.all(listedMonths.map((each) => archived.indexFinding(each.month)));
    return {
      folder: places.archiveRoot,
      findings: findings.filter((finding) => finding !== null),
      months,
      total: listedMonths.reduce((sum, { count }) => sum + count, 0),
      workflows: await pageOf(open, listedMonths, { ids, offset, limit }),
    };
  },
  'work.archive': ({ workArchiving }, { id }) => workArchiving.archive(id),
  'work.archiveDue': ({ workArchiving }) => workArchiving.archiveDue(),
  'work.restore': ({ workArchiving }, { id, changed }) => workArchiving.restore(id, changed),
  'work.previewRemoval': async ({ workArchiving, settings }) => {
    const { workRemoveArchived, workRemoveAfterDays } = settings.current().settings;
    const workflows = await workArchiving.removable();
    return {
      days: workRemoveArchived ? workRemoveAfterDays : null,
      bytes: workflows.reduce((sum, { bytes }) => sum + bytes, 0),
      workflows,
    };
  },
  'work.removeArchived': ({ workArchiving }, { workflows }) => workArchiving.removeArchived(workflows),
};

/** Reads only the months of which a page shows workflows. */
async function pageOf(
  { work: { archived } }: Needs,
  months: readonly { readonly month: string }[],
  { ids, offset, limit }: { ids: ReadonlyMap<string, readonly string[]>; offset: number; limit: number },
): Promise<ArchivedWorkflow[]> {
  const workflows: ArchivedWorkflow[] = [];
  let before = 0;
  for (const { month } of months) {
    const inMonth = ids.get(month) ?? [];
    const [from, to] = [Math.max(0, offset - before), offset + limit - before];
    if (from < inMonth.length && to > 0) {
      workflows.push(...(await archived.some(month, inMonth, from, to)));
    }
    before += inMonth.length;
  }
  return workflows;
}
