import { Settings } from 'lucide-react';
import { loadPart } from '../../api/connection.ts';
import { type FeatureView, loadedPage, type PageProps, plainView } from '../../view.tsx';

export const settingsView: FeatureView<'settings'> = {
  ...plainView,
  id: 'settings',
  ...loadedPage<PageProps>(() =>
    loadPart(() => import('./settings-view.tsx')).then(({ SettingsView }) => SettingsView),
  ),
  icon: Settings,
  words: [
    'preferences',
    'limit',
    'tokens',
    'archive automatically',
    'measure',
    'form',
    'earlier versions',
    'storage',
    'compact',
    'theme',
    'rows',
  ],
  isLoadedAhead: true,
};
