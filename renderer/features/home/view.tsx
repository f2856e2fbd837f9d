import { House } from 'lucide-react';
import type { FunctionComponent } from 'react';
import { loadPart } from '../../api/connection.ts';
import { type FeatureView, loadedPage, type PageProps, plainView } from '../../view.tsx';
import { useHomeBadge } from './needs-elsewhere.ts';

/** @param loadAttention loads the attention cards, which come from several features */
export const homeView = (loadAttention: () => Promise<FunctionComponent<PageProps>>): FeatureView<'home'> => ({
  ...plainView,
  id: 'home',
  ...loadedPage(async () => {
    const [{ HomePage }, Attention] = await Promise.all([loadPart(() => import('./home-page.tsx')), loadAttention()]);
    return { Home: (props: PageProps) => <HomePage {...props} Attention={Attention} /> };
  }, 'Home'),
  icon: House,
  useBadge: useHomeBadge,
  words: 'all memories open another folder file attention start overview',
});
