import { Plug } from 'lucide-react';
import { loadPart } from '../../api/connection.ts';
import { type FeatureView, loadedPage, type PageProps, plainView } from '../../view.tsx';

export const connectionsView: FeatureView<'connections'> = {
  ...plainView,
  id: 'connections',
  ...loadedPage<PageProps>(() =>
    loadPart(() => import('./connections-page.tsx')).then(({ ConnectionsPage }) => ConnectionsPage),
  ),
  icon: Plug,
  words: ['connect', 'programs', 'mcp', 'claude', 'codex', 'cursor', 'server'],
};
