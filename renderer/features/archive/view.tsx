import { Archive } from 'lucide-react';
import { loadPart } from '../../api/connection.ts';
import { type FeatureView, loadedPage, type PageProps, plainView } from '../../view.tsx';
import { useArchivedCount } from './use-archive-files.ts';

export const archiveView: FeatureView<'archive'> = {
  ...plainView,
  id: 'archive',
  ...loadedPage<PageProps>(() => loadPart(() => import('./archive-view.tsx')).then(({ ArchivePage }) => ArchivePage)),
  icon: Archive,
  words: ['archived', 'restore'],
  isLoadedAhead: true,
  useBadge: ({ workspace, isShown }) => ({
    count: useArchivedCount(workspace.id, isShown),
    mark: null,
    isListed: true,
  }),
  isAvailable: (context) => context.kind !== 'ready' || context.summary.capabilities.archive,
};
