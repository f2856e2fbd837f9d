import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { memoryName, namesApart } from '#shared/wording/memory-names.ts';
import { useAnswer } from '../api/answers.ts';
import { useApp } from '../api/app-store.ts';

/** Enough for the memories opened lately and for all memories of most people. */
const maxMemories = 100;

type Switchable = { readonly path: string; readonly name: string };

/** Memories to switch to: those opened before at once, the others on this computer once they are listed. */
export function useMemories(workspace: Workspace): Readonly<Record<'opened' | 'found', readonly Switchable[]>> {
  const recent = useApp((state) => state.recent);
  const { answer } = useAnswer('memories.list', { limit: maxMemories });
  const opened = recent.filter(({ path }) => path !== workspace.path);
  const found = (answer?.memories ?? [])
    .filter((memory) => memory.problem === null && !memory.recent && memory.path !== workspace.path)
    .map((memory) => ({ path: memory.path, name: memoryName(memory) }));
  const nameApart = namesApart([workspace, ...opened, ...found], ({ name }) => name);
  const named = (all: readonly Switchable[]) => all.map((one) => ({ path: one.path, name: nameApart(one) }));
  return { opened: named(opened), found: named(found) };
}
