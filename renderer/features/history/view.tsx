import { History } from 'lucide-react';
import { loadPart } from '../../api/connection.ts';
import { type FeatureView, loadedPage, type PageProps, plainView } from '../../view.tsx';

export const historyView: FeatureView<'history'> = {
  ...plainView,
  id: 'history',
  ...loadedPage<PageProps>(() => loadPart(() => import('./history-view.tsx')).then(({ HistoryPage }) => HistoryPage)),
  icon: History,
  words: ['versions', 'earlier', 'restore', 'undo'],
};
