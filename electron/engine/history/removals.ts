import type { WorkspaceLayout } from '../workspace/layout.ts';
import { type HistoryRecord, isVersion, type VersionLine } from './history-lines.ts';

type StepCounts = { fromMemory: number; fromArchives: number; intoMemory: number };

/** Lines of steps that removed entries from the memory or, unless that got them back, from an archive; with their other files. */
export function removalsIn(
  { kindOf }: Pick<WorkspaceLayout, 'kindOf'>,
  lines: readonly HistoryRecord[],
): readonly HistoryRecord[] {
  const sums = new Map<string, StepCounts>();
  for (const line of lines) {
    if (!isVersion(line) || line.counts === null) {
      continue;
    }
    const step = stepKeyOf(line);
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
    const sum = isVersion(line) ? sums.get(stepKeyOf(line)) : undefined;
    return sum !== undefined && (sum.fromMemory > 0 || sum.fromArchives > sum.intoMemory);
  });
}

/** Key shared by everything written as one step. Other programs' versions count file by file. */
const stepKeyOf = ({ at, who, action, position }: VersionLine): string =>
  JSON.stringify(who === 'outside' ? [position] : [at, who, action]);
