import { House } from 'lucide-react';
import { loadPart } from '../../api/connection.ts';
import { type FeatureView, loadedPage, type PageProps, plainView } from '../../view.tsx';

export const homeView: FeatureView<'home'> = {
  ...plainView,
  id: 'home',
  ...loadedPage<PageProps>(() => loadPart(() => import('./home-page.tsx')).then(({ HomePage }) => HomePage)),
  icon: House,
  words: ['all memories', 'open another', 'folder', 'file', 'attention', 'start', 'overview'],
};
