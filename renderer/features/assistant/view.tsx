import { Bot } from 'lucide-react';
import { dataOf, loadedPage, type PageProps, plainView, type View } from '../../view.tsx';

export const assistantView: View<'assistant'> = {
  ...plainView,
  ...dataOf('assistant'),
  ...loadedPage<PageProps>(() => import('./assistant-page.tsx').then(({ AssistantPage }) => AssistantPage)),
  needsContext: false,
  icon: Bot,
  words: ['prompt', 'sources', 'memory files', 'reads', 'agents'],
};
