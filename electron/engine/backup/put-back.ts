import type { MemoryDocument } from '#shared/formats/document.ts';
import type { Drafts } from '../memory/drafts.ts';
import { emptyStep, type StepFile } from '../steps/step.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'layout' | 'commit' | 'history'> & {
  readonly drafts: Pick<Drafts, 'adopt'>;
};

/** A file to put into an open memory, by its path. */
export type RestoredFile = { readonly path: string; readonly bytes: Uint8Array };

export type PutBack = ReturnType<typeof createPutBack>;

/** Puts files of a backup into an open memory: as changes that can be undone, with the versions before in the history. */
export function createPutBack({ ports, layout, commit, history, drafts }: Needs) {
  function stepFile({ path, bytes }: RestoredFile): StepFile {
    const format = layout.formatOf(layout.nameOf(path));
    const text = format === null ? null : ports.decodeText(bytes);
    const document: MemoryDocument | null = format === null || text === null ? null : format.read(text);
    return { path, after: document ?? bytes, phase: 'changes' };
  }
  return {
    /** Writes files, all or none. @param at time of the restore, the same for all its steps */
    write: (label: string, at: number, files: readonly RestoredFile[]): Promise<unknown> =>
      commit.change('person', async () => ({ ...emptyStep, label, files: files.map(stepFile), undo: 'by text' }), {
        deleted: 'is put back',
        at,
      }),
    /** Takes over versions and drafts that are missing here from a folder, which ends with that. */
    async adopt(folder: string): Promise<void> {
      await history.adopt(ports.paths.join(folder, 'history'));
      await drafts.adopt(folder);
    },
  };
}
