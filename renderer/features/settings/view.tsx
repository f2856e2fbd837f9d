import { Settings } from 'lucide-react';
import { type FeatureView, loadedPage, type PageProps, plainView } from '../../view.tsx';

export const settingsView: FeatureView<'settings'> = {
  ...plainView,
  id: 'settings',
  ...loadedPage<PageProps>(() => import('./settings-view.tsx').then(({ SettingsView }) => SettingsView)),
  icon: Settings,
  words: ['preferences', 'limit'],
  isLoadedAhead: true,
};
