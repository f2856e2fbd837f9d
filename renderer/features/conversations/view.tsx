import { MessagesSquare } from 'lucide-react';
import { type FeatureView, loadedPage, plainView } from '../../view.tsx';
import { useConversationsBadge } from './use-conversations-badge.ts';

export const conversationsView: FeatureView<'conversations'> = {
  ...plainView,
  id: 'conversations',
  ...loadedPage(() => import('./conversations-view.tsx'), 'ConversationsPage'),
  icon: MessagesSquare,
  useBadge: ({ isShown }) => useConversationsBadge(isShown),
  words: 'sessions chats transcripts messages compaction',
};
