import { Plug } from 'lucide-react';
import { useAsked } from '../../api/answers.ts';
import { loadPart } from '../../api/connection.ts';
import { useLater } from '../../ui/later.tsx';
import { type FeatureView, loadedPage, plainView } from '../../view.tsx';
import { useChangesElsewhere } from './changes-elsewhere.ts';

export const connectionsView: FeatureView<'connections'> = {
  ...plainView,
  id: 'connections',
  ...loadedPage(() => import('./connections-page.tsx'), 'ConnectionsPage'),
  icon: Plug,
  words: 'connect programs mcp claude codex cursor server',
  // Number of broken connections, once the page is idle; in this view, the list shows them.
  useBadge: ({ workspace: { id }, isShown }) => {
    const changes = useChangesElsewhere((state) => state.changes);
    const { answer } = useAsked(useLater() && !isShown ? `${id} ${changes}` : null, () =>
      loadPart(() => import('./broken.ts')).then(({ readMark }) => readMark(id)),
    );
    return { count: null, mark: isShown ? null : answer, isListed: true };
  },
};
