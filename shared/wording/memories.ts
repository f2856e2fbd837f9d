import type { Fill, FoundEntry, Memory, Need, WhichMemory } from '../contract/features/memories.ts';
import { addTo } from '../entries/multimap.ts';
import { counted, countInWords } from '../text/counts.ts';

const entriesInWords = (count: number): string => counted(count, 'entry', 'entries');

/** What a memory is called among those of its assistant. */
export const titleOf = ({ name, project }: Pick<WhichMemory, 'name' | 'project'>): string => project?.name ?? name;

/** What a memory is called wherever it stands by itself: "Claude Code · my-app", "Claude Code · my-app · CLAUDE.md". */
export function nameOf({ assistant, project, name, kind }: Omit<WhichMemory, 'path'>): string {
  const whose = assistant === 'Contexture' ? null : assistant;
  const parts = project === null ? [whose, name] : [whose, project.name, name === kind ? null : name];
  return parts.filter((part) => part !== null).join(' · ');
}

/** What each of several is called: with its path where another is called the same. */
export function namesApart<T extends { readonly path: string }>(
  all: readonly T[],
  name: (one: T) => string,
): (one: T) => string {
  const seen = new Set<string>();
  const several = new Set(all.map(name).filter((each) => seen.size === seen.add(each).size));
  return (one) => (several.has(name(one)) ? `${name(one)} (${one.path})` : name(one));
}

/** What it is, where its title does not say so: "Project memory". */
export function kindOf(memory: WhichMemory): string | null {
  if (memory.project?.isGuess) {
    return `${memory.kind}, its folder was not found`;
  }
  if (memory.project !== null && memory.name !== memory.kind) {
    return `${memory.kind}, ${memory.name}`;
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
  bytes: (count) => `${kilobytes(count)} KB`,
};

/** Thousands, in tenths where they are few. */
const kilobytes = (bytes: number): string =>
  bytes < 10_000 ? String(Math.round(bytes / 100) / 10) : countInWords(Math.round(bytes / 1000));

/** As much as can be said in the limit's unit; what is over it by less than that is said to be over all the same. */
function usedInWords({ used, limit, unit }: Fill): string {
  if (unit !== 'bytes') {
    return countInWords(used);
  }
  const isNear = used !== limit && kilobytes(used) === kilobytes(limit);
  const tenths = used > limit ? Math.ceil(used / 100) : Math.floor(used / 100);
  return isNear ? (tenths / 10).toFixed(1) : kilobytes(used);
}

/** "54 of 200 lines", "18 of 25 KB". */
export const fillInWords = (fill: Fill): string => `${usedInWords(fill)} of ${units[fill.unit](fill.limit)}`;

/** Bounds of which the first that is reached holds: "200 lines or 25 KB". */
export const boundsInWords = (bounds: readonly Omit<Fill, 'used'>[]): string =>
  bounds.map(({ unit, limit }) => units[unit](limit)).join(' or ');

/** How much is in it: "12 entries and 3 more files". */
export function sizeInWords({ entries, files }: Memory): string | null {
  if (entries === null) {
    return null;
  }
  return files === 0
    ? entriesInWords(entries)
    : `${entriesInWords(entries)} and ${counted(files, 'more file', 'more files')}`;
}

/** Whether only the start is read of what is over that: lines and bytes are counted by whoever cuts them off. */
const isCut = ({ unit }: Fill): boolean => unit === 'lines' || unit === 'bytes';

/** What needs the person's attention, in a sentence. */
export function needInWords(need: Need, { problem, fill, assistant, waiting }: Memory): string {
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
      return `${counted(waiting.damaged, 'file', 'files')} that agents keep can’t be read.`;
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
