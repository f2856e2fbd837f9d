import { Boxes } from 'lucide-react';
import { useLater } from '../../ui/later.tsx';
import { type FeatureView, loadedPage, plainView } from '../../view.tsx';
import { useKeptBadge } from './kept-list.ts';

export const keptView: FeatureView<'kept'> = {
  ...plainView,
  id: 'kept',
  ...loadedPage(() => import('./kept-view.tsx'), 'KeptPage'),
  icon: Boxes,
  words: ['storages', 'agents', 'state', 'what is kept', 'json'],
  useBadge: ({ workspace, isShown }) => {
    const later = useLater();
    return useKeptBadge(workspace, later || isShown);
  },
};
