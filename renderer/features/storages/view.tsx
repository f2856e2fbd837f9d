import { Boxes } from 'lucide-react';
import { useLater } from '../../ui/later.tsx';
import { type FeatureView, loadedPage, plainView } from '../../view.tsx';
import { useStorageBadge } from './storage-list.ts';

export const storagesView: FeatureView<'kept'> = {
  ...plainView,
  id: 'kept',
  ...loadedPage(() => import('./storages-view.tsx'), 'StoragesPage'),
  icon: Boxes,
  words: 'storages agents state kept json',
  useBadge: ({ workspace, isShown }) => useStorageBadge(workspace, useLater() || isShown),
};
