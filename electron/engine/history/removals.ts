import type { WorkspaceLayout } from '../workspace/layout.ts';
import { type HistoryRecord, isVersion, type VersionLine } from './history-lines.ts';

/** Number of entries that a step removed from files, and that it put into the memory. */
type Sum = { fromMemory: number; fromArchives: number; intoMemory: number };

/**
 * Lines of the steps by which entries left the memory, those of other files included: they tell what went to an
 * archive. An entry that an archive lost counts as removed, too, unless the same step brought it back to the memory.
 */
export function removalsIn(
  { kindOf }: Pick<WorkspaceLayout, 'kindOf'>,
  lines: readonly HistoryRecord[],
): readonly HistoryRecord[] {
  const sums = new Map<string, Sum>();
  for (const line of lines) {
    if (!isVersion(line) || line.counts === null) {
      continue;
    }
    const step = stepOf(line);
    const sum = sums.get(step) ?? { fromMemory: 0, fromArchives: 0, intoMemory: 0 };
    const { added, changed, removed } = line.counts;
    if (kindOf(line.file) === 'archive') {
      sum.fromArchives += removed;
    } else {
      sum.fromMemory += removed;
      sum.intoMemory += added + changed;
    }
    sums.set(step, sum);
  }
  return lines.filter((line) => {
    const sum = isVersion(line) ? sums.get(stepOf(line)) : undefined;
    return sum !== undefined && (sum.fromMemory > 0 || sum.fromArchives > sum.intoMemory);
  });
}

/** Key shared by everything written as one step. Other programs' versions count file by file. */
const stepOf = ({ at, who, action, position }: VersionLine): string =>
  JSON.stringify(who === 'outside' ? [position] : [at, who, action]);
