import { ListChecks } from 'lucide-react';
import { loadPart } from '../../api/connection.ts';
import { useLater } from '../../ui/later.tsx';
import { type FeatureView, loadedPage, type PageProps, plainView } from '../../view.tsx';
import { useWorkBadge } from './work-list.ts';

export const workView: FeatureView<'work'> = {
  ...plainView,
  id: 'work',
  ...loadedPage<PageProps>(() => loadPart(() => import('./work-page.tsx')).then(({ WorkPage }) => WorkPage)),
  icon: ListChecks,
  words: ['workflows', 'agents', 'tasks', 'steps', 'needs you', 'questions'],
  useBadge: ({ workspace, isShown }) => {
    const later = useLater();
    return useWorkBadge(workspace, later || isShown);
  },
};
