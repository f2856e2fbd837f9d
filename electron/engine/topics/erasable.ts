import type { Eraser } from '#shared/text/eraser.ts';
import { syntaxOfTopic } from '#shared/topics/topic.ts';
import { type ErasableArea, eraseByStep } from '../workspace/erasable-area.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import type { Topics } from './topics.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'layout' | 'commit'> & { readonly topics: Topics };

/** Files beside the memory that say more about its entries. */
export function topicsArea({ topics, layout, ports, commit }: Needs): ErasableArea {
  const without = (text: string, eraser: Eraser): string => eraser.cut(text, syntaxOfTopic(text));
  return {
    holds: 'the person’s files',
    size: async () => topics.list().length,
    async *texts({ countOne }) {
      for (const { file, read } of topics.list()) {
        countOne();
        if (read) {
          yield {
            place: 'context',
            thing: file,
            text: read.text,
            without: (eraser) => without(read.text, eraser),
            file: { place: 'context', archive: file },
          };
        }
      }
    },
    async erase(erasing) {
      const { eraser } = erasing;
      for (const { file, read } of topics.list()) {
        const path = layout.topicPath(file);
        if (path === null || !read || !eraser.occurs(read.text)) {
          continue;
        }
        await eraseByStep(commit, erasing, path, async (input) => {
          const now = await input.bytes(path);
          const text = now && ports.decodeText(now.bytes);
          const after = text === null ? null : without(text, eraser);
          return after === null || after === text ? [] : [{ path, after: ports.encodeText(after), phase: 'changes' }];
        });
      }
    },
    remembers: null,
  };
}
