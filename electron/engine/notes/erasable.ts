import { notesFormat } from '#shared/notes/list.ts';
import type { Eraser } from '#shared/text/eraser.ts';
import { type ErasableArea, eraseByStep } from '../workspace/erasable-area.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import type { Notes } from './notes.ts';

type Needs = Pick<WorkspaceParts, 'commit'> & { readonly notes: Notes };

export function notesArea({ notes, commit }: Needs): ErasableArea {
  const { path } = notes;
  return {
    holds: 'app data',
    size: async () => (path === null ? 0 : 1),
    async *texts() {
      const { text } = notes.list();
      if (path !== null && text !== '') {
        yield {
          place: 'other',
          thing: path,
          text,
          without: (eraser: Eraser) => notesFormat.erase(notes.list(), eraser).text,
        };
      }
    },
    async erase(erasing) {
      if (path === null || !erasing.eraser.occurs(notes.list().text)) {
        return;
      }
      await eraseByStep(commit, erasing, path, async (input) => {
        const before = (await input.document(path))?.document ?? notesFormat.read('');
        const after = notesFormat.erase(before, erasing.eraser);
        return after.text === before.text ? [] : [{ path, after, phase: 'changes' }];
      });
    },
    remembers: null,
  };
}
