import type { Eraser } from '#shared/text/eraser.ts';
import type { WorkspaceMeasure } from '../settings/workspace-measure.ts';
import { memoryFile, presentMemory } from '../steps/rules.ts';
import { type ErasableArea, eraseByStep } from '../workspace/erasable-area.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import type { ContextFile } from './context-file.ts';

type Needs = Pick<WorkspaceParts, 'layout' | 'rules' | 'commit'> & {
  readonly contextFile: ContextFile;
  readonly measure: WorkspaceMeasure;
};

export function memoryArea({ contextFile, layout, measure, rules, commit }: Needs): ErasableArea {
  return {
    holds: 'the person’s files',
    size: async () => 0,
    async *texts({ onUnread }) {
      if (contextFile.status() === 'unreadable') {
        onUnread(layout.contextPath, new Error(contextFile.summary().problem?.message));
      }
      const document = contextFile.document();
      const without = (eraser: Eraser): string => layout.format.erase(document, eraser).text;
      yield { place: 'context', thing: '', text: document.text, without, file: { place: 'context', archive: null } };
    },
    async erase(erasing) {
      const { eraser } = erasing;
      if (eraser.occurs(contextFile.document().text)) {
        const now = rules();
        await eraseByStep(commit, erasing, now.layout.contextPath, async (input) => {
          const before = await presentMemory(input, now);
          const after = now.format.erase(before, eraser);
          return memoryFile(now, before, after === before ? before : now.format.count(before, after, now.today));
        });
      }
    },
    remembers: {
      texts: contextFile.remembered,
      forget(eraser) {
        contextFile.forget(eraser);
        measure.forget();
      },
    },
  };
}
