import { Settings } from 'lucide-react';
import { dataOf, loadedPage, type PageProps, plainView, type View } from '../../view.tsx';

export const settingsView: View<'settings'> = {
  ...plainView,
  ...dataOf('settings'),
  ...loadedPage<PageProps>(() => import('./settings-view.tsx').then(({ SettingsView }) => SettingsView)),
  needsContext: false,
  icon: Settings,
  words: ['preferences', 'limit'],
  isLoadedAhead: true,
};
