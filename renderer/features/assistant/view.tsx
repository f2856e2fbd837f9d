import { Bot } from 'lucide-react';
import { loadPart } from '../../api/connection.ts';
import { type FeatureView, loadedPage, type PageProps, plainView } from '../../view.tsx';

export const assistantView: FeatureView<'assistant'> = {
  ...plainView,
  id: 'assistant',
  showsGauge: true,
  ...loadedPage<PageProps>(() =>
    loadPart(() => import('./assistant-page.tsx')).then(({ AssistantPage }) => AssistantPage),
  ),
  icon: Bot,
  words: ['prompt', 'sources', 'memory files', 'reads', 'agents'],
};
