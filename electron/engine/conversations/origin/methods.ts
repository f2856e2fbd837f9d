import { LRUCache } from 'lru-cache';
import type { conversationOriginMethods } from '#shared/contract/features/conversation-origin.ts';
import { createEntryFinder } from '#shared/entries/find-entry.ts';
import type { CancellationToken } from '../../cancellation.ts';
import type { HandlersOf } from '../../handlers.ts';
import type { Ports } from '../../ports.ts';
import type { Catalogue, CatalogueItem } from '../catalogue.ts';
import type { ConversationSources } from '../find-conversations.ts';
import type { ScanningWorkspace } from '../scanning/methods.ts';
import { createLearned } from './learned.ts';
import { type LearningWorkspace, learnedIn, memoryOf, type SomeMemory } from './learned-here.ts';
import { originsOf } from './origins.ts';
import { rememberMethods } from './remember.ts';
import { type FileWrite, writingsIn } from './writing.ts';

export type MemoryServices = {
  readonly of: (workspace: string) => Promise<LearningWorkspace & ScanningWorkspace>;
  readonly openBeside: (path: string) => Promise<LearningWorkspace>;
  /** Goes through all memories on this computer, without opening one. */
  readonly memories: (token: Pick<CancellationToken, 'cancelled'>) => AsyncIterable<SomeMemory>;
};

type Services = {
  readonly sources: ConversationSources;
  readonly catalogue: Catalogue;
  readonly tellChange: () => void;
};

const maxKnown = 4;

export function originMethods(
  ports: Ports,
  memoryServices: MemoryServices,
  { sources, catalogue, tellChange }: Services,
): HandlersOf<typeof conversationOriginMethods> {
  const { of, memories } = memoryServices;
  const learned = createLearned(ports);
  /** Files written in conversations, which never change but are requested with every change of a memory. */
  const cache = new LRUCache<string, Promise<readonly FileWrite[]>>({ max: maxKnown });
  function writingsOf(conversation: CatalogueItem): Promise<readonly FileWrite[]> {
    const key = `${conversation.id} ${conversation.bytes} ${conversation.changedAt}`;
    const writings = cache.get(key) ?? writingsIn(ports, conversation);
    cache.set(key, writings);
    return writings;
  }
  return {
    'conversations.origin': async ({ workspace, entry }, token) => {
      const open = await of(workspace);
      const found = createEntryFinder(open.contextFile.document().entries).require(entry);
      return originsOf(sources, learned, open, found, await catalogue.list(), token);
    },
    ...rememberMethods(ports, { ...memoryServices, catalogue, learned, tellChange }),
    'conversations.learned': async ({ workspace, conversation }, token) => {
      const source = await catalogue.of(conversation);
      const own = memoryOf(await of(workspace));
      const writings = await writingsOf(source);
      const all = await learnedIn(ports, learned, own, source, writings);
      for await (const memory of memories(token)) {
        if (memory.layout.contextPath !== own.layout.contextPath) {
          all.push(...(await learnedIn(ports, learned, memory, source, writings)));
        }
      }
      return { learned: all };
    },
  };
}
