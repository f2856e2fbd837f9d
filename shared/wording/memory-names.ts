import type { WhichMemory } from '../contract/features/memories.ts';

/** Names a memory among those of its assistant. */
export const memoryTitle = ({ name, project }: Pick<WhichMemory, 'name' | 'project'>): string => project?.name ?? name;

/** Names a memory by itself: "Claude Code · my-app", "Claude Code · my-app · CLAUDE.md". */
export function memoryName({ assistant, project, name, kind }: Omit<WhichMemory, 'path'>): string {
  const whose = assistant === 'Contexture' ? null : assistant;
  const parts = project === null ? [whose, name] : [whose, project.name, name === kind ? null : name];
  return parts.filter((part) => part !== null).join(' · ');
}

/** Names several memories: with the path if another has the same name. */
export function namesApart<T extends { readonly path: string }>(
  all: readonly T[],
  name: (one: T) => string,
): (one: T) => string {
  const seen = new Set<string>();
  const several = new Set(all.map(name).filter((each) => seen.size === seen.add(each).size));
  return (one) => (several.has(name(one)) ? `${name(one)} (${one.path})` : name(one));
}
