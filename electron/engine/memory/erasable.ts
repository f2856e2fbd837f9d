import type { ErasableArea } from '../erasure/erasable-area.ts';
import { erasedLabel } from '../erasure/erasable-area.ts';
import type { Commit } from '../workspace/commit.ts';
import { emptyStep } from '../workspace/step.ts';
import type { ContextFile } from './context-file.ts';
import { memoryFile, type Rules, standingIn } from './rules.ts';

type MemoryAreaOptions = {
  readonly contextFile: ContextFile;
  readonly commit: Commit;
  readonly rules: () => Rules;
};

export function memoryArea({ contextFile, commit, rules }: MemoryAreaOptions): ErasableArea {
  return {
    holds: 'the person’s files',
    size: async () => 0,
    async *texts() {
      const document = contextFile.document();
      yield { place: 'context', thing: '', text: document.text, memory: { document, archive: null } };
    },
    async erase({ turn, eraser, trying }) {
      if (!eraser.occurs(contextFile.document().text)) {
        return;
      }
      const now = rules();
      await trying(now.layout.contextPath, () =>
        commit.write(
          turn,
          'person',
          async (input) => {
            const before = await standingIn(input, now);
            const after = now.format.erase(before, eraser);
            const counted = after === before ? before : now.format.count(before, after, now.today);
            return { ...emptyStep, label: erasedLabel, files: memoryFile(now, before, counted) };
          },
          { isFinal: true },
        ),
      );
    },
  };
}
