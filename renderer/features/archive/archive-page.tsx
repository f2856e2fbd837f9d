import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { ArchiveInspector } from './archive-inspector.tsx';
import { ArchiveView } from './archive-view.tsx';
import { useArchivePages } from './use-archive-pages.ts';

/** The archive's list and its inspector, over the same pages. */
export function ArchivePage({ workspace }: Readonly<{ workspace: Workspace }>) {
  const { pages, need, reload } = useArchivePages(workspace.id);
  return (
    <>
      <ArchiveView workspace={workspace} pages={pages} need={need} reload={reload} />
      {!(pages.kind === 'ready' && pages.total === 0) && (
        <ArchiveInspector pages={pages} writable={workspace.writable} />
      )}
    </>
  );
}
