import { Bot } from 'lucide-react';
import { type FeatureView, loadedPage, plainView } from '../../view.tsx';

export const assistantView: FeatureView<'assistant'> = {
  ...plainView,
  id: 'assistant',
  showsGauge: true,
  ...loadedPage(() => import('./assistant-page.tsx'), 'AssistantPage'),
  icon: Bot,
  words: 'prompt sources memory files reads agents',
};
