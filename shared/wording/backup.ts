import type { Result } from '../contract/contract.ts';
import type { BackupItem, BackupPart } from '../contract/features/backup.ts';
import { counted, sizeInWords } from '../text/counts.ts';

/** What restoring does with a file that isn't the same here. */
export const stateNames: Readonly<Record<BackupItem['state'], string>> = {
  new: 'New',
  different: 'Different here',
  kept: 'Different here, stays',
};

/** "12 files, 24 KB: 3 new, 1 different here, 8 the same." */
export function partInWords({ files, bytes, added, same, different }: BackupPart): string {
  const parts = [
    added > 0 && `${added} new`,
    different > 0 && `${different} different here`,
    same > 0 && `${same} the same`,
  ].filter((part) => part !== false);
  return `${counted(files, 'file', 'files')}, ${sizeInWords(bytes)}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}.`;
}

/** A sentence for each part that was restored, and for each that was not. */
export function restoredInWords({ memories, shared }: Result<'backup.restore'>): string[] {
  const files = (count: number): string => counted(count, 'file', 'files');
  return [
    ...memories.map(({ name, to, added, replaced, canUndo, problem }) => {
      const outcome = `${files(added)} added, ${replaced} replaced in ${to}`;
      return problem === null
        ? `${name}: ${outcome}.${canUndo ? ' You can undo this in its History.' : ''}`
        : `${name}: not finished. ${problem}`;
    }),
    ...(shared.added + shared.replaced === 0
      ? []
      : [`For all memories: ${files(shared.added)} added, ${shared.replaced} replaced.`]),
  ];
}
