import { Boxes } from 'lucide-react';
import { loadPart } from '../../api/connection.ts';
import { useLater } from '../../ui/later.tsx';
import { type FeatureView, loadedPage, type PageProps, plainView } from '../../view.tsx';
import { useKeptBadge } from './kept-list.ts';

export const keptView: FeatureView<'kept'> = {
  ...plainView,
  id: 'kept',
  ...loadedPage<PageProps>(() => loadPart(() => import('./kept-view.tsx')).then(({ KeptPage }) => KeptPage)),
  icon: Boxes,
  words: ['storages', 'agents', 'state', 'what is kept', 'json'],
  useBadge: ({ workspace, isShown }) => {
    const later = useLater();
    return useKeptBadge(workspace, later || isShown);
  },
};
