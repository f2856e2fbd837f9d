import { History } from 'lucide-react';
import { type FeatureView, loadedPage, plainView } from '../../view.tsx';

export const historyView: FeatureView<'history'> = {
  ...plainView,
  id: 'history',
  ...loadedPage(() => import('./history-view.tsx'), 'HistoryPage'),
  icon: History,
  words: 'versions earlier restore undo',
};
