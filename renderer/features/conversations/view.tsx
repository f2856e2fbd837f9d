import { MessagesSquare } from 'lucide-react';
import { loadPart } from '../../api/connection.ts';
import { type FeatureView, loadedPage, type PageProps, plainView } from '../../view.tsx';
import { useConversationsBadge } from './use-conversations-badge.ts';

export const conversationsView: FeatureView<'conversations'> = {
  ...plainView,
  id: 'conversations',
  ...loadedPage<PageProps>(() =>
    loadPart(() => import('./conversations-view.tsx')).then(({ ConversationsPage }) => ConversationsPage),
  ),
  icon: MessagesSquare,
  useBadge: ({ isShown }) => useConversationsBadge(isShown),
  words: ['sessions', 'chats', 'transcripts', 'messages', 'compaction'],
};
