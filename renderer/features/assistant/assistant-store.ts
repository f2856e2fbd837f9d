import { create } from 'zustand';

type Tab = 'text' | 'sources' | 'prompt';

export const useAssistant = create<{ readonly tab: Tab }>(() => ({ tab: 'text' }));

export const showTab = (tab: Tab): void => useAssistant.setState({ tab });
