import { useEffect } from 'react';
import { create } from 'zustand';
import type { SavedConversation, SaveRule, SavingState } from '#shared/contract/features/saved-conversations.ts';
import { together } from '#shared/contract/wire/listeners.ts';
import { call, on, onConnect } from '../api/connection.ts';

const useSavedStore = create<{ readonly saving: SavingState | null }>(() => ({ saving: null }));

export const readSaved = (): void =>
  void call('conversations.keeping', {})
    .then((saving) => useSavedStore.setState({ saving }))
    .catch(() => undefined);

/** Saved conversations and rules, updated as they change; null until known. */
export function useSaved(): SavingState | null {
  useEffect(() => {
    readSaved();
    return together([onConnect(readSaved), on('conversations.changed', readSaved)]);
  }, []);
  return useSavedStore((state) => state.saving);
}

export const useSavedCount = (): number => useSavedStore(({ saving }) => saving?.kept.length ?? 0);

export const useSavedConversation = (id: string): SavedConversation | undefined =>
  useSavedStore(({ saving }) => saving?.kept.find((one) => one.id === id));

/** Sets the rules: immediately, then as the engine reports them. */
export async function setSaveRules(rules: readonly SaveRule[]): Promise<void> {
  useSavedStore.setState(({ saving }) => ({ saving: saving && { ...saving, rules: [...rules] } }));
  await call('conversations.setKeeping', { rules: [...rules] }).finally(readSaved);
}
