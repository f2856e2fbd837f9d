import { ChartColumn } from 'lucide-react';
import { type FeatureView, loadedPage, plainView } from '../../view.tsx';

export const weekView: FeatureView<'week'> = {
  ...plainView,
  id: 'week',
  ...loadedPage(() => import('./week-page.tsx'), 'WeekPage'),
  icon: ChartColumn,
  words: 'digest weekly look summary learned corrected contradicted archived came back',
  // Home leads there.
  useBadge: () => ({ count: null, mark: null, isListed: false }),
};
