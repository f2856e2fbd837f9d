import type { Change } from '#shared/contract/changes.ts';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { ArchivedWorkflow } from '#shared/contract/features/work-archive.ts';
import { monthOf, restoredAt } from '#shared/formats/workflow/archive-index.ts';
import type { WorkflowFinding } from '#shared/formats/workflow/finding.ts';
import { counted } from '#shared/text/counts.ts';
import { orLogged } from '../or-logged.ts';
import type { WorkspaceSettings } from '../settings/workspace-settings.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import type { WorkService } from './work.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'access' | 'tell'> & {
  readonly work: WorkService;
  readonly settings: WorkspaceSettings;
};

const msPerDay = 24 * 60 * 60 * 1000;

export type PackedAway = {
  readonly archived: ArchivedWorkflow;
  readonly change: Change | null;
  readonly findings: WorkflowFinding[];
};

type ArchivedRef = { readonly id: string; readonly month: string };

type Changes = {
  /** @throws the error that keeps anything from being written here */
  readonly checkRecorded: () => Promise<void>;
  readonly archive: (id: string) => Promise<PackedAway>;
  readonly remove: (id: string, month: string) => Promise<void>;
  readonly repairIndexes: () => Promise<void>;
};

export function createArchivingByAge(
  { ports, access, work, settings, tell }: Needs,
  { checkRecorded, archive, remove, repairIndexes }: Changes,
) {
  const values = () => settings.current().settings;
  const daysAgo = (days: number): number => ports.clock.now() - days * msPerDay;

  /** Workflows that were completed long enough ago, and have not been restored since. */
  async function due(): Promise<string[]> {
    const before = daysAgo(values().workArchiveAfterDays);
    const dueIds: string[] = [];
    for (const { id, completedAt, createdAt } of await work.list('completed')) {
      const month = monthOf(createdAt);
      const restored = month === null ? null : restoredAt(await work.archived.index(month), id);
      if (isBefore(completedAt, before) && (restored === null || isBefore(restored, before))) {
        dueIds.push(id);
      }
    }
    return dueIds;
  }

  /** Archived workflows that may be removed. None while that is off. */
  async function removable(): Promise<ArchivedWorkflow[]> {
    const { workRemoveArchived, workRemoveAfterDays } = values();
    const before = daysAgo(workRemoveAfterDays);
    const workflows: ArchivedWorkflow[] = [];
    for (const month of workRemoveArchived ? await work.archived.months() : []) {
      const all = await work.archived.some(month, await work.archived.idsIn(month));
      const isOld = ({ completedAt, updatedAt }: ArchivedWorkflow) => isBefore(completedAt ?? updatedAt, before);
      workflows.push(...all.filter((workflow) => workflow.problem === null && isOld(workflow)));
    }
    return workflows;
  }

  /** Archives what is due. Reports failures and goes on. @param isOver tells whether to end after the next */
  async function archiveDue(isOver = (): boolean => false) {
    await checkRecorded();
    await repairIndexes();
    const archived: ArchivedWorkflow[] = [];
    const failed: { id: string; why: string }[] = [];
    const findings: WorkflowFinding[] = [];
    for (const id of await due()) {
      try {
        const done = await archive(id);
        archived.push(done.archived);
        findings.push(...done.findings);
      } catch (error) {
        failed.push({ id, why: toContextureError(error).message });
      }
      if (isOver()) {
        break;
      }
    }
    return { archived, failed, findings };
  }

  let doneOn: string | null = null;
  let isClosed = false;
  let underWay: Promise<void> = Promise.resolve();

  async function archiveByItself(): Promise<void> {
    // If none of us has ever written, there is nothing to archive, and looking must make no lock.
    if (await access.isLockMade()) {
      const { archived, findings } = await archiveDue(() => isClosed);
      if (archived.length > 0) {
        const names = counted(findings.length, 'file', 'files');
        const own =
          findings.length === 0
            ? ''
            : ` ${names} with several names (hard links) will be restored as files of their own.`;
        const many = counted(archived.length, 'workflow', 'workflows');
        tell('notice', { severity: 'info', message: `${many} completed long ago went to the archive.${own}` });
      }
    }
  }

  return {
    removable,
    archiveDue: () => archiveDue(),
    archiveDueSoon(): void {
      const today = ports.clock.today();
      if (!isClosed && doneOn !== today) {
        doneOn = today;
        underWay = orLogged(ports, 'Workflows could not be archived', archiveByItself);
      }
    },
    async close(): Promise<void> {
      isClosed = true;
      await underWay;
    },
    async removeArchived(refs: readonly ArchivedRef[]) {
      const old = new Set((await removable()).map(({ id, month }) => `${month} ${id}`));
      const removed: ArchivedRef[] = [];
      const kept: (ArchivedRef & { why: string })[] = [];
      for (const { id, month } of refs) {
        try {
          if (!old.has(`${month} ${id}`)) {
            throw new ContextureError('not_found', 'It is not one that may be removed, or not any more.', { id });
          }
          await remove(id, month);
          removed.push({ id, month });
        } catch (error) {
          kept.push({ id, month, why: toContextureError(error).message });
        }
      }
      return { removed, kept };
    },
  };
}

const isBefore = (moment: string | null, time: number): boolean => Date.parse(moment ?? '') <= time;
