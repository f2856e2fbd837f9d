import { History } from 'lucide-react';
import { dataOf, loadedPage, type PageProps, plainView, type View } from '../../view.tsx';

export const historyView: View<'history'> = {
  ...plainView,
  ...dataOf('history'),
  ...loadedPage<PageProps>(() => import('./history-page.tsx').then(({ HistoryPage }) => HistoryPage)),
  needsContext: false,
  icon: History,
  words: ['versions', 'earlier', 'restore', 'undo'],
};
