import type { conversationScanMethods as declared } from '#shared/contract/features/conversation-scan.ts';
import type { HandlersOf } from '../../handlers.ts';
import type { Ports } from '../../ports.ts';
import type { WorkspaceParts } from '../../workspace/parts.ts';
import { createCatalogue } from '../catalogue.ts';
import { type ConversationSources, placesHere } from '../find-conversations.ts';
import { ownFolderOf } from '../own-folders.ts';
import type { SavedCopies } from '../saved/saved-copies.ts';
import { type ConversationScanner, scanConversations } from './scan-conversations.ts';

export type ScanningWorkspace = Pick<WorkspaceParts, 'layout'> & {
  readonly scan: ConversationScanner & { problem(): string | null };
};

type Services = {
  readonly of: (workspace: string) => Promise<ScanningWorkspace>;
  readonly copies: SavedCopies;
  readonly sources: ConversationSources;
};

export function scanningMethods(ports: Ports, { of, copies, sources }: Services): HandlersOf<typeof declared> {
  return {
    'conversations.scan': async ({ workspace, from, since }, token) => {
      const { scan, layout } = await of(workspace);
      // Conversations of other workspaces are scanned and erased there.
      const catalogue = createCatalogue({ ...sources, own: async () => [ownFolderOf(layout)] }, copies, null);
      const all = (await catalogue.list()).filter(({ changedAt }) => changedAt >= (since ?? changedAt));
      const waiting = (await placesHere(sources)).filter(({ state }) => state === 'waiting' || state === 'declined');
      const unread = waiting.map(
        ({ assistant, folder }) =>
          `Conversations of ${assistant}’s in ${folder} may not be read, so they were not looked at.`,
      );
      const { problems, ...found } = await scanConversations(ports, scan, { all, from }, token);
      const ofScanner = scan.problem();
      return { ...found, problems: [...(ofScanner === null ? [] : [ofScanner]), ...(from ? [] : unread), ...problems] };
    },
  };
}
