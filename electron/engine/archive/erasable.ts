import type { ErasableArea } from '../erasure/erasable-area.ts';
import { erasedLabel } from '../erasure/erasable-area.ts';
import { archiveFile, archiveFormatOf, archiveIn, type Rules } from '../memory/rules.ts';
import type { Commit } from '../workspace/commit.ts';
import { emptyStep } from '../workspace/step.ts';
import type { ArchiveIndex } from './archive-index.ts';

type ArchiveAreaOptions = {
  readonly index: ArchiveIndex;
  readonly commit: Commit;
  readonly rules: () => Rules;
};

/** The archive files, each by itself: one that can't be written keeps no other from it. */
export function archiveArea({ index, commit, rules }: ArchiveAreaOptions): ErasableArea {
  return {
    holds: 'the person’s files',
    size: async ({ turn, work }) => (await index.ready(turn, work)).length,
    async *texts({ turn, next }) {
      for (const { name, document } of await index.ready(turn)) {
        next();
        if (document) {
          yield { place: 'archive', thing: name, text: document.text, memory: { document, archive: name } };
        }
      }
    },
    async erase({ turn, eraser, trying }) {
      for (const { name, document } of await index.ready(turn)) {
        if (document && eraser.occurs(document.text)) {
          const now = rules();
          await trying(now.layout.archivePath(name), () =>
            commit.write(
              turn,
              'person',
              async (input) => {
                const format = archiveFormatOf(now.format);
                const before = (await archiveIn(input, now, name)) ?? format.read('');
                const after = format.erase(before, eraser);
                const files = after.text === before.text ? [] : [archiveFile(now, name, after, 'gains')];
                return { ...emptyStep, label: erasedLabel, files };
              },
              { isFinal: true },
            ),
          );
        }
      }
    },
  };
}
