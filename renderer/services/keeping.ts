import { useEffect } from 'react';
import { create } from 'zustand';
import type { Keeping, KeepRule, KeptConversation } from '#shared/contract/features/conversation-keeping.ts';
import { together } from '#shared/contract/wire/listeners.ts';
import { call, on, onConnect } from '../api/connection.ts';

const useKeepingStore = create<{ readonly keeping: Keeping | null }>(() => ({ keeping: null }));

export const readKeeping = (): void =>
  void call('conversations.keeping', {})
    .then((keeping) => useKeepingStore.setState({ keeping }))
    .catch(() => undefined);

/** Saved conversations and rules, updated as they change; null until known. */
export function useKeeping(): Keeping | null {
  useEffect(() => {
    readKeeping();
    return together([onConnect(readKeeping), on('conversations.changed', readKeeping)]);
  }, []);
  return useKeepingStore((state) => state.keeping);
}

/** Number of kept conversations, as far as that has been read. */
export const useKeptCount = (): number => useKeepingStore(({ keeping }) => keeping?.kept.length ?? 0);

/** Copy of a conversation, as far as that has been read. */
export const useKept = (id: string): KeptConversation | undefined =>
  useKeepingStore(({ keeping }) => keeping?.kept.find((one) => one.id === id));

/** Sets the rules: immediately, then as the engine reports them. */
export async function setRules(rules: readonly KeepRule[]): Promise<void> {
  useKeepingStore.setState(({ keeping }) => ({ keeping: keeping && { ...keeping, rules: [...rules] } }));
  await call('conversations.setKeeping', { rules: [...rules] }).finally(readKeeping);
}
