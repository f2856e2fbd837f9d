import type { Fill, FoundEntry, Memory, MemoryNeed, WhichMemory } from '../contract/features/memories.ts';
import { addTo } from '../entries/multimap.ts';
import { counted, countInWords } from '../text/counts.ts';
import { fillInWords } from './fills.ts';
import { memoryTitle } from './memory-names.ts';

const entriesInWords = (count: number): string => counted(count, 'entry', 'entries');

/** Names its kind, if its title does not: "Project memory". */
export function memoryKind(memory: WhichMemory): string | null {
  if (memory.project?.isGuess) {
    return `${memory.kind}, its folder was not found`;
  }
  if (memory.project !== null && memory.name !== memory.kind) {
    return `${memory.kind}, ${memory.name}`;
  }
  return memory.kind === memoryTitle(memory) || memory.assistant === null || memory.assistant === 'Contexture'
    ? null
    : memory.kind;
}

export const groupName = (assistant: string | null): string => assistant ?? 'Other files';

/** Formats its size: "12 entries and 3 more files". */
export function sizeInWords({ entries, files }: Memory): string | null {
  if (entries === null) {
    return null;
  }
  return files === 0
    ? entriesInWords(entries)
    : `${entriesInWords(entries)} and ${counted(files, 'more file', 'more files')}`;
}

/** True if only the start of a longer memory is read: lines and bytes are the units of those that cut. */
const isCut = ({ unit }: Fill): boolean => unit === 'lines' || unit === 'bytes';

/** Describes something that needs the person's attention, in a sentence. */
export function needInWords(need: MemoryNeed, { problem, fill, assistant, waiting }: Memory): string {
  switch (need) {
    case 'overwritten':
      return waiting.overwritten === 1
        ? 'Something you corrected, confirmed or pinned was overwritten.'
        : `${countInWords(waiting.overwritten)} entries that you corrected, confirmed or pinned were overwritten.`;
    case 'held':
      return `${counted(waiting.held, 'change', 'changes')} to what you corrected ${waiting.held === 1 ? 'waits' : 'wait'} for your answer.`;
    case 'work':
      return `${counted(waiting.work, 'workflow needs', 'workflows need')} you.`;
    case 'damaged':
      return `${counted(waiting.damaged, 'file', 'files')} of agent data can’t be read.`;
    case 'unreadable':
      return problem ?? 'It can’t be read.';
    case 'over_limit':
      return fill === null
        ? 'Over its limit.'
        : `Over its limit: ${fillInWords(fill)}.${isCut(fill) ? ' The rest is never read.' : ''}`;
    case 'form':
      return `${assistant ?? 'Its program'} may refuse it as it is written.`;
    case 'topics':
      return 'Some of its lines and files don’t lead to each other.';
    case 'unclosed':
      return 'A code block or comment in it never ends, so nothing behind that is read as an entry.';
    case 'news':
      return 'Changed since you last looked.';
  }
}

/** Groups items by something they share, in the order of the first of each. */
export function grouped<T>(items: readonly T[], by: (item: T) => unknown): readonly (readonly [T, ...T[]])[] {
  const groups = new Map<unknown, T[]>();
  for (const item of items) {
    addTo(groups, by(item), item);
  }
  return [...groups.values()].map((group) => group as [T, ...T[]]);
}

export function foundInWords(found: readonly FoundEntry[], hasMore: boolean): string {
  if (found.length === 0) {
    return 'No results';
  }
  const count = hasMore ? `${countInWords(found.length)}+ entries` : entriesInWords(found.length);
  return `${count} in ${counted(new Set(found.map(({ memory }) => memory.path)).size, 'memory', 'memories')}`;
}
