import { create } from 'zustand';
import { showSources } from '../../jumps.ts';

type Tab = 'text' | 'sources' | 'prompt';

export const useAssistant = create<{ readonly tab: Tab }>(() => ({ tab: 'text' }));

export const showTab = (tab: Tab): void => useAssistant.setState({ tab });

showSources.answer(() => showTab('sources'));
