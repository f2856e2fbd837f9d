import type { conversationOriginMethods } from '#shared/contract/features/conversation-origin.ts';
import { createEntryFinder } from '#shared/entries/find-entry.ts';
import type { HandlersOf } from '../../handlers.ts';
import type { Ports } from '../../ports.ts';
import type { Work } from '../../work.ts';
import type { OpenWorkspace } from '../../workspace/workspace.ts';
import type { createCatalogue } from '../catalogue.ts';
import { createLearned } from './learned.ts';
import { learnedIn, memoryOf, type SomeMemory } from './learned-here.ts';
import { originsOf } from './origins.ts';
import { rememberMethods } from './remember.ts';

export type MemoryServices = {
  readonly of: (workspace: string) => Promise<OpenWorkspace>;
  /** @throws what keeps a memory from being opened */
  readonly openBeside: (path: string) => Promise<OpenWorkspace>;
  /** All memories on this computer, without opening one. */
  readonly memories: (work: Pick<Work, 'cancelled'>) => AsyncIterable<SomeMemory>;
};

export function originMethods(
  ports: Ports,
  memoryServices: MemoryServices,
  {
    catalogue,
    tellChange,
  }: { readonly catalogue: ReturnType<typeof createCatalogue>; readonly tellChange: () => void },
): HandlersOf<typeof conversationOriginMethods> {
  const { of, memories } = memoryServices;
  const learned = createLearned(ports);
  return {
    'conversations.origin': async ({ workspace, entry }) => {
      const open = await of(workspace);
      const found = createEntryFinder(open.contextFile.document().entries).require(entry);
      return originsOf(ports, learned, open, found, await catalogue.list());
    },
    ...rememberMethods(ports, { ...memoryServices, catalogue, learned, tellChange }),
    'conversations.learned': async ({ workspace, conversation }, work) => {
      const found = await catalogue.of(conversation);
      const own = memoryOf(await of(workspace));
      const all = await learnedIn(ports, learned, own, found);
      for await (const memory of memories(work)) {
        if (memory.layout.contextPath !== own.layout.contextPath) {
          all.push(...(await learnedIn(ports, learned, memory, found)));
        }
      }
      return { learned: all };
    },
  };
}
