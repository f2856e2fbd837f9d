import { ListChecks } from 'lucide-react';
import { useLater } from '../../ui/later.tsx';
import { type FeatureView, loadedPage, plainView } from '../../view.tsx';
import { useWorkBadge } from './work-list.ts';

export const workView: FeatureView<'work'> = {
  ...plainView,
  id: 'work',
  ...loadedPage(() => import('./work-page.tsx'), 'WorkPage'),
  icon: ListChecks,
  words: 'workflows agents tasks steps needs you questions',
  useBadge: ({ workspace, isShown }) => useWorkBadge(workspace, useLater() || isShown),
};
