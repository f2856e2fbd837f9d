import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { ArchivedWorkflow } from '#shared/contract/features/work-archive.ts';
import { monthOf, restoredAt } from '#shared/formats/workflow/archive-index.ts';
import type { Followed } from '../workspace/followed.ts';

const msPerDay = 24 * 60 * 60 * 1000;

type Named = { readonly id: string; readonly month: string };

type Changes = {
  readonly archive: (id: string) => Promise<ArchivedWorkflow>;
  readonly remove: (id: string, month: string) => Promise<void>;
};

/** What becomes of workflows as they grow old, by the settings. */
export function createArchivingByAge({ ports, work, settings }: Followed, { archive, remove }: Changes) {
  const values = () => settings.current().settings;
  const daysAgo = (days: number): number => ports.clock.now() - days * msPerDay;

  /** Completed workflows that have been so for long enough, and were not brought back since. */
  async function due(): Promise<string[]> {
    const before = daysAgo(values().workArchiveAfterDays);
    const found: string[] = [];
    for (const { id, completedAt, createdAt } of await work.list('completed')) {
      const month = monthOf(createdAt);
      const restored = month === null ? null : restoredAt(await work.archived.index(month), id);
      if (isBefore(completedAt, before) && (restored === null || isBefore(restored, before))) {
        found.push(id);
      }
    }
    return found;
  }

  /** Archived workflows that may be removed. None while that is off. */
  async function removable(): Promise<ArchivedWorkflow[]> {
    const { workRemoveArchived, workRemoveAfterDays } = values();
    const before = daysAgo(workRemoveAfterDays);
    const found: ArchivedWorkflow[] = [];
    for (const month of workRemoveArchived ? await work.archived.months() : []) {
      const all = await work.archived.some(month, await work.archived.idsIn(month));
      found.push(
        ...all.filter(
          ({ problem, completedAt, updatedAt }) => problem === null && isBefore(completedAt ?? updatedAt, before),
        ),
      );
    }
    return found;
  }

  return {
    removable,
    /** Archives what is due. What can’t be is told, and the rest goes on. */
    async archiveDue() {
      const archived: ArchivedWorkflow[] = [];
      const failed: { id: string; why: string }[] = [];
      for (const id of await due()) {
        try {
          archived.push(await archive(id));
        } catch (error) {
          failed.push({ id, why: toContextureError(error).message });
        }
      }
      return { archived, failed };
    },
    /** Removes for good, of those named, what may be removed by now. */
    async removeArchived(named: readonly Named[]) {
      const old = new Set((await removable()).map(({ id, month }) => `${month} ${id}`));
      const removed: Named[] = [];
      const kept: (Named & { why: string })[] = [];
      for (const { id, month } of named) {
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

/** What says no time is never long ago. */
const isBefore = (moment: string | null, time: number): boolean => Date.parse(moment ?? '') <= time;
