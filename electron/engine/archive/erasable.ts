import type { Eraser } from '#shared/text/eraser.ts';
import { archiveFile, archiveFormatOf, archiveIn } from '../steps/rules.ts';
import { type ErasableArea, eraseByStep } from '../workspace/erasable-area.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import type { Archive } from './archive.ts';

type Needs = Pick<Archive, 'index' | 'archiveReader' | 'archiveSearch' | 'newestArchives'> &
  Pick<WorkspaceParts, 'rules' | 'commit'>;

export function archiveArea(needs: Needs): ErasableArea {
  const { index, archiveReader, archiveSearch, newestArchives, rules, commit } = needs;
  return {
    holds: 'the person’s files',
    size: async ({ turn, token }) => (await index.ready(turn, token)).length,
    async *texts({ turn, countOne }) {
      for (const { name, document } of await index.ready(turn)) {
        countOne();
        if (document) {
          const without = (eraser: Eraser): string => archiveFormatOf(rules().format).erase(document, eraser).text;
          const file = { place: 'archive', archive: name } as const;
          yield { place: 'archive', thing: name, text: document.text, without, file };
        }
      }
    },
    async erase(erasing) {
      const { turn, eraser } = erasing;
      for (const { name, document } of await index.ready(turn)) {
        if (document && eraser.occurs(document.text)) {
          const now = rules();
          const format = archiveFormatOf(now.format);
          await eraseByStep(commit, erasing, now.layout.archivePath(name), async (input) => {
            const before = (await archiveIn(input, now, name)) ?? format.read('');
            const after = format.erase(before, eraser);
            return after.text === before.text ? [] : [archiveFile(now, name, after, 'gains')];
          });
        }
      }
    },
    remembers: {
      texts: () => [],
      forget() {
        archiveReader.forget();
        newestArchives.forget();
        archiveSearch.forget();
      },
    },
  };
}
