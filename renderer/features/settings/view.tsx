import { Settings } from 'lucide-react';
import { type FeatureView, loadedPage, plainView } from '../../view.tsx';

export const settingsView: FeatureView<'settings'> = {
  ...plainView,
  id: 'settings',
  ...loadedPage(() => import('./settings-view.tsx'), 'SettingsView'),
  icon: Settings,
  words:
    'preferences limit tokens archive automatically measure form earlier versions storage compact theme rows updates new version notifications tray login pause',
  isLoadedAhead: true,
};
