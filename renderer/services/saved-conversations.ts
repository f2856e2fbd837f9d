import { useEffect } from 'react';
import { create } from 'zustand';
import type { SavedConversation, SaveRule, SavingState } from '#shared/contract/features/saved-conversations.ts';
import { together } from '#shared/contract/wire/listeners.ts';
import { call, on, onConnect } from '../api/connection.ts';

const useKeepingStore = create<{ readonly keeping: SavingState | null }>(() => ({ keeping: null }));

export const readSaved = (): void =>
  void call('conversations.keeping', {})
    .then((keeping) => useKeepingStore.setState({ keeping }))
    .catch(() => undefined);

/** Saved conversations and rules, updated as they change; null until known. */
export function useSaved(): SavingState | null {
  useEffect(() => {
    readSaved();
    return together([onConnect(readSaved), on('conversations.changed', readSaved)]);
  }, []);
  return useKeepingStore((state) => state.keeping);
}

export const useSavedCount = (): number => useKeepingStore(({ keeping }) => keeping?.kept.length ?? 0);

export const useSavedConversation = (id: string): SavedConversation | undefined =>
  useKeepingStore(({ keeping }) => keeping?.kept.find((one) => one.id === id));

/** Sets the rules: immediately, then as the engine reports them. */
export async function setSaveRules(rules: readonly SaveRule[]): Promise<void> {
  useKeepingStore.setState(({ keeping }) => ({ keeping: keeping && { ...keeping, rules: [...rules] } }));
  await call('conversations.setKeeping', { rules: [...rules] }).finally(readSaved);
}
