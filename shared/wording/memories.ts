import type { Fill, FoundEntry, Memory, Need, WhichMemory } from '../contract/features/memories.ts';
import { addTo } from '../entries/multimap.ts';
import { bytesInWords, counted, countInWords } from '../text/counts.ts';

const entriesInWords = (count: number): string => counted(count, 'entry', 'entries');

/** What a memory is called among those of its assistant. */
export const titleOf = ({ name, project }: Pick<WhichMemory, 'name' | 'project'>): string => project?.name ?? name;

/** What it is, where its title does not say so: "Project memory". */
export function kindOf(memory: WhichMemory): string | null {
  if (memory.project?.isGuess) {
    return `${memory.kind}, its folder was not found`;
  }
  return memory.kind === titleOf(memory) || memory.assistant === null || memory.assistant === 'Contexture'
    ? null
    : memory.kind;
}

export const groupName = (assistant: string | null): string => assistant ?? 'Other files';

const units: Readonly<Record<Fill['unit'], (count: number) => string>> = {
  tokens: (count) => counted(count, 'token', 'tokens'),
  lines: (count) => counted(count, 'line', 'lines'),
  characters: (count) => counted(count, 'character', 'characters'),
  bytes: bytesInWords,
};

/** "54 of 200 lines". */
export function fillInWords({ used, limit, unit }: Fill): string {
  return `${unit === 'bytes' ? bytesInWords(used) : countInWords(used)} of ${units[unit](limit)}`;
}

/** How much is in it: "12 entries and 3 more files". */
export function sizeInWords({ entries, files }: Memory): string | null {
  if (entries === null) {
    return null;
  }
  return files === 0
    ? entriesInWords(entries)
    : `${entriesInWords(entries)} and ${counted(files, 'more file', 'more files')}`;
}

/** What needs the person's attention, in a sentence. */
export function needInWords(need: Need, { problem, fill }: Memory): string {
  switch (need) {
    case 'unreadable':
      return problem ?? 'It can’t be read.';
    case 'over_limit':
      return fill === null ? 'Over its limit.' : `Over its limit: ${fillInWords(fill)}.`;
    case 'news':
      return 'Changed since you last looked.';
  }
}

/** Items that have something in common, in the order in which the first of each came. */
export function grouped<T>(items: readonly T[], by: (item: T) => unknown): readonly (readonly [T, ...T[]])[] {
  const groups = new Map<unknown, T[]>();
  for (const item of items) {
    addTo(groups, by(item), item);
  }
  return [...groups.values()].map((group) => group as [T, ...T[]]);
}

/** How much was found, and in how many memories that was. */
export function foundInWords(found: readonly FoundEntry[], hasMore: boolean): string {
  if (found.length === 0) {
    return 'No results';
  }
  const count = hasMore ? `${countInWords(found.length)}+ entries` : entriesInWords(found.length);
  return `${count} in ${counted(new Set(found.map(({ memory }) => memory.path)).size, 'memory', 'memories')}`;
}
