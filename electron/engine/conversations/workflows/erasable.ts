import { eraseFromLine } from '#shared/conversations/erase-lines.ts';
import { assistantOf } from '#shared/programs/program-ids.ts';
import type { ErasableArea, EraseSearch } from '../../workspace/erasable-area.ts';
import type { WorkspaceParts } from '../../workspace/parts.ts';
import { createApprovals } from '../approvals.ts';
import { ownFolderOf } from '../own-folders.ts';
import { writtenTexts } from '../saved/erase-copies.ts';
import { createSavedCopies } from '../saved/saved-copies.ts';
import { findRuns } from './find-runs.ts';
import { filesOfRun, forgetRuns, runsInMemory } from './read-run.ts';

/** Workflows of other programs: files with the text are reported. Their copies and messages belong to other areas. */
export function foreignWorkArea({ ports, layout }: Pick<WorkspaceParts, 'ports' | 'layout'>): ErasableArea {
  const copies = createSavedCopies(ports, 'work');
  const sources = { ports, approvals: createApprovals(ports), own: async () => [ownFolderOf(layout)] };
  const isConversation = (path: string): boolean => /^agent-.*\.jsonl$/.test(ports.paths.basename(path));

  async function searchFile(path: string, { eraser, onKept, onUnread }: EraseSearch, why: string): Promise<void> {
    try {
      for await (const { written } of writtenTexts(ports, path)) {
        if (eraser !== null && eraseFromLine(written, eraser) !== written) {
          onKept({ path, why });
          return;
        }
      }
    } catch (error) {
      onUnread(path, error);
    }
  }

  return {
    holds: 'app data',
    size: async () => 0,
    async *texts(search) {
      // They are read one by one, which would take too long while typing.
      const runs = search.isThorough
        ? await findRuns({ sources, copies, conversations: createSavedCopies(ports), root: layout.root })
        : [];
      for (const run of runs.filter(({ copied }) => copied === null)) {
        const assistant = run.source === 'state' ? 'another app' : assistantOf(run.source);
        const why = `It belongs to a workflow of ${assistant}’s, which Contexture does not change.`;
        for (const path of (await filesOfRun(ports, run)).keys()) {
          search.countOne();
          await (isConversation(path) ? null : searchFile(path, search, why));
        }
      }
    },
    erase: async () => forgetRuns(ports),
    remembers: { texts: () => runsInMemory(ports), forget: () => forgetRuns(ports) },
  };
}
