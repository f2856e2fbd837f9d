import type { WhichMemory } from '../contract/features/memories.ts';

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
