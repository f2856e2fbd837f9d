import { Archive } from 'lucide-react';
import { type FeatureView, loadedPage, plainView } from '../../view.tsx';
import { useArchivedCount } from './use-archive-files.ts';

export const archiveView: FeatureView<'archive'> = {
  ...plainView,
  id: 'archive',
  ...loadedPage(() => import('./archive-view.tsx'), 'ArchivePage'),
  icon: Archive,
  words: 'archived restore',
  isLoadedAhead: true,
  useBadge: ({ workspace, isShown }) => ({
    count: useArchivedCount(workspace.id, isShown),
    mark: null,
    isListed: true,
  }),
  isAvailable: (context) => context.kind !== 'ready' || context.summary.capabilities.archive,
};
