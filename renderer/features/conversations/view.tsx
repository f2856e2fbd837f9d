import { MessagesSquare } from 'lucide-react';
import { loadPart } from '../../api/connection.ts';
import { type FeatureView, loadedPage, type PageProps, plainView } from '../../view.tsx';

export const conversationsView: FeatureView<'conversations'> = {
  ...plainView,
  id: 'conversations',
  ...loadedPage<PageProps>(() =>
    loadPart(() => import('./conversations-view.tsx')).then(({ ConversationsPage }) => ConversationsPage),
  ),
  icon: MessagesSquare,
  words: ['sessions', 'chats', 'transcripts', 'messages', 'compaction'],
};
