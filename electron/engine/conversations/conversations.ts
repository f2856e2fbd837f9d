import type { AnyEvent } from '#shared/contract/contract.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { Ports } from '../ports.ts';
import { createApprovals } from './approvals.ts';
import { type CatalogueItem, createCatalogue, foldersOfConversations } from './catalogue.ts';
import type { ConversationSources } from './find-conversations.ts';
import { createConversationFollower } from './following.ts';
import { createIndexedFacts } from './indexing/indexed-facts.ts';
import { createIndexing } from './indexing/indexing.ts';
import { searchMethods } from './indexing/methods.ts';
import { conversationsHandlers, deletedWithin } from './methods.ts';
import { type MemoryServices, originMethods } from './origin/methods.ts';
import { ownFoldersOf } from './own-folders.ts';
import { placeFiles } from './places.ts';
import { conversationSummary } from './read-conversation.ts';
import { savedConversationHandlers } from './saved/methods.ts';
import { createParts } from './saved/parts.ts';
import { createSavedCopies, type SaveRequest } from './saved/saved-copies.ts';
import { type Candidate, createSaver } from './saved/saver.ts';
import { scanningMethods } from './scanning/methods.ts';
import { createWatching, createWatchings } from './watching.ts';
import { foreignWorkHandlers } from './workflows/methods.ts';

const dayInMs = 24 * 60 * 60 * 1000;

/** The conversations on this computer, whichever workspace is open. */
export function createConversations(
  ports: Ports,
  memoryServices: MemoryServices,
  workspaces: () => Promise<readonly string[]>,
  emit: (event: AnyEvent) => void,
) {
  const approvals = createApprovals(ports);
  const own = async () => {
    const folderIn = (within: string): string => ports.paths.join(within, 'logs', 'conversations');
    const opened = (await workspaces()).map((within) => ({ within, folder: folderIn(within) }));
    return [...opened, ...(await ownFoldersOf(ports).list())];
  };
  const sources: ConversationSources = { ports, approvals, own };
  const parts = createParts(sources);
  const copies = createSavedCopies(ports, 'conversations', parts);
  const tellChange = (): void => emit({ event: 'conversations.changed', data: {} });
  const facts = createIndexedFacts(ports, tellChange);
  const catalogue = createCatalogue(sources, copies, facts);

  const following = createConversationFollower(ports, (id, change) =>
    emit({ event: 'conversations.followed', data: { id, change } }),
  );

  const watching = createWatching(ports, catalogue.list, tellChange);
  const watchingRuns = createWatchings(ports, (workspace) =>
    emit({ event: 'foreignWork.changed', data: { workspace } }),
  );

  const indexing = createIndexing(ports, {
    catalogue,
    facts,
    tell: (state) => emit({ event: 'conversations.indexing', data: state }),
  });

  async function saveRequestOf(
    conversation: CatalogueItem,
  ): Promise<SaveRequest & { readonly project: string | null }> {
    if (conversation.versionOf !== undefined) {
      const message = 'This is an earlier version, which is saved already.';
      throw new ContextureError('value_invalid', message, { id: conversation.id });
    }
    const { assistant, title, project } = await conversationSummary(ports, conversation);
    // A conversation read from its copy is kept by the path of its original, which may exist again.
    const main = conversation.path === conversation.kept?.path ? conversation.kept.main : conversation.path;
    const { id, inner, place } = conversation;
    const files = inner === null ? { files: await placeFiles(ports, { place, path: main }) } : { inner, files: [] };
    return { id, place: place.id, assistant, title, main, ...files, project: project?.path ?? null };
  }

  const saver = createSaver(ports, copies, parts, async (assistants) => {
    const all = (await catalogue.list()).filter(
      // Conversations of sub-agents are kept with the one that called them.
      ({ place, path, inner, parent, kept, bytes, changedAt }) =>
        parent === null &&
        assistants.has(place.assistant) &&
        path !== kept?.path &&
        // The copy alone doesn't say how long a conversation is that shares a file with others.
        !(kept?.modifiedAt === changedAt && (inner !== null || kept.originalBytes === bytes)),
    );
    const candidates: Candidate[] = [];
    for (const conversation of all) {
      candidates.push({
        ...(await saveRequestOf(conversation)),
        bytes: conversation.bytes,
        changedAt: conversation.changedAt,
      });
    }
    return candidates;
  });

  return {
    methods: {
      ...conversationsHandlers(ports, { sources, catalogue, following, facts, watching, tellChange }),
      ...savedConversationHandlers(copies, saver, async (id) => saveRequestOf(await catalogue.of(id)), tellChange),
      ...originMethods(ports, memoryServices, { sources, catalogue, tellChange }),
      ...scanningMethods(ports, { of: memoryServices.of, copies, sources }),
      ...searchMethods(ports, { catalogue, facts, indexing }),
      ...foreignWorkHandlers(ports, { sources, of: memoryServices.of, watching: watchingRuns, tellChange }),
    },
    foldersIn: (folder: string) => foldersOfConversations(ports, catalogue, copies, folder),
    start: saver.start,
    deletedTomorrow: () => deletedWithin(ports, catalogue, dayInMs),
    async leave(caller: string): Promise<void> {
      watching.leave(caller);
      watchingRuns.leave(caller);
      await following.leave(caller);
    },
    async close(): Promise<void> {
      watching.close();
      watchingRuns.close();
      await following.close();
      await indexing.close();
      await ports.conversationReader.close();
      await saver.close();
    },
  };
}
