import { eraseFromLines, saidInLine } from '#shared/conversations/erase-lines.ts';
import { eraseFromBytes } from '../../history/erase-versions.ts';
import { type ErasableArea, eraseByStep } from '../../workspace/erasable-area.ts';
import type { WorkspaceParts } from '../../workspace/parts.ts';
import { linesFrom } from '../lines.ts';
import type { ConversationStore } from './conversation-store.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'layout' | 'commit'> & { readonly conversationStore: ConversationStore };

export function conversationStoreArea({ ports, layout, commit, conversationStore: store }: Needs): ErasableArea {
  return {
    holds: 'the person’s files',
    size: async ({ onUnread }) => (await listed(onUnread)).length,
    async *texts({ countOne, onUnread }) {
      for (const { name, path } of await listed(() => undefined)) {
        countOne();
        try {
          for await (const { at, bytes } of linesFrom(ports, path, 0)) {
            const text = bytes && ports.decodeText(bytes);
            for (const part of text ? saidInLine(text) : []) {
              yield {
                place: 'messages',
                thing: `${name} ${at}`,
                text: part,
                without: (eraser) => eraser.cutEscaped(part),
              };
            }
          }
        } catch (error) {
          onUnread(path, error);
        }
      }
    },
    async erase(erasing) {
      const { eraser, failed } = erasing;
      const all = await listed((path) => failed(path, 'It could not be looked into.'));
      for (const { path } of all) {
        await eraseByStep(commit, erasing, path, async (input) => {
          const now = await input.bytes(path);
          const after = now && eraseFromBytes(ports, now.bytes, eraser, (text) => eraseFromLines(text, eraser));
          return now === null || after === null || after === now.bytes ? [] : [{ path, after, phase: 'changes' }];
        });
      }
    },
    remembers: null,
  };

  async function listed(onUnread: (path: string, error: unknown) => void) {
    try {
      return await store.list();
    } catch (error) {
      onUnread(layout.conversationsFolder, error);
      return [];
    }
  }
}
