import { History } from 'lucide-react';
import { type FeatureView, loadedPage, type PageProps, plainView } from '../../view.tsx';

export const historyView: FeatureView<'history'> = {
  ...plainView,
  id: 'history',
  ...loadedPage<PageProps>(() => import('./history-view.tsx').then(({ HistoryPage }) => HistoryPage)),
  icon: History,
  words: ['versions', 'earlier', 'restore', 'undo'],
};
